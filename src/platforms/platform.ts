import type { Columns } from '#columns/column.ts'
import {
  platformNames,
  type FindingPlatform,
  type PlatformKey,
  type PlatformValue,
} from '#vocabulary/platform-names.ts'
import type { StatusCode } from '#vocabulary/statuses.ts'

/** What people may do with a platform's rows; buttons and endpoints use the same list. */
export type Ability = 'import' | 'edit' | 'approve' | 'comment' | 'enforce' | 'mail'

/**
 * How a list loads more rows on scrolling (G12): the next page of a fixed 20, page 1 again with 20 more rows than are
 * visible, or the next page of the chosen size.
 */
export type Scrolling = 'next-20' | 'visible-plus-20' | 'next-page'

/**
 * A platform, as data: the column names of each use, in order. No behaviour, no markup, no SQL.
 * Every name is checked against `columns` by `definePlatform`.
 */
export type Platform = {
  key: PlatformKey
  value: PlatformValue
  path: string
  /** Its name on screens, in menus and in notifications. */
  title: string
  /** Its module name in calls and log records. */
  module: string
  /** The flag a brand needs to see the screen. */
  flag: PlatformKey
  /** Name of the model in notifications and the data log (G53, G106). */
  model: string
  /** Table of the platform's own columns. */
  table: string
  columns: Columns
  /** The column whose normalised value identifies a finding (G63). */
  identity: string
  /** E-commerce also rejects a listing id that occurs twice on one site (G69). */
  alsoUnique?: { column: string; within: string }
  imported: readonly string[]
  /** Recognised by header name at the end of a sheet (G66). */
  importedIfNamed: readonly string[]
  /** Column of the reason code in a sheet without a header, counted from 0 (G51). */
  reasonCodePosition: number
  listed: readonly string[]
  /** The expanded row, in this order. */
  detailed: readonly string[]
  sortedBy: readonly string[]
  filteredBy: readonly string[]
  /** Filters whose external name differs from the column's (G65). */
  filterAliases: Readonly<Record<string, string>>
  downloaded: readonly string[]
  statuses: readonly StatusCode[]
  /** The status filter when none is given; trap purchase only (G48). */
  statusByDefault?: StatusCode
  /** Hosting columns that an enforcement record also stores; empty where there are none. */
  enforcedWith: readonly string[]
  abilities: readonly Ability[]
  pageSizes: readonly number[]
  scrolling: Scrolling
  /** Formats a client may download. */
  downloadFormats: readonly ('csv' | 'excel')[]
  downloadName: string
  /** Timeout of a download in the browser, in seconds (C-302). */
  downloadPatience: number
  /** The exact message after a comment was saved (G55). */
  commentSaved: string
}

type Names<C extends Columns> = Extract<keyof C, string>

type Definition<C extends Columns> = Omit<
  Platform,
  | 'columns'
  | 'value'
  | 'path'
  | 'imported'
  | 'importedIfNamed'
  | 'listed'
  | 'detailed'
  | 'sortedBy'
  | 'downloaded'
  | 'identity'
  | 'enforcedWith'
  | 'alsoUnique'
  | 'filterAliases'
  | 'module'
  | 'flag'
  | 'downloadName'
> & {
  columns: C
  identity: Names<C>
  alsoUnique?: { column: Names<C>; within: Names<C> }
  imported: readonly Names<C>[]
  importedIfNamed?: readonly Names<C>[]
  listed: readonly Names<C>[]
  detailed: readonly Names<C>[]
  sortedBy: readonly Names<C>[]
  filterAliases?: Readonly<Record<string, Names<C>>>
  downloaded: readonly Names<C>[]
  enforcedWith: readonly Names<C>[]
  module?: string
  flag?: PlatformKey
  downloadName?: string
}

/** Checks every name against the platform's columns and returns the definition. Throws on a filter without a column. */
export function definePlatform<const C extends Columns>(definition: Definition<C>): Platform {
  const names = platformNames.find((p) => p.key === definition.key)!
  const aliases = definition.filterAliases ?? {}
  for (const name of definition.filteredBy) {
    if (!(name in definition.columns) && !(name in aliases))
      throw new Error(`${definition.title}: no column for filter ${name}`)
  }
  return {
    importedIfNamed: [],
    module: names.value,
    flag: names.key,
    downloadName: names.value,
    ...definition,
    value: names.value,
    path: names.path,
    filterAliases: aliases,
  }
}

/** A platform that has findings, for code that never handles TMCH marks. */
export type FindingPlatformDefinition = Platform & { value: FindingPlatform }
