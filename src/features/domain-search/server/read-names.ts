import type { Readable } from 'node:stream'
import { markProgress } from '#kit/server/stalled-work.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { namesIn } from './name-lines.ts'
import { storeMatches, type WatchedNames } from './watched-names.ts'

/**
 * Reads names from a stream and stores those that match; returns how many there were of both, and the brands for which
 * some are new. Throws NamesProblem.
 */
export async function readNames(
  { db }: Pick<AppContext, 'db'>,
  watched: WatchedNames,
  source: Readable,
): Promise<{ names: number; matched: number; brandIds: ReadonlySet<string> }> {
  let names = 0
  let matched = 0
  const brandIds = new Set<string>()
  for await (const group of namesIn(source)) {
    names += group.length
    // Millions of names may match nothing.
    markProgress()
    const matches = await watched.match(group)
    if (matches.size === 0) continue
    const stored = await storeMatches(db, matches)
    matched += stored.matched
    for (const id of stored.brandIds) brandIds.add(id)
  }
  return { names, matched, brandIds }
}
