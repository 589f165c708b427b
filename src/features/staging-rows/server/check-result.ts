import type { ParsedRows } from './read-rows.ts'
import type { IdentityKeys, JsonList, RowIndexes } from './packed-lists.ts'

/** What the checks of rows against the database found; empty texts and lists for nothing. */
export type CheckResult = {
  /** Keys of the rows that are already stored. */
  stored: IdentityKeys
  /** Listing ids that are already stored, with their sites. */
  lids: JsonList<[lid: string, site: string]>
  /** White-listed addresses and hosts. */
  whiteListed: JsonList<string>
  /** Rows whose picture is not stored. */
  missingPictures: RowIndexes
  /** Whether rows were not stored for an unknown reason. */
  unexplained: boolean
  /** Brand names (lower case) that are not the chosen brand. */
  wrongBrands: readonly string[]
  /** Edits only: rows whose address is unchanged, so it is not checked. */
  unchanged: RowIndexes
  /** Edits only: rows whose listing id another finding has. */
  takenLids: RowIndexes
  /** Edits only: rows whose picture the edit removes. */
  clearedPictures: RowIndexes
}

export const emptyCheckResult: CheckResult = {
  stored: '',
  lids: '',
  whiteListed: '',
  missingPictures: '',
  unexplained: false,
  wrongBrands: [],
  unchanged: '',
  takenLids: '',
  clearedPictures: '',
}

/** Whether a row is rejected, by its own cells or by the checks. Unchanged addresses reject nothing. */
export function hasRefusals(parsed: Pick<ParsedRows, 'hasRefusedRows'>, checkResult: CheckResult): boolean {
  const { unchanged: _, unexplained, ...found } = checkResult
  return parsed.hasRefusedRows || unexplained || Object.values(found).some((one) => one.length > 0)
}

/** The row indexes as a set. */
export const unpackIndexes = (packed: RowIndexes): Set<number> => new Set(unpackJoined(packed).map(Number))
/** The identity keys as a set. */
export const unpackKeys = (packed: IdentityKeys): Set<string> => new Set(unpackJoined(packed))
/** The items of the list. */
export function unpackList<Item>(packed: JsonList<Item>): Item[] {
  return packed === '' ? [] : (JSON.parse(packed) as Item[])
}

const unpackJoined = (joined: string): string[] => (joined === '' ? [] : joined.split(','))
