import { recordData } from '#kit/server/audit.ts'
import type { Db, Sql } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { notifyRequestsChanged } from './live.ts'
import { answeredBy, anyWaits, endRequests } from './queries.ts'

/**
 * Completes the requests that findings saved in this transaction fulfil: those named by rows, and those with the same
 * address. `saved` is a relation with id, identity_key and request_id. Returns how many requests were completed.
 */
export async function fulfilRequests(
  db: Db,
  by: Session,
  of: { companyId: string; brandId: string; platform: string },
  saved: Sql,
): Promise<number> {
  if (!(await anyWaits(db, of))) return 0
  const pairs = await answeredBy(db, of, saved)
  if (pairs.length === 0) return 0
  const { companyId } = of
  await endRequests(db, { companyId, userId: by.userId }, pairs)
  await recordData(db, by, { type: 'update', model: 'ClientRequest', total: pairs.length, companyId })
  await notifyRequestsChanged(db, [of.brandId])
  return pairs.length
}
