import { messages } from '#features/quick-tools/messages.ts'
import { RowRefused, type RowResult } from '#features/tool-jobs/server/tool-runner.ts'
import { JobRefused } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { type Source, SourceBusy, SourceChanged, SourceRefused } from '#sources/source.ts'
import { searchSource, SourceUnreached } from './query-source.ts'
import { noteCheck, noteThatItAnswers } from './queries.ts'
import type { SourceDeps } from './source-deps.ts'

/**
 * What a source has for a term. A refused or unanswered term fails alone; a source that has changed, or refuses the key,
 * ends the job, for every other term would fare the same (G86).
 */
export async function searchTerm(
  app: AppContext,
  deps: SourceDeps,
  source: Source,
  { term, signal }: { term: string; signal: AbortSignal },
): Promise<RowResult> {
  try {
    const records = await searchSource(deps, source, term, { db: app.db, signal })
    if (records.length > 0) await noteThatItAnswers(app.db, source.key)
    return { records }
  } catch (problem) {
    if (problem instanceof SourceChanged) {
      await noteCheck(app.db, { source: source.key, outcome: 'changed', detail: problem.message })
      throw new JobRefused(messages.changed(problem.message))
    }
    if (problem instanceof SourceRefused && problem.isFinal) {
      await noteCheck(app.db, { source: source.key, outcome: 'refused', detail: problem.message })
      throw new JobRefused(problem.message)
    }
    if (problem instanceof SourceRefused || problem instanceof SourceBusy || problem instanceof SourceUnreached)
      throw new RowRefused(problem.message)
    throw problem
  }
}
