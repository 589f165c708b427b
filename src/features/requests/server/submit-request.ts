import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { mailSubmission, type requests } from '#features/requests/contract.ts'
import { duplicatesFound, existingFound, submitted } from '#features/requests/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { namesSubject } from '#vocabulary/data-log.ts'
import { checkLines, requestScopeOf, identityKeysOf } from './check-lines.ts'
import { insertSubmission, lockBrand } from './queries.ts'
import { notifyRequestsChanged } from './live.ts'

/**
 * Stores the lines and queues the email to staff. Throws 409 with the flagged lines, and stores nothing, when any line
 * is a duplicate or an existing record.
 */
export async function submitRequest(
  db: Db,
  session: Session,
  { rows: lines, ...scopeInput }: HandlerInput<typeof requests.submit>,
): Promise<{ message: string }> {
  const requestScope = requestScopeOf(session, scopeInput)
  const keys = identityKeysOf(requestScope, 'rows', lines)
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
  const submission = { id: newId(), companyId, brandId: brand.id, platform: platform.value, sentBy: session.userId }
  await insertSubmission(db, submission, { lines, ids: lines.map(() => newId()), keys })
  await logDataChange(db, session, {
    type: 'add',
    model: 'ClientRequest',
    total: lines.length,
    subject: namesSubject(lines.map(({ domain }) => domain)),
    companyId,
  })
  await enqueue(db, mailSubmission, { submissionId: submission.id })
  await notifyRequestsChanged(db, [brand.id])
  return { message: submitted }
}
