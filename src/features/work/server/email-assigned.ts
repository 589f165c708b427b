import type { z } from 'zod'
import { chosenEmail } from '#features/activity/server/chosen-email.ts'
import { howToChange, linkToWork, titleInEmail } from '#features/activity/server/line-texts.ts'
import { sessionOfUser } from '#features/sessions/server/session-of.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { workAssigned } from '#features/work/contract-jobs.ts'
import { inTransaction } from '#kit/server/db.ts'
import { enqueueEmail, isEnqueued, type OutgoingEmail } from '#kit/server/mail.ts'
import type { AppContext, Settings } from '#kit/server/serve.ts'
import { isStaff } from '#kit/server/session.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { counted } from '#vocabulary/numbers.ts'

type Assigned = z.output<typeof workAssigned.payload>

/** Sends the email about assigned work to whoever chose emails at once; the daily email reads the work itself. */
export const assignedWorkHandler = (app: AppContext): JobHandler =>
  jobHandler(workAssigned, (assigned, { jobId }) => emailAssigned(app, assigned, jobId))

/** The email has the job's id: run twice, the job sends one. */
async function emailAssigned(app: AppContext, assigned: Assigned, id: string): Promise<void> {
  await inTransaction(app.pool, async ({ db }) => {
    const session = await sessionOfUser(db, assigned.to)
    if (!session || !isStaff(session) || (await chosenEmail(db, assigned.to)) !== 'at-once') return
    if (await isEnqueued(db, id)) return
    const to = await addressOf(db, assigned.to)
    await enqueueEmail(db, { ...assignedEmail(app.settings, assigned), id, to, isPaced: true })
  })
}

/** The email about assigned work; one finding is named, with an address that no mail program makes a link of. */
function assignedEmail(settings: Settings, { by, count, title }: Assigned): Omit<OutgoingEmail, 'to'> {
  const what = title === undefined ? counted(count, 'finding') : titleInEmail({ title })
  return {
    kind: 'work-assigned',
    subject: `${settings.productName}: ${by} assigned ${what} to you`,
    text: [`${by} assigned ${what} to you.`, linkToWork(settings), howToChange(settings)].join('\n\n'),
  }
}
