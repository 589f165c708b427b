import type { Db } from '#kit/server/db.ts'
import { coveringLists } from './evidence-day-queries.ts'

/** An entry that is as it was stored, and when that was. */
export type DatedFile = { file: string; sha256: string; at: string }

/**
 * A daily list of evidence that has entries of a case file; before it is made, its day is the first that it can have and
 * `code` is null.
 */
export type NamedList = { day: string; code: string | null; files: { file: string; sha256: string }[] }

/** The daily lists that have what a case file shows, so that whoever gets it can ask for them. */
export async function listsOf(db: Db, dated: readonly DatedFile[]): Promise<NamedList[]> {
  const byDay = Map.groupBy(dated, ({ at }) => new Date(at).toISOString().slice(0, 10))
  const lists = new Map<string, NamedList>()
  for (const { stored, day, head } of await coveringLists(db, [...byDay.keys()])) {
    const named = lists.get(day ?? stored) ?? { day: day ?? stored, code: head, files: [] }
    named.files.push(...byDay.get(stored)!.map(({ file, sha256 }) => ({ file, sha256 })))
    lists.set(named.day, named)
  }
  return [...lists.values()]
}
