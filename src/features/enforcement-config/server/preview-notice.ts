import type { enforcementConfig, NoticePreview } from '#features/enforcement-config/contract.ts'
import { chooseFinding, testEmailSent } from '#features/enforcement-config/messages.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { type OutgoingEmail, enqueueEmail } from '#kit/server/mail.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { today } from '#vocabulary/dates.ts'
import { composeNotice, noticeValues, type Notice } from './compose-notice.ts'
import { factsOf } from './queries.ts'
import { checkBrandAndPlatform, checkedAttachments } from './read-draft.ts'

type DraftCall = Call<typeof enforcementConfig.preview>

/** The email that a draft would send today for one finding; nothing is stored or sent. */
export async function previewNotice(app: AppContext, call: DraftCall): Promise<NoticePreview> {
  const { notice, email } = await composeDraft(app, call)
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
export async function sendTestEmail(app: AppContext, call: DraftCall): Promise<{ message: string }> {
  const { email } = await composeDraft(app, call)
  await enqueueEmail(call.db, email)
  return { message: testEmailSent(email.to) }
}

async function composeDraft(
  app: AppContext,
  { input, session, db }: DraftCall,
): Promise<{ notice: Notice; email: OutgoingEmail }> {
  const names = await checkBrandAndPlatform(db, input)
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
    kind: 'enforcement-test',
    to: await addressOf(db, session.userId),
    subject: notice.subject,
    text: notice.text,
    html: notice.html,
    attachments: await checkedAttachments(db, app.files.bucket, input.attachments),
  }
  return { notice, email }
}
