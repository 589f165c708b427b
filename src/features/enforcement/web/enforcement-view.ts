import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import { type AssignedChoice, assignedChoices } from '#features/enforcement/rules.ts'
import { cardSizes, type CardSize } from '#features/findings/web/dashboard-view.ts'
import { searchPrefix } from '#features/findings/web/value-links.ts'
import { largestPage } from '#kit/contract/page.ts'
import type { FilterTexts } from '#kit/web/filter-fields.ts'
import type { Sort } from '#kit/web/sort-cycle.ts'
import { findingPlatforms, type FindingPlatform } from '#vocabulary/platform-names.ts'

/** Records per page; the last is 'All' (S-039). */
export const pageSizes: readonly number[] = [10, 20, 50, 100, largestPage]
export const usualSize = 50

const textFilterNames = ['reportingDate', 'status', 'site', 'registrar', 'ipAddress', 'hosting', 'actionTaken'] as const

/** The filters of the form above the list, by their names in the call. */
export const formFilterNames = [...textFilterNames, 'assigned'] as const
export type FormFilters = Readonly<
  Partial<Record<(typeof textFilterNames)[number], string>> & { assigned?: AssignedChoice | undefined }
>

/** What the screen shows, as it is stored in the URL. */
export type EnforcementView = {
  scope: StaffScope
  formFilters: FormFilters
  /** Searches in the list header, by column. */
  filters: FilterTexts
  sort: Sort
  page: number
  size: number
  /** The id of the bulk send whose progress is shown. */
  batch: string | undefined
  /** Only what one upload or edit saved, by the id of its batch, or what a notification is about, by its id. */
  saved: string | undefined
  /** The finding that is open beside the list. */
  peek?: string | undefined
  /** Shown as pictures of this size instead of as a table. */
  cards?: CardSize | undefined
}

/** Shows another view; without `replace` it is a step in the history. */
export type GoTo = (to: (now: EnforcementView) => EnforcementView, options?: { replace?: boolean }) => void

/** Reads a view from URL parameters; missing or invalid values get the default. */
export function viewOf(search: Readonly<Record<string, unknown>>): EnforcementView {
  const text = (name: string) => {
    const raw = search[name]
    return typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : ''
  }
  const assigned = assignedChoices.find((one) => one === text('assigned'))
  const [page, size, by] = [Number(text('page')), Number(text('size')), text('sortBy')]
  return {
    scope: {
      companyId: text('company') || undefined,
      brandId: text('brand') || undefined,
      platform: findingPlatforms.find((one) => one === text('platform')) as FindingPlatform | undefined,
    },
    formFilters: {
      ...Object.fromEntries(textFilterNames.map((name) => [name, text(name)]).filter(([, value]) => value)),
      ...(assigned && { assigned }),
    },
    filters: Object.fromEntries(
      Object.keys(search)
        .filter((name) => name.startsWith(searchPrefix) && text(name) !== '')
        .map((name) => [name.slice(searchPrefix.length), text(name)]),
    ),
    sort: by ? { by, order: text('sortOrder') === 'desc' ? 'desc' : 'asc' } : null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.includes(size) ? size : usualSize,
    batch: text('batch') || undefined,
    saved: text('saved') || undefined,
    peek: text('peek') || undefined,
    cards: cardSizes.find((one) => one === text('cards')),
  }
}

/** The URL parameters of a view; defaults are omitted. */
export function searchOf(view: EnforcementView): Record<string, string> {
  const { companyId, brandId, platform } = view.scope
  const all: Record<string, string | undefined> = {
    company: companyId,
    brand: brandId,
    platform,
    ...view.formFilters,
    ...Object.fromEntries(Object.entries(view.filters).map(([name, text]) => [searchPrefix + name, text])),
    sortBy: view.sort?.by,
    sortOrder: view.sort?.order,
    page: view.page === 1 ? undefined : String(view.page),
    size: view.size === usualSize ? undefined : String(view.size),
    batch: view.batch,
    saved: view.saved,
    peek: view.peek,
    cards: view.cards,
  }
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** The view with the findings of this company and brand only, from its first page; a list not yet fetched stays empty. */
export const narrowedTo = (scope: StaffScope, view: EnforcementView): EnforcementView =>
  view.scope.platform === undefined ? view : { ...view, scope, page: 1, batch: undefined, peek: undefined }

/** What a saved view stores: filters, searches, order and page size, on whatever company and brand are chosen. */
export function savedViewOf(view: EnforcementView): Record<string, string> {
  const {
    company: _,
    brand: __,
    platform: ___,
    ...own
  } = searchOf({
    ...view,
    page: 1,
    batch: undefined,
    saved: undefined,
    peek: undefined,
  })
  return own
}

/** The view as the input of the list call. */
export function queryOf(view: EnforcementView) {
  return {
    limit: String(view.size),
    page: String(view.page),
    ...wholeListOf(view),
    ...(view.sort ? { sortBy: view.sort.by, sortOrder: view.sort.order } : {}),
  }
}

/** What the list matches, on all of its pages. */
export const wholeListOf = (view: EnforcementView) => ({ ...formQueryOf(view), filters: view.filters })

/** The part of it that the form above the list decides: whose findings, and which. */
export function formQueryOf({
  scope,
  formFilters: { status, ...formFilters },
  saved,
}: Pick<EnforcementView, 'scope' | 'formFilters' | 'saved'>) {
  return {
    company: scope.companyId,
    brand: scope.brandId,
    platform: scope.platform ?? '',
    ...formFilters,
    ...(status ? { status } : {}),
    ...(saved ? { saved } : {}),
  }
}
