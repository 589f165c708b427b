import { searchDomains } from '#features/domain-search/contract-jobs.ts'
import { messages } from '#features/domain-search/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import type { AppContext } from '#kit/server/serve.ts'
import * as queries from './feed-queries.ts'
import { NamesProblem } from './name-lines.ts'
import { readNames } from './read-names.ts'
import { addRun, schedulesOf } from './schedule-queries.ts'
import { searchDay } from './schedules.ts'
import type { SearchDeps } from './search-deps.ts'
import { openWatchedNames } from './watched-names.ts'

type App = Pick<AppContext, 'pool' | 'db' | 'files' | 'settings'>
/** `isSearching`: names are looked up on this server. */
type FileDeps = Pick<SearchDeps, 'createMatcher'> & { isSearching: boolean }

/**
 * Reads an uploaded file of names, once, and starts the searches of the brands that some of them look like: who uploads a
 * file waits for what is in it. A second run of the job finds nothing to do.
 */
export async function readNameFile(app: App, deps: FileDeps, id: string): Promise<void> {
  const waiting = await queries.waitingFile(app.db, id)
  if (!waiting) return
  const stored = await app.files.stream(waiting.key)
  const watched = await openWatchedNames(app.db, deps)
  try {
    const none = { names: 0, matched: 0, brandIds: new Set<string>() }
    const { brandIds, ...read } = stored ? await readNames(app, watched, stored.body) : none
    const problem = !stored ? messages.fileGone : read.names === 0 ? messages.noNames : null
    await inTransaction(app.pool, async ({ db }) => {
      await queries.endNameFile(db, id, { ...read, problem })
      if (deps.isSearching) await startRuns(app, db, { brandIds: [...brandIds], userId: waiting.userId })
    })
  } catch (problem) {
    if (!(problem instanceof NamesProblem)) throw problem
    await queries.endNameFile(app.db, id, { names: 0, matched: 0, problem: problem.message })
  }
  await app.files.remove(waiting.key)
}

/** A schedule that is being executed has its new names looked up by the next run. */
async function startRuns(
  { settings: { businessZone } }: App,
  db: Db,
  { brandIds, userId }: { brandIds: readonly string[]; userId: string },
): Promise<void> {
  const day = searchDay(businessZone)
  for (const scheduleId of await schedulesOf(db, brandIds)) await addRun(db, { id: newId(), scheduleId, userId, day })
  if (brandIds.length > 0) await enqueue(db, searchDomains, {})
}
