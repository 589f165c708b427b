import type { Readable } from 'node:stream'
import { markProgress } from '#kit/server/stalled-work.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { namesIn } from './name-lines.ts'
import { storeMatches, type WatchedNames } from './watched-names.ts'

/** Reads names from a stream and stores those that match; returns how many there were of both. Throws NamesProblem. */
export async function readNames(
  { db }: Pick<AppContext, 'db'>,
  watched: WatchedNames,
  source: Readable,
): Promise<{ names: number; matched: number }> {
  let names = 0
  let matched = 0
  for await (const group of namesIn(source)) {
    names += group.length
    // Millions of names may match nothing.
    markProgress()
    const matches = await watched.match(group)
    if (matches.size > 0) matched += await storeMatches(db, matches)
  }
  return { names, matched }
}
