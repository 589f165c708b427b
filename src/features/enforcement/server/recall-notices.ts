import type { enforcement } from '#features/enforcement/contract.ts'
import { messages } from '#features/enforcement/messages.ts'
import { changeStatus } from '#features/findings/server/change-status.ts'
import { loggedFindings } from '#features/findings/server/log-subject.ts'
import { visible } from '#features/findings/server/visible.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { inProgress } from '#vocabulary/statuses.ts'
import {
  countOwnNotices,
  deleteNotices,
  lockRecallable,
  type RecallableNotice,
  whyNoneWasSent,
} from './recall-queries.ts'

/**
 * Takes back a person's own notices whose emails have not left, each email with all findings it is about: the emails and
 * records are deleted, and findings that are still In Progress return to the status they had, with a log row each. 404
 * for notices of others; 409 when all have left, or with the reason why none was sent.
 */
export async function recallNotices({
  db,
  session,
  input,
}: Call<typeof enforcement.recall>): Promise<{ message: string; recalled: number; left: number }> {
  const chosen = { recordIds: input.recordIds ?? [], batch: input.batch }
  const total = await countOwnNotices(db, session.userId, chosen)
  if (total === 0) throw notFound()
  const notices = await lockRecallable(db, session.userId, chosen)
  if (notices.length === 0)
    throw new Problem(409, (await whyNoneWasSent(db, session.userId, chosen)) ?? messages.tooLate)
  for (const [value, group] of Map.groupBy(notices, (one) => one.platform)) {
    const platform = platformOf(value)!
    await changeStatus(db, {
      platform,
      scope: visible(platform, session),
      actor: session,
      module: 'enforcement-mail',
      moves: earliest(group).map((one) => ({ id: one.findingId, to: one.statusBefore })),
      onlyFrom: [inProgress],
    })
    for (const [companyId, own] of Map.groupBy(group, (one) => one.companyId))
      await logDataChange(db, session, {
        type: 'update',
        model: platform.model,
        total: own.length,
        ...(await loggedFindings(
          db,
          own.map(({ findingId }) => findingId),
        )),
        companyId,
      })
  }
  await deleteNotices(
    db,
    session.userId,
    notices.map(({ id }) => id),
  )
  const recalled = new Set(notices.map(({ email }) => email)).size
  const left = total - recalled
  const message = messages.recalled(recalled)
  return { message: left > 0 ? `${message}. ${messages.someLeft(left)}` : message, recalled, left }
}

/** Of several notices about one finding the first knows the status before all of them. */
const earliest = (notices: readonly RecallableNotice[]): RecallableNotice[] => [
  ...new Map(notices.toReversed().map((one) => [one.findingId, one])).values(),
]
