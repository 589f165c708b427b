import { buffer } from 'node:stream/consumers'
import { mailSubmission } from '#features/requests/contract.ts'
import { submissionEmail } from '#features/requests/messages.ts'
import { inTransaction } from '#kit/server/db.ts'
import { enqueueEmails } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { type Cell, sheetBytes, sheetFormats } from '#kit/server/sheets.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { platformOf } from '#platforms/all.ts'
import { showSignIn } from '#vocabulary/dates.ts'
import { adminAddresses, markMailed, type SubmissionToMail, submissionToMail } from './queries.ts'

/** The job handlers of client requests. */
export function requestHandlers(app: AppContext): JobHandler[] {
  return [jobHandler(mailSubmission, ({ submissionId }) => emailOnce(app, submissionId))]
}

/** Emails a submission with its sheet to the configured address or all Admins. A second run sends nothing (G62). */
async function emailOnce(app: AppContext, submissionId: string): Promise<void> {
  const { files, settings } = app
  const submission = await submissionToMail(app.db, submissionId)
  if (!submission) return
  const { ending, type } = sheetFormats.excel
  const key = `client-requests/${submissionId}.${ending}`
  await files.put(key, await sheetOf(submission, settings.businessZone), type)
  const platform = platformOf(submission.platform)!.title
  const email = submissionEmail(
    settings.productName,
    { ...submission, platform, count: submission.lines.length },
    `${settings.appUrl}/client-requests?status=Open`,
  )
  await inTransaction(app.pool, async ({ db }) => {
    if (!(await markMailed(db, submissionId))) return
    const addresses = settings.requestAddress ? [settings.requestAddress] : await adminAddresses(db)
    const attachments = [{ fileName: `client-request.${ending}`, bucket: files.bucket, key }]
    await enqueueEmails(
      db,
      addresses.map((to) => ({ kind: 'client-request', to, ...email, attachments })),
    )
  })
}

const header = ['SN', 'Company', 'Brand', 'Platform', 'Domain/Urls', 'Remarks', 'Requested by', 'Requested on']

async function sheetOf(submission: SubmissionToMail, zone: string): Promise<Buffer> {
  const { companyName, brandName, sender, createdAt } = submission
  const platform = platformOf(submission.platform)!.title
  const on = showSignIn(createdAt, zone)
  const lines = submission.lines.map(({ domain, remarks }, index): Cell[] => [
    index + 1,
    companyName,
    brandName,
    platform,
    domain,
    remarks,
    sender,
    on,
  ])
  return buffer(sheetBytes('excel', { header, lines: batchesOf(lines) }))
}

async function* batchesOf(lines: Cell[][]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < lines.length; from += 500) yield lines.slice(from, from + 500)
}
