import type { enforcementConfig, NoticePreview } from '#features/enforcement-config/contract.ts'
import { chooseFinding, trialSent } from '#features/enforcement-config/messages.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { type OutgoingEmail, enqueueEmail } from '#kit/server/mail.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { today } from '#vocabulary/dates.ts'
import { composeNotice, noticeValues, type Notice } from './compose-notice.ts'
import { factsOf } from './queries.ts'
import { admitted, carried } from './read-draft.ts'

type Draft = Call<typeof enforcementConfig.preview>

/** The email that a draft would send today for one finding; nothing is stored or sent. */
export async function previewNotice(app: AppContext, call: Draft): Promise<NoticePreview> {
  const { notice, email } = await composed(app, call)
  return {
    to: email.to,
    subject: notice.subject,
    text: notice.text,
    html: notice.html,
    attachments: (email.attachments ?? []).map(({ fileName }) => fileName),
    missing: notice.missing,
  }
}

/** Sends the same email to the caller. */
export async function sendTrial(app: AppContext, call: Draft): Promise<{ message: string }> {
  const { email } = await composed(app, call)
  await enqueueEmail(call.db, email)
  return { message: trialSent(email.to) }
}

async function composed(
  app: AppContext,
  { input, session, db }: Draft,
): Promise<{ notice: Notice; email: OutgoingEmail }> {
  const names = await admitted(db, input)
  const platform = platformOf(input.platform)!
  const facts = await factsOf(db, platform, {
    companyId: input.company,
    brandId: input.brand,
    findingId: input.finding,
  })
  if (!facts) throw invalid({ finding: chooseFinding })
  const date = today(app.settings.businessZone)
  const notice = composeNotice(input.mailBody, noticeValues({ ...names, ...facts, platform: input.platform, date }))
  const email = {
    kind: 'enforcement-trial',
    to: await addressOf(db, session.userId),
    subject: notice.subject,
    text: notice.text,
    html: notice.html,
    attachments: await carried(db, app.files.bucket, input.attachments),
  }
  return { notice, email }
}
