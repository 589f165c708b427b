import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Egress, EgressError } from '#kit/server/egress.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { AppContext } from '#kit/server/serve.ts'
import * as queries from './feed-queries.ts'
import { NamesProblem } from './name-lines.ts'
import { readFolder } from './read-folder.ts'
import { readNames } from './read-names.ts'
import { type CertificateLog, LogProblem, readBatch, sizeOfLog } from './read-log.ts'
import type { SearchDeps } from './search-deps.ts'
import { openWatchedNames, storeMatches, type WatchedNames } from './watched-names.ts'

/** The feeds that are read: certificate logs and lists of new names, and the way there. */
export type FeedDeps = Pick<SearchDeps, 'createMatcher'> & {
  egress: Egress
  logs: readonly CertificateLog[]
  /** Addresses of lists of names, fetched once a day. */
  lists: readonly string[]
  /** A folder whose files of names are read when they are new or changed. */
  folder?: string | undefined
}

type App = Pick<AppContext, 'pool' | 'db' | 'files'>

/** Entries before its end at which a log is begun: enough to hear something at once. */
const begunBefore = 2000
const hoursBetweenLists = 20
const maxListBytes = 200_000_000
const longestRead = 40_000

/** The job: reads every log on from where it was left, and the lists that are due, until the time is over. */
export async function readFeeds(app: App, deps: FeedDeps, milliseconds = longestRead): Promise<void> {
  const watched = await openWatchedNames(app.db, deps)
  if (watched.isEmpty) return
  const until = Date.now() + milliseconds
  await Promise.all(deps.logs.map((log) => readLog(app, deps, { log, watched, until })))
  for (const address of deps.lists)
    if (Date.now() < until && (await queries.claimList(app.db, { id: newId(), address }, hoursBetweenLists)))
      await readList(app, deps, watched, address)
  if (deps.folder !== undefined) await readFolder(app, watched, deps.folder, until)
}

type LogWork = { log: CertificateLog; watched: WatchedNames; until: number }

async function readLog(app: App, { egress }: FeedDeps, { log, watched, until }: LogWork): Promise<void> {
  const feed = { id: newId(), ...log }
  try {
    const size = await sizeOfLog(egress, log)
    const stored = await queries.positionOfLog(app.db, log.address)
    let position = stored?.position ?? Math.max(0, size - begunBefore)
    if (!stored || position > size) {
      const problem = stored ? `It had ${position} entries and has ${size} now: it was begun anew` : null
      position = Math.max(0, size - begunBefore)
      await queries.beginLog(app.db, feed, { position, size, problem })
    }
    if (position === size)
      await queries.moveLog(app.db, log.address, { from: size, to: size, size, names: 0, matched: 0 })
    while (position < size && Date.now() < until) {
      const batch = await readBatch(egress, log, { position, size })
      const matches = await watched.match(batch.hosts)
      const from = position
      const isMoved = await inTransaction(app.pool, async ({ db }) => {
        const { matched } = await storeMatches(db, matches)
        const { next: to, hosts } = batch
        return queries.moveLog(db, log.address, { from, to, size, names: hosts.length, matched })
      })
      // Another worker reads it.
      if (!isMoved) return
      position = batch.next
    }
  } catch (problem) {
    if (!(problem instanceof LogProblem)) throw problem
    await queries.noteFeed(app.db, feed, { names: 0, matched: 0, problem: problem.message })
  }
}

async function readList(app: App, { egress }: FeedDeps, watched: WatchedNames, address: string): Promise<void> {
  const feed = { id: newId(), kind: 'list' as const, address }
  const folder = await mkdtemp(join(tmpdir(), 'brandkeep-list-'))
  const path = join(folder, 'names')
  try {
    const status = await fetchInto(path, egress, address)
    if (status !== 200) throw new NamesProblem(`It answered with status ${status}`)
    const read = await readNames(app, watched, createReadStream(path))
    await queries.noteFeed(app.db, feed, { ...read, problem: null })
  } catch (problem) {
    if (!(problem instanceof NamesProblem || problem instanceof EgressError)) throw problem
    await queries.noteFeed(app.db, feed, { names: 0, matched: 0, problem: problem.message })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stores what an address answers in a file, part by part, since it may have 200 MB; returns the status. */
async function fetchInto(path: string, egress: Egress, address: string): Promise<number> {
  const file = await open(path, 'w')
  try {
    const { status } = await egress.safeFetch(address, 'text/plain, application/gzip, */*', {
      maxBytes: maxListBytes,
      seconds: 300,
      configuredOrigin: new URL(address).origin,
      onPart: (part) => file.appendFile(part),
    })
    return status
  } finally {
    await file.close()
  }
}
