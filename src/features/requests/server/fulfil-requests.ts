import { loggedFindings } from '#features/findings/server/log-subject.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db, Sql } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { notifyRequestsChanged } from './live.ts'
import { fulfilledBy, hasWaitingRequests, completeRequests } from './queries.ts'

/**
 * Completes the requests that findings saved in this transaction fulfil: those named by rows, and those with the same
 * address. `saved` is a relation with id, identity_key and request_id. Returns how many requests were completed.
 */
export async function fulfilRequests(
  db: Db,
  by: Session,
  scope: { companyId: string; brandId: string; platform: string },
  saved: Sql,
): Promise<number> {
  if (!(await hasWaitingRequests(db, scope))) return 0
  const pairs = await fulfilledBy(db, scope, saved)
  if (pairs.length === 0) return 0
  const { companyId } = scope
  await completeRequests(db, { companyId, userId: by.userId }, pairs)
  const { subject } = await loggedFindings(
    db,
    pairs.map(({ finding }) => finding),
  )
  await logDataChange(db, by, {
    type: 'update',
    model: 'ClientRequest',
    total: pairs.length,
    subject,
    recordId: pairs.length === 1 ? pairs[0]!.request : undefined,
    companyId,
  })
  await notifyRequestsChanged(db, [scope.brandId])
  return pairs.length
}
