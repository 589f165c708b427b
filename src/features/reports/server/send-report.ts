import { homeCharts } from '#features/charts/server/read-charts.ts'
import { findDueReports, rhythms, sendReport } from '#features/reports/contract.ts'
import { sessionOfUser } from '#features/sessions/server/session-of.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { openThreads } from '#kit/server/threads.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { type DayRange, today } from '#vocabulary/dates.ts'
import { reportEmail } from './report-email.ts'
import { lastPeriod, periodBefore } from './periods.ts'
import { claimDelivery, type DueSubscription, recordMail, subscriptionsDue, subscriptionToSend } from './queries.ts'
import type { Report } from './report-pdf.ts'
import { reportSheet } from './report-sheet.ts'

/** The job handlers of email reports. */
export function reportHandlers(app: AppContext): JobHandler[] {
  return [
    jobHandler(findDueReports, () => enqueueDueReports(app, new Date())),
    jobHandler(sendReport, ({ subscriptionId, startDate, endDate }) =>
      buildAndSend(app, subscriptionId, { startDate, endDate }),
    ),
  ]
}

/** Queues the report of the last period for every subscription that has none yet. Earlier periods are skipped. */
export async function enqueueDueReports({ db, settings }: AppContext, now: Date): Promise<void> {
  for (const rhythm of rhythms) {
    const period = lastPeriod(rhythm, today(settings.businessZone, now))
    for (const { id } of await subscriptionsDue(db, rhythm, { period, zone: settings.businessZone }))
      await enqueue(db, sendReport, { subscriptionId: id, ...period })
  }
}

/**
 * Builds a report with what its recipient may see now and emails it. A recipient who is blocked, deleted, no longer a
 * client or without that brand gets nothing, and the period counts as done. Run twice, it emails once: the period's row
 * is inserted in the same transaction as the email.
 */
async function buildAndSend(app: AppContext, subscriptionId: string, period: DayRange): Promise<void> {
  const due = await subscriptionToSend(app.db, subscriptionId, period)
  if (!due) return
  const session = await sessionOfUser(app.db, due.userId)
  if (!session || !isEntitled(session, due)) return void (await claimDelivery(app.db, due.id, period))
  const { report, attachments } = await buildReport(app, session, due, period)
  const to = await addressOf(app.db, due.userId)
  await inTransaction(app.pool, async ({ db }) => {
    // The recipient's rights changed while the report was built: fail, so that the job builds it again.
    if (rightsOf(await sessionOfUser(db, due.userId)) !== rightsOf(session))
      throw new Error('The rights of the recipient changed')
    if (!(await claimDelivery(db, due.id, period))) return
    const email = reportEmail(app.settings, {
      subscriptionId: due.id,
      brandId: due.brandId,
      firstName: session.firstName,
      report,
    })
    await recordMail(db, {
      subscriptionId: due.id,
      period,
      mailId: await enqueueEmail(db, { ...email, to, attachments, isPaced: true }),
    })
  })
}

function isEntitled(session: Session, { brandId }: DueSubscription): boolean {
  if (session.role !== 'Client') return false
  return session.brands.some(({ id, enabled }) => enabled && (brandId === null || id === brandId))
}

const rightsOf = (session: Session | undefined): string =>
  JSON.stringify(session && [session.role, session.companyIds, session.brands])

async function buildReport(app: AppContext, session: Session, due: DueSubscription, period: DayRange) {
  const { db, files } = app
  const report = await reportOf(db, session, due, { period, app })
  const pdf = await renderPdf(report)
  const sheet = await reportSheet(report.numbers)
  const name = `${due.rhythm}-report-${period.startDate}`
  const attachments = [
    { fileName: `${name}.pdf`, bytes: pdf, type: 'application/pdf' },
    {
      fileName: `${name}.xlsx`,
      bytes: sheet,
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    },
  ].map(({ fileName, ...file }) => ({ fileName, key: `reports/${due.id}/${fileName}`, ...file }))
  for (const { key, bytes, type } of attachments) await files.put(key, bytes, type)
  return {
    report,
    attachments: attachments.map(({ fileName, key }) => ({ fileName, key, bucket: files.bucket })),
  }
}

async function reportOf(
  db: Db,
  session: Session,
  { brandId, rhythm }: DueSubscription,
  { period, app }: { period: DayRange; app: AppContext },
): Promise<Report> {
  const { businessZone: zone, productName } = app.settings
  const scope = brandId === null ? {} : { brand: brandId }
  const [numbers, before] = await Promise.all([
    homeCharts(db, session, { ...scope, ...period }, zone),
    homeCharts(db, session, { ...scope, ...periodBefore(rhythm, period) }, zone),
  ])
  const brandName = brandId === null ? undefined : session.brands.find(({ id }) => id === brandId)!.brandName
  return { productName, rhythm, brandName, period, numbers, before: before.totalDocs }
}

/** Renders the PDF in a worker thread: font layout is slow, and this process may also serve requests. */
async function renderPdf(report: Report): Promise<Uint8Array> {
  const threads = openThreads(1)
  try {
    return await threads.run({
      file: new URL('./report.worker.ts', import.meta.url),
      name: 'drawReport',
      input: report,
    })
  } finally {
    await threads.close()
  }
}
