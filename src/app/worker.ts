import { jobs } from '#app/jobs.ts'
import { caseFileHandlers } from '#features/case-files/server/handlers.ts'
import { startClustering } from '#features/clusters/server/handlers.ts'
import { enforcementHandlers } from '#features/enforcement/server/handlers.ts'
import { withholdNotice } from '#features/enforcement/server/withhold-notice.ts'
import { contactHandlers } from '#features/contacts/server/handlers.ts'
import { demoTrademarkForms } from '#features/demo/server/small-web/report-form.ts'
import { domainSearchHandlers, type OpenDomainSearch } from '#features/domain-search/server/handlers.ts'
import { editingHandlers } from '#features/editing/server/handlers.ts'
import { registrationOf } from '#features/contacts/server/look-up-domain.ts'
import type { LookUps } from '#features/contacts/server/look-up-hosts.ts'
import { activitySubjects } from '#app/activity-subjects.ts'
import { activityHandlers } from '#features/activity/server/handlers.ts'
import { assignedWorkHandler } from '#features/work/server/email-assigned.ts'
import { exportHandlers } from '#features/exports/server/handlers.ts'
import { exportRunner } from '#features/exports/server/run-export.ts'
import { renormaliseAddresses } from '#features/findings/contract-jobs.ts'
import { openCounterFolding } from '#features/findings/server/counters.ts'
import { renormaliseFindings } from '#features/findings/server/renormalise-findings.ts'
import { findingHandlers } from '#features/findings/server/handlers.ts'
import { historyHandlers, startLogFolding } from '#features/history/server/handlers.ts'
import { escalationHandlers } from '#features/escalations/server/handlers.ts'
import { notificationHandlers } from '#features/notifications/server/notify-clients.ts'
import { requestHandlers } from '#features/requests/server/mail-submission.ts'
import { renormaliseRequests } from '#features/requests/server/renormalise-requests.ts'
import { reportHandlers } from '#features/reports/server/send-report.ts'
import type { AnswerBox } from '#features/replies/server/answer-box.ts'
import { revisitHandlers } from '#features/revisits/server/handlers.ts'
import type { RevisitDeps } from '#features/revisits/server/visit-due.ts'
import { replyHandlers } from '#features/replies/server/handlers.ts'
import { scraperRunners } from '#features/scrapers/server/runners.ts'
import { sessionHandlers } from '#features/sessions/server/handlers.ts'
import { stagingHandlers } from '#features/staging/server/handlers.ts'
import { renormaliseWhiteLists } from '#features/white-label/server/renormalise-white-lists.ts'
import { maintainLogPartitions, createLogPartitions } from '#kit/server/audit.ts'
import { startFolding } from '#kit/server/start-folding.ts'
import { sendMail, requeueLostMails } from '#kit/server/mail.ts'
import { enqueueForgotten } from '#kit/server/mail-queries.ts'
import { deliver, type MailDriver } from '#kit/server/mail-out.ts'
import { pagePictureHandlers } from '#features/page-pictures/server/handlers.ts'
import type { PartialWriter } from '#features/tool-jobs/server/partial-files.ts'
import { toolRunner } from '#features/tool-jobs/server/run-tool-job.ts'
import { trademarkForms } from '#features/trademark-reports/server/forms.ts'
import { reportRunner } from '#features/trademark-reports/server/run-report.ts'
import { toolJobHandlers } from '#features/tool-jobs/server/handlers.ts'
import { quickToolHandlers } from '#features/quick-tools/server/handlers.ts'
import { quickToolRunner } from '#features/quick-tools/server/quick-tool-runner.ts'
import type { SourceDeps } from '#features/quick-tools/server/source-deps.ts'
import type { Egress } from '#kit/server/egress.ts'
import { returnAddress } from '#kit/server/return-address.ts'
import { startQueue } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler, startWorker, type Worker, type WorkerLog } from '#kit/server/worker.ts'

/** The mailbox that receives answers to notices, and its address. */
export type Inbound = { box: AnswerBox; address: string }

export type WorkerParts = {
  databaseUrl: string
  /** Connections of the job queue. */
  queueConnections?: number | undefined
  driver: MailDriver
  from: string
  /** Paced emails to one recipient domain per minute. */
  mailsPerMinute: number
  log: WorkerLog
  /** undefined: no RDAP, WHOIS or DNS look-ups. */
  lookUps?: LookUps | undefined
  /** undefined: addresses are not visited again. */
  revisiting?: RevisitDeps | undefined
  /** How quick tools reach the outside; undefined: their jobs wait. */
  sources?: ((egress: Egress) => SourceDeps) | undefined
  /** undefined: no look-alike domains are searched. */
  domainSearch?: OpenDomainSearch | undefined
  /** Where answers to notices arrive; undefined: no mailbox is read. */
  inbound?: Inbound | undefined
  /** false: jobs that work through lines are left to the caller, as tests do which run them one by one. */
  runsToolJobs?: boolean
}

/** Runs every background job and keeps the counters up to date, until `stop`. */
export async function startAppWorker(app: AppContext, parts: WorkerParts): Promise<Worker> {
  const { databaseUrl, log, runsToolJobs = true } = parts
  const sources = parts.sources?.(app.egress)
  const runners = toolQueues(app, parts, sources)
  const worker = await startWorker({
    databaseUrl,
    connections: parts.queueConnections,
    log,
    jobs,
    handlers: handlersOf(app, parts, { sources, runners }),
  })
  const backgroundLoops = [
    startFolding(openCounterFolding(app.pool), (problem) => log.error({ err: problem }, 'counters')),
    startClustering(app, (problem) => log.error({ err: problem }, 'clusters')),
    startLogFolding(app, (problem) => log.error({ err: problem }, 'log search')),
    startQueue(app, exportRunner, (problem) => log.error({ err: problem }, 'downloads')),
    ...(runsToolJobs ? runners : []).map((runner) =>
      startQueue(app, runner, (problem) => log.error({ err: problem }, runner.kinds.join(' '))),
    ),
  ]
  return {
    stop: async () => {
      await Promise.all([worker.stop(), ...backgroundLoops.map((loop) => loop.stop())])
    },
  }
}

/** The queues of jobs that work through lines. */
function toolQueues(app: AppContext, { lookUps }: WorkerParts, sources: SourceDeps | undefined) {
  const { scraperPages: parallel, trademarkFiling: mayFile, demo } = app.settings
  const forms = demo ? demoTrademarkForms : trademarkForms
  const lookUpDomain =
    lookUps && ((domain: string, signal: AbortSignal) => registrationOf(app.db, lookUps, domain, signal))
  return [
    ...(sources ? [toolRunner(quickToolRunner(sources))] : []),
    ...scraperRunners({ parallel, lookUpDomain }),
    toolRunner(reportRunner({ mayFile, forms })),
  ]
}

/** The handler of every job. */
function handlersOf(
  app: AppContext,
  { driver, from, mailsPerMinute: perMinute, lookUps, revisiting, domainSearch, inbound }: WorkerParts,
  { sources, runners }: { sources: SourceDeps | undefined; runners: readonly PartialWriter[] },
): JobHandler[] {
  const { pool, files } = app
  const returnTo = inbound && ((mailId: string) => returnAddress(inbound.address, app.settings.signingSecret, mailId))
  const delivery = {
    pool,
    files,
    driver,
    from,
    perMinute,
    replyAddressOf: returnTo,
    repliesTo: app.settings.supportAddress,
  }
  return [
    jobHandler(sendMail, ({ mailId }) => deliver({ ...delivery, withhold: (id) => withholdNotice(app, id) }, mailId)),
    jobHandler(requeueLostMails, () => enqueueForgotten(app.db)),
    jobHandler(maintainLogPartitions, () => createLogPartitions(app.db)),
    jobHandler(renormaliseAddresses, async () => {
      await renormaliseFindings(app.db)
      await renormaliseRequests(app.db)
      await renormaliseWhiteLists(app.db)
    }),
    ...sessionHandlers(app),
    ...findingHandlers(app),
    ...editingHandlers(app),
    ...contactHandlers(app, lookUps),
    ...enforcementHandlers(app),
    ...replyHandlers(app, inbound?.box),
    ...revisitHandlers(app, revisiting),
    ...domainSearchHandlers(app, domainSearch),
    ...pagePictureHandlers(app),
    ...caseFileHandlers(app),
    ...requestHandlers(app),
    ...escalationHandlers(app, from),
    ...notificationHandlers(app),
    ...activityHandlers(app, activitySubjects),
    assignedWorkHandler(app),
    ...reportHandlers(app),
    ...exportHandlers(app),
    ...toolJobHandlers(app, runners),
    ...stagingHandlers(app),
    ...quickToolHandlers(app, sources),
    ...historyHandlers(app),
  ]
}
