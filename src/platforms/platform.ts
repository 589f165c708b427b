import { conditionNames } from '#columns/conditions.ts'
import { kindOf } from '#columns/kinds.ts'
import type { Columns } from '#columns/column.ts'
import type { DataModel } from '#vocabulary/data-log.ts'
import {
  platformNames,
  type FindingPlatform,
  type FindingPlatformKey,
  type PlatformKey,
  type PlatformValue,
} from '#vocabulary/platform-names.ts'
import type { StatusCode } from '#vocabulary/statuses.ts'

/** What people may do with a platform's rows; buttons and endpoints use the same list. */
export type Ability = 'import' | 'edit' | 'approve' | 'comment' | 'enforce' | 'mail' | 'form'

/**
 * How a list loads more rows on scrolling (G12): the next page of a fixed 20, page 1 again with 20 more rows than are
 * visible, or the next page of the chosen size.
 */
export type Scrolling = 'next-20' | 'visible-plus-20' | 'next-page'

/** Fields that name a seller and the site where they sell; findings are counted by both (G64). */
export type Seller<Name extends string = string> = { name: Name; site: Name }

/** A chart of the values of a column: the field of the chart call's answer, and the chart's title. */
export type ValueChart<Name extends string = string> = { column: Name; field: string; title: string }

/**
 * What the alert of a rejected save of edits says: its first error, which addresses are the brand's own, or nothing,
 * where the marked rows suffice.
 */
export type SaveFailure = 'first-error' | 'own-domains' | 'own-links' | 'none'

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
  model: DataModel
  /** Table of the platform's own columns. */
  table: string
  columns: Columns
  /** The column whose normalised value identifies a finding (G63). */
  identity: string
  /** Its findings name a seller. The counts by seller come from triggers of its table. */
  seller?: Seller
  /** Rejects also a value, such as a listing id, that occurs twice on one site (G69). */
  alsoUnique?: { column: string; within: string }
  imported: readonly string[]
  /**
   * The columns of Staging after the row's number (G78); by default picture and status, then the import columns that
   * nobody has to fill in there.
   */
  staged: readonly string[]
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
  /** The column that names who offers, runs or registered what was found, shown with what a finding is about. */
  offeredBy?: string
  /** Hosting columns that an enforcement record also stores; empty where there are none. */
  enforcedWith: readonly string[]
  /** 'mail': its abuse desks accept email; 'form': they take reports through web forms. */
  abilities: readonly Ability[]
  /** What a report through a web form states in addition to what all reports have. */
  reportedWith: readonly string[]
  pageSizes: readonly number[]
  scrolling: Scrolling
  /** Formats a client may download. */
  downloadFormats: readonly ('csv' | 'excel')[]
  downloadName: string
  /** Timeout of a download in the browser, in seconds (C-302). */
  downloadPatience: number
  /** Whether a failed download is shown; others are only logged (C-323, C-324). */
  showsFailedDownload: boolean
  /** Last part of the path of its comment call. */
  commentPath: 'update-comment' | 'update-client-comment'
  /** The exact message after a comment was saved (G55). */
  commentSaved: string
  saveFailure: SaveFailure
  /** Modules of the views that show some of its findings (G67). */
  views: readonly string[]
  /** What a client request shows of a record that already exists (C-160): field of the answer → column. */
  shownInRequests: Readonly<Record<string, string>>
  /** Its place when the first platform of a newly selected brand is preselected; the last is the default (S-007). */
  pickRank: number
  /** Last part of the path of its chart call. */
  chartPath: string
  /** Title of its chart by reporting date. */
  dateChartTitle: string
  /** The values are counted by triggers of its table. */
  valueChart?: ValueChart
}

type Names<C extends Columns> = Extract<keyof C, string>

type Definition<C extends Columns> = Omit<
  Platform,
  | 'columns'
  | 'title'
  | 'value'
  | 'path'
  | 'imported'
  | 'staged'
  | 'importedIfNamed'
  | 'listed'
  | 'detailed'
  | 'sortedBy'
  | 'downloaded'
  | 'identity'
  | 'offeredBy'
  | 'enforcedWith'
  | 'reportedWith'
  | 'alsoUnique'
  | 'filterAliases'
  | 'module'
  | 'flag'
  | 'downloadName'
  | 'seller'
  | 'showsFailedDownload'
  | 'commentPath'
  | 'saveFailure'
  | 'views'
  | 'shownInRequests'
  | 'chartPath'
  | 'dateChartTitle'
  | 'valueChart'
> & {
  columns: C
  identity: Names<C>
  alsoUnique?: { column: Names<C>; within: Names<C> }
  imported: readonly Names<C>[]
  staged?: readonly Names<C>[]
  importedIfNamed?: readonly Names<C>[]
  listed: readonly Names<C>[]
  detailed: readonly Names<C>[]
  sortedBy: readonly Names<C>[]
  filterAliases?: Readonly<Record<string, Names<C>>>
  downloaded: readonly Names<C>[]
  offeredBy?: Names<C>
  enforcedWith: readonly Names<C>[]
  reportedWith?: readonly Names<C>[]
  module?: string
  flag?: PlatformKey
  downloadName?: string
  seller?: Seller<Names<C>>
  showsFailedDownload?: boolean
  commentPath?: Platform['commentPath']
  saveFailure?: SaveFailure
  views?: readonly string[]
  shownInRequests: Readonly<Record<string, Names<C>>>
  chartPath?: string
  dateChartTitle?: string
  valueChart?: ValueChart<Names<C>>
}

/** Checks every name against the platform's columns and returns the definition. Throws on a filter without a column. */
export function definePlatform<const C extends Columns>(definition: Definition<C>): Platform {
  const names = platformNames.find((p) => p.key === definition.key)!
  const aliases = definition.filterAliases ?? {}
  for (const name of definition.filteredBy) {
    if (!(name in definition.columns) && !(name in aliases))
      throw new Error(`${names.title}: no column for filter ${name}`)
  }
  return {
    staged: ['image', 'status', ...definition.imported.filter((name) => !notStaged.includes(name))],
    importedIfNamed: [],
    reportedWith: [],
    module: names.value,
    flag: names.key,
    downloadName: names.value,
    showsFailedDownload: false,
    commentPath: 'update-comment',
    saveFailure: 'none',
    views: [],
    chartPath: names.value,
    dateChartTitle: `${names.title} Infringement by Reporting Date`,
    ...definition,
    title: names.title,
    value: names.value,
    path: names.path,
    filterAliases: aliases,
  }
}

/** Import columns that are not in Staging's default list: the first two lead it, the server fills in the others (G78). */
const notStaged: readonly string[] = ['image', 'status', 'dateAdded', 'brand', 'employeeCode']

/** A platform that has findings, for code that never handles TMCH marks. */
export type FindingPlatformDefinition = Platform & { key: FindingPlatformKey; value: FindingPlatform }

/** Whether a finding is identified by a domain name, not by the address of a page. */
export const isIdentifiedByDomain = (platform: Pick<Platform, 'columns' | 'identity'>): boolean =>
  platform.columns[platform.identity]!.kind === 'domain'

/** What a finding reports: its domain where the platform identifies it by that, else its page; blank without both. */
export const reportedAddress = (
  platform: Pick<Platform, 'columns' | 'identity'>,
  { url, domain }: { url: string | null; domain: string | null },
): string => (isIdentifiedByDomain(platform) ? domain || url : url || domain) || ''

type Shown = Pick<Platform, 'listed' | 'detailed'> & Partial<Pick<Platform, 'enforcedWith'>>

/**
 * The columns that can be searched: those that a row or its details show, and where a finding is hosted; no pictures,
 * videos and names of brands.
 */
export function searchedColumns({ listed, detailed, enforcedWith = [] }: Shown): string[] {
  return [...new Set([...listed, ...detailed, ...enforcedWith])].filter(
    (name) => !['image', 'brand', 'videoUrl'].includes(name),
  )
}

type Filtered = Shown & Pick<Platform, 'columns' | 'filteredBy'> & Partial<Pick<Platform, 'filterAliases'>>

/** What conditions of a list may be about, by external name: its filters, then the other columns that it shows. */
export function conditionedNames({ columns, filteredBy, filterAliases = {}, ...shown }: Filtered): string[] {
  const filters = filteredBy.filter((name) => (filterAliases[name] ?? name) in columns)
  const filtered = filters.map((name) => filterAliases[name] ?? name)
  return [...filters, ...searchedColumns(shown).filter((name) => !filtered.includes(name))]
}

const conditionsByPlatform = new WeakMap<Filtered, string[]>()

/** The parameters of all conditions on a platform's list: 'column.operator'. */
export function conditionsOf(platform: Filtered): string[] {
  const known = conditionsByPlatform.get(platform)
  if (known) return known
  const names = conditionNames(platform.columns, conditionedNames(platform), platform.filterAliases)
  conditionsByPlatform.set(platform, names)
  return names
}

/** The columns that are filtered by picking values, whose choices are counted. */
export const countedColumns = (platform: Filtered): string[] =>
  conditionedNames(platform)
    .map((name) => platform.filterAliases?.[name] ?? name)
    .filter((name) => kindOf(platform.columns[name]!.kind).search === 'many')
