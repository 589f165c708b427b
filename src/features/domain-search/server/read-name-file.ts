import { messages } from '#features/domain-search/messages.ts'
import { inTransaction } from '#kit/server/db.ts'
import type { AppContext } from '#kit/server/serve.ts'
import * as queries from './feed-queries.ts'
import { NamesProblem } from './name-lines.ts'
import { readNames } from './read-names.ts'
import { schedulesOf } from './schedule-queries.ts'
import { startRuns } from './schedules.ts'
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
      if (!deps.isSearching) return
      const zone = app.settings.businessZone
      await startRuns(db, await schedulesOf(db, [...brandIds]), { userId: waiting.userId, zone, isForNew: true })
    })
  } catch (problem) {
    if (!(problem instanceof NamesProblem)) throw problem
    await queries.endNameFile(app.db, id, { names: 0, matched: 0, problem: problem.message })
  }
  await app.files.remove(waiting.key)
}
