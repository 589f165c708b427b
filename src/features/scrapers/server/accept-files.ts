import { storedFor } from '#features/files/server/stored-for.ts'
import { messages } from '#features/scrapers/messages.ts'
import { kindOfLane, listExtensions, type ReadLane, type RefreshLane } from '#features/scrapers/rules.ts'
import { queueToolJob } from '#features/tool-jobs/server/job-actions.ts'
import { retryFailedRows } from '#features/tool-jobs/server/retry-failed-rows.ts'
import type { ToolJob } from '#features/tool-jobs/server/tool-runner.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid } from '#kit/server/problem.ts'
import { runInThread } from '#kit/server/run-in-thread.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { ownBytes, type Threads } from '#kit/server/threads.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { ListedAddress } from './read-list.ts'
import type { SheetForm } from './read-form.ts'
import type { RefreshSheet } from './read-refresh-sheet.ts'

export type AcceptDeps = { app: AppContext; threads: Threads }

const file = new URL('./read-files.worker.ts', import.meta.url)

/** Reading a file takes at most this long, in milliseconds; more means that it was made to. */
const limit = 30_000

type ListForm = {
  filename: string
  platform: FindingPlatformDefinition
  location: string
  archive: boolean | undefined
}
type Queued = { message: string; id: string; numOfRecords: number }

/** Queues an uploaded list of addresses; 422 for a file that cannot be read or has none, 429 with 20 jobs waiting. */
export async function queueList(
  deps: AcceptDeps,
  session: Session,
  lane: ReadLane,
  { filename, platform, location, archive = false }: ListForm,
): Promise<Queued> {
  const { app } = deps
  await refuseWithoutBrowser(app)
  const { extension, bytes } = await uploadedList(app, location)
  const lines = await read<ListedAddress[]>(deps, 'readList', {
    bytes: new Uint8Array(ownBytes(bytes)),
    extension,
    platform: platform.value,
  })
  const id = newId()
  await inTransaction(app.pool, ({ db }) =>
    queueToolJob(
      db,
      {
        id,
        kind: kindOfLane[lane],
        userId: session.userId,
        name: filename,
        platform: platform.value,
        options: { archive },
      },
      lines,
    ),
  )
  return { message: messages.queued(lines.length), id, numOfRecords: lines.length }
}

async function uploadedList(app: AppContext, location: string): Promise<{ extension: string; bytes: Buffer }> {
  const [key] = await storedFor(app.db, { bucket: app.files.bucket, purpose: 'images', links: [location] })
  const extension = /\.(\w+)$/.exec(key ?? '')?.[1] ?? ''
  if (key === undefined) throw invalid({ file: messages.noSuchFile })
  if (!listExtensions.some((one) => one === extension)) throw invalid({ file: messages.notAList })
  const bytes = await app.files.read(key)
  if (!bytes) throw invalid({ file: messages.noSuchFile })
  return { extension, bytes }
}

/** Queues a sheet to be refreshed; 422 for one that cannot be read or has no rows, 429 with 20 jobs waiting. */
export async function queueSheet(
  deps: AcceptDeps,
  session: Session,
  lane: RefreshLane,
  { filename, platform, file: { name, bytes } }: SheetForm,
): Promise<Queued> {
  const { app } = deps
  await refuseWithoutBrowser(app)
  const { header, lines } = await read<RefreshSheet>(deps, 'readSheet', {
    name,
    bytes: new Uint8Array(ownBytes(bytes)),
    platform: platform.value,
  })
  const id = newId()
  await inTransaction(app.pool, ({ db }) =>
    queueToolJob(
      db,
      {
        id,
        kind: kindOfLane[lane],
        userId: session.userId,
        name: filename,
        platform: platform.value,
        options: { header },
      },
      lines,
    ),
  )
  return { message: messages.added, id, numOfRecords: lines.length }
}

/** Queues the failed rows of a finished job again; 422 where no page can be opened. */
export async function retryScraper(app: AppContext, db: Db, session: Session, job: ToolJob) {
  await refuseWithoutBrowser(app)
  const title = `Scrapper ${job.kind.replace('scraper-', '')}`
  return retryFailedRows(db, session, job, { title, nameOf: () => job.name })
}

/** Says what is missing before anything is queued. */
async function refuseWithoutBrowser({ browser }: AppContext): Promise<void> {
  const missing = await browser.missing()
  if (missing !== undefined) throw invalid({ browser: missing })
}

async function read<Result>(
  { threads }: AcceptDeps,
  name: 'readList' | 'readSheet',
  input: { bytes: Uint8Array<ArrayBuffer> } & Record<string, unknown>,
): Promise<Result> {
  const found = await runInThread<Result | string>(threads, {
    file,
    name,
    input,
    transferred: [input.bytes.buffer],
    limit,
  })
  if (typeof found === 'string') throw invalid({ file: found })
  return found
}
