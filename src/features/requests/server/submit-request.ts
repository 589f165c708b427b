import type { Takes } from '#kit/contract/endpoint.ts'
import { mailSubmission, type requests } from '#features/requests/contract.ts'
import { duplicatesFound, existingFound, submitted } from '#features/requests/messages.ts'
import { recordData } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { checkLines, requestScopeOf, keysOf } from './check-lines.ts'
import { addSending, lockBrand } from './queries.ts'
import { notifyRequestsChanged } from './live.ts'

/**
 * Stores the lines and queues the email to staff. Throws 409 with the flagged lines, and stores nothing, when any line
 * is a duplicate or an existing record.
 */
export async function submitRequest(
  db: Db,
  session: Session,
  { rows: lines, ...scopeInput }: Takes<typeof requests.submit>,
): Promise<{ message: string }> {
  const requestScope = requestScopeOf(session, scopeInput)
  const keys = keysOf(requestScope, 'rows', lines)
  await lockBrand(db, requestScope.brand.id)
  const checked = await checkLines(db, requestScope, lines, keys)
  const duplicates = checked.filter((line) => line.isDuplicate).length
  const existing = checked.filter((line) => line.isExists).length
  if (duplicates + existing > 0) {
    const found = [duplicates > 0 && duplicatesFound(duplicates), existing > 0 && existingFound(existing)]
    throw new Problem(409, found.filter(Boolean).join(' '), { extra: { domainUrls: checked } })
  }
  const { brand, platform } = requestScope
  const { companyId } = brand
  const sending = { id: newId(), companyId, brandId: brand.id, platform: platform.value, sentBy: session.userId }
  await addSending(db, sending, { lines, ids: lines.map(() => newId()), keys })
  await recordData(db, session, { type: 'add', model: 'ClientRequest', total: lines.length, companyId })
  await enqueue(db, mailSubmission, { sendingId: sending.id })
  await notifyRequestsChanged(db, [brand.id])
  return { message: submitted }
}
