import { noticesWithheld } from '#features/enforcement/contract-jobs.ts'
import { messages } from '#features/enforcement/messages.ts'
import { changeStatus } from '#features/findings/server/change-status.ts'
import { loggedFindings } from '#features/findings/server/log-subject.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { markFailed } from '#kit/server/mail-queries.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { inProgress } from '#vocabulary/statuses.ts'
import { lockUnsent, statusesToReturnTo, whyNotToSend, type WithheldNotice } from './withhold-queries.ts'

/**
 * Ends an email that waits but may not leave any more, and returns why (docs/decisions/0012); undefined for any other,
 * also for those that are no notices. Findings that no other notice has put In Progress return to the status they had,
 * which is logged with the reason; the sender is notified, or the Analysts.
 */
export async function withholdNotice(
  app: Pick<AppContext, 'pool' | 'db'>,
  mailId: string,
): Promise<string | undefined> {
  if ((await whyNotToSend(app.db, mailId)) === undefined) return undefined
  return inTransaction(app.pool, async ({ db }) => {
    const notices = await lockUnsent(db, mailId)
    const [first] = notices
    const reason = first && (await whyNotToSend(db, mailId))
    if (reason === undefined) return undefined
    await markFailed(db, mailId, { reason: messages.notSent(reason), isDoubtful: false })
    await returnStatuses(db, notices, reason)
    await enqueue(db, noticesWithheld, {
      companyId: first!.companyId,
      brandId: first!.brandId,
      platform: first!.platform,
      findingIds: notices.map(({ findingId }) => findingId),
      userId: first!.userId,
      reason,
    })
    return messages.notSent(reason)
  })
}

/** An email is about findings of one company, brand and platform. */
async function returnStatuses(db: Db, notices: readonly WithheldNotice[], reason: string): Promise<void> {
  const { companyId, platform: value } = notices[0]!
  const actor = { userId: null, username: messages.delivery }
  const platform = platformOf(value)!
  await changeStatus(db, {
    platform,
    // A deletion can be undone: the finding must not come back In Progress without a notice.
    scope: { platform: platform.value, companyIds: [companyId], brandIds: undefined, withDeleted: true },
    actor,
    module: 'enforcement-mail',
    moves: await statusesToReturnTo(
      db,
      notices.map(({ id }) => id),
    ),
    onlyFrom: [inProgress],
  })
  await logDataChange(db, actor, {
    type: 'update',
    model: platform.model,
    total: notices.length,
    ...(await loggedFindings(
      db,
      notices.map(({ findingId }) => findingId),
    )),
    companyId,
    changes: changedFields({ reason: messages.reasonNotSent }, {}, { reason }),
  })
}
