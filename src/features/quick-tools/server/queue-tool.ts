import type { z } from 'zod'
import { downloadCap } from '#features/findings/contract-schemas.ts'
import { messages as findingMessages } from '#features/findings/messages.ts'
import type { QuickToolRecord, quickToolQuery, quickToolRequest } from '#features/quick-tools/contract-schemas.ts'
import { messages } from '#features/quick-tools/messages.ts'
import { inputOf, isQuickTool, recordsOf, subjectOf } from '#features/quick-tools/rules.ts'
import {
  linkTo,
  lockedJob,
  mayChange,
  ownJob,
  queueToolJob,
  toolJobLinks,
} from '#features/tool-jobs/server/job-actions.ts'
import { retryFailedRows } from '#features/tool-jobs/server/retry-failed-rows.ts'
import { type ListedToolJob, pageOfToolJobs } from '#features/tool-jobs/server/tool-job-lists.ts'
import { type Page, pageOf } from '#kit/contract/page.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import { type QuickTool, quickToolTitle } from '#vocabulary/quick-tools.ts'

const kind = 'quick-tool'

/** Queues a job of a quick tool; 422 where its source is not configured, 429 when the user has 20 waiting ones (G87). */
export async function requestQuickTool(
  app: AppContext,
  db: Db,
  session: Session,
  input: z.output<typeof quickToolRequest>,
): Promise<{ message: string; id: string }> {
  const { report, urls, platform, proxy, fullscreen, headless } = input
  const missing = await missingOf(app, report, { proxy })
  if (missing !== undefined) throw new Problem(422, messages.notConfigured(missing))
  const id = newId()
  const options = { proxy, fullscreen, headless, numOfRecords: recordsOf(report, urls.length) }
  await queueToolJob(
    db,
    {
      id,
      kind,
      tool: report,
      userId: session.userId,
      name: subjectOf(urls[0] ?? '', urls.length - 1),
      platform,
      options,
    },
    urls,
  )
  return { message: messages.saved, id }
}

/** Queues the failed lines of the caller's own finished job again, or of anybody's for an Admin; 422 as for a new job. */
export async function retryQuickTool(app: AppContext, db: Db, session: Session, id: string) {
  const job = await ownQuickTool(db, session, id)
  const tool = job.tool as QuickTool
  const missing = await missingOf(app, tool, { proxy: job.options['proxy'] === true })
  if (missing !== undefined) throw new Problem(422, messages.notConfigured(missing))
  return retryFailedRows(db, session, job, {
    title: quickToolTitle(tool),
    // Findings that are scanned are no terms: the job is called after its platform.
    nameOf: ({ first, count }) => (typeof first === 'string' ? subjectOf(first, count - 1) : ''),
    optionsOf: (count) => ({ numOfRecords: recordsOf(tool, count) }),
  })
}

/** What a tool lacks here: the name of a setting, or why no page can be opened; undefined when it can be used. */
export async function missingOf(
  { settings, browser }: AppContext,
  tool: QuickTool,
  options: { proxy?: boolean } = {},
): Promise<string | undefined> {
  return tool === 'screenshot' ? browser.missing(options) : settings.missingForTools[tool]
}

/** A page of the jobs of these tools of all staff, newest first (S-228). */
export async function listQuickTools(
  app: AppContext,
  db: Db,
  session: Session,
  { report: tools, page = 1, perPage: size = 10 }: z.output<typeof quickToolQuery>,
): Promise<Page<QuickToolRecord>> {
  const { found, total } = await pageOfToolJobs(db, { kinds: [kind], tools }, { size, offset: (page - 1) * size })
  return pageOf(
    found.map((one) => recordOf(app, session, one)),
    page,
    size,
    total,
  )
}

function recordOf(app: AppContext, session: Session, job: ListedToolJob): QuickToolRecord {
  const { id, createdAt, username, tool, name, platform, state, done, failed, records, problem, isStored, options } =
    job
  const [first] = job.files
  const isOpen = first !== undefined && !isTooLarge(session, job.files)
  return {
    id,
    _id: id,
    DateCreated: createdAt,
    username,
    report: tool,
    subject: name || platformTitle(tool, platform),
    numOfRecords: Number(options['numOfRecords'] ?? records),
    status: state,
    downloadURL: isOpen ? linkTo(app, session, first.key) : null,
    done,
    failed,
    total: records,
    secondsLeft: job.secondsLeft,
    problem,
    files: job.files.map((file) => ({ name: file.name, bytes: file.bytes, records: file.records ?? null })),
    isStored,
    isRetried: job.isRetried,
    awaitsFiles: job.awaitsFiles,
    isOwn: mayChange(session, job),
  }
}

/** What a tool without terms works on: the findings of a platform. */
const platformTitle = (tool: string, platform: string | null): string =>
  isQuickTool(tool) && inputOf[tool] === 'platform' ? (platformOf(platform ?? '')?.title ?? '') : ''

/** Whether a result is so large that only an administrator takes it out (S-278). */
const isTooLarge = (session: Session, files: readonly { records?: number | null }[]): boolean =>
  session.role !== 'Admin' && files.some(({ records }) => (records ?? 0) > downloadCap)

/** Fresh links to the files of a finished job; 422 above 25,000 records, for everybody but an administrator (S-278). */
export async function quickToolLinks(app: AppContext, db: Db, session: Session, id: string) {
  const job = await lockedJob(db, id, [kind])
  const links = await toolJobLinks(app, db, session, job)
  if (isTooLarge(session, links.files)) throw new Problem(422, findingMessages.tooManyToDownload)
  return { files: links.files.map(({ name, url }) => ({ name, url })) }
}

/** A job of a quick tool of the caller, or of anybody for an Admin, locked. */
export const ownQuickTool = (db: Db, session: Session, id: string) => ownJob(db, session, id, [kind])
