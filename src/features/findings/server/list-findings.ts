import type { ListInput } from '#features/findings/contract-schemas.ts'
import type { Filters } from '#columns/filter.ts'
import { pageOf, type Page } from '#kit/contract/page.ts'
import type { Db, Sql } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import type { Platform } from '#platforms/platform.ts'
import { readStatus } from '#vocabulary/statuses.ts'
import { countFindings, totalCounted } from './counters.ts'
import { findingResponses, type FindingResponse } from './finding-response.ts'
import type { LinkTo } from '#kit/server/files.ts'
import { facetNames } from './facets.ts'
import { pageOfFindings, type Sorting } from './page-queries.ts'
import { facetValues, idsOfNotification, numberOfFindings, sitesIn, type FindingQuery } from './queries.ts'
import { requestedRange } from './range.ts'
import { seesNothing, visible } from './visible.ts'

/** Dependencies of the reads: the business time zone, and how a stored picture gets a link. */
export type FindingDeps = { zone: string; linkTo: LinkTo }

type FindingList = Page<FindingResponse> & { domainUniqueSites?: string[]; totalIsExact?: boolean }

/**
 * A page of a platform's findings in the caller's scope. The total is exact unless the caller asks for it later and it is
 * not known without counting. 403 for a foreign company or brand.
 */
export async function listFindings(
  db: Db,
  session: Session,
  platform: Platform,
  input: ListInput,
  deps: FindingDeps,
): Promise<FindingList> {
  const query = await findingQueryOf(db, session, platform, input, deps.zone)
  const size = input.dropdownCount ?? input.perPage ?? 10
  const sites = platform.seller && !seesNothing(query.scope) ? sitesIn(query.scope, platform.seller.site) : undefined
  const { page, found } = await fetchPage(
    db,
    query,
    { ...input, size },
    {
      sites,
      names: session.names,
      isLater: input.total === 'later',
    },
  )
  const docs = findingResponses(platform, found.found, deps.linkTo)
  return {
    ...pageOf(docs, page, size, found.total),
    ...(platform.seller ? { domainUniqueSites: found.sites } : {}),
    ...(found.isExact ? {} : { totalIsExact: false }),
  }
}

/** The number of findings that a list has. */
export async function countOfList(
  db: Db,
  session: Session,
  platform: Platform,
  input: ListInput,
  zone: string,
): Promise<{ totalDocs: number }> {
  return { totalDocs: await totalOf(db, await findingQueryOf(db, session, platform, input, zone)) }
}

type PageParams = Partial<Pick<ListInput, 'page' | 'sortBy' | 'sortOrder' | 'sortDirection'>> & { size: number }

/** A page of the findings a query matches, as the API returns them, with the total, counted as `counting` says where given. */
export async function findingsPage(
  db: Db,
  query: FindingQuery,
  params: PageParams,
  deps: Pick<FindingDeps, 'linkTo'>,
  counting?: Counting,
): Promise<Page<FindingResponse>> {
  const { page, found } = await fetchPage(db, query, params, { counting })
  return pageOf(findingResponses(query.platform, found.found, deps.linkTo), page, params.size, found.total)
}

/** How a total that no counter has is counted: by a statement of its own, or by that of the page (PageOptions). */
type Counting = (() => Promise<number>) | 'reading'

type PageExtras = {
  sites?: Sql | undefined
  names?: Session['names']
  counting?: Counting | undefined
  /** A total that has to be counted is left out: what is known so far stands in its place. */
  isLater?: boolean
}

/** The rows of a page with the total, and the extras that were requested with it. */
async function fetchPage(
  db: Db,
  query: FindingQuery,
  params: PageParams,
  { sites, names, counting, isLater = false }: PageExtras = {},
) {
  const { platform, scope } = query
  const { size, page = 1 } = params
  const offset = (page - 1) * size
  if (seesNothing(scope)) return { page, found: { found: [], total: 0, sites: [], isExact: true } }
  const counters = counterQueryOf(query)
  // One more row than the page has says whether there is another page.
  const isBounded = isLater && counters === undefined
  const uncounted = counting === 'reading' ? counting : undefined
  const found = await pageOfFindings(db, query, sortingOf(platform, params), {
    size: isBounded ? size + 1 : size,
    offset,
    total: counters ? totalCounted(scope, counters.range, counters.statuses) : uncounted,
    sites,
    names,
  })
  if (isBounded && found.found.length > 0) {
    const total = offset + found.found.length
    const isExact = found.found.length <= size
    return { page, found: { ...found, found: found.found.slice(0, size), total, isExact } }
  }
  // A page that is not full is the last one, so the total is known without counting.
  const isLast = found.found.length < size && (found.found.length > 0 || offset === 0)
  const known = found.total ?? (isLast ? offset + found.found.length : undefined)
  const total = known ?? (await (typeof counting === 'function' ? counting() : totalOf(db, query)))
  return { page, found: { ...found, total, isExact: true } }
}

/** Turns request parameters into a query limited to the caller's rows; lists and downloads start here. */
export async function findingQueryOf(
  db: Db,
  session: Session,
  platform: Platform,
  input: ListInput,
  zone: string,
): Promise<FindingQuery> {
  const scope = visible(platform, session, input)
  const isByDay = 'reportingDate' in input.filters || 'reportingDate.between' in input.filters
  const filtersByDay = isByDay && !input.startDate && !input.endDate
  if (input.notification === undefined)
    return {
      platform,
      scope,
      range: filtersByDay ? undefined : requestedRange(input, zone),
      filters: restrictToPlatformStatuses(platform, input.filters),
    }
  // A notification's records belong to one brand, whatever company and brand are selected (G53).
  const { status: _, reportingDate: __, ...filters } = input.filters
  const ids = await idsOfNotification(db, session.userId, input.notification)
  const ofNotification = { ...filters, ...allPlatformStatuses(platform) }
  return { platform, scope: visible(platform, session), range: undefined, filters: ofNotification, ids }
}

/** Number of findings a query matches: from the counters where possible, else counted, up to `max`. */
export async function totalOf(db: Db, query: FindingQuery, max?: number): Promise<number> {
  if (seesNothing(query.scope) || query.ids?.length === 0) return 0
  const counters = counterQueryOf(query)
  if (counters) return countFindings(db, query.scope, counters.range, counters.statuses)
  return numberOfFindings(db, query, max)
}

/** Trap purchase defaults to status 44, and never lists a finding that is not a purchase (G48). */
export function restrictToPlatformStatuses(platform: Platform, filters: Filters): Filters {
  if (platform.statusByDefault === undefined) return filters
  const { status } = filters
  const requested = status?.search === 'many' ? status.values : [platform.statusByDefault]
  const values = requested.map((text) => readStatus(text) ?? text).filter((code) => hasStatus(platform, code))
  return { ...filters, status: { search: 'many', values } }
}

const hasStatus = ({ statuses }: Platform, code: string) => (statuses as readonly string[]).includes(code)

/** The records of a notification may have any status; on trap purchase, any purchase status. */
function allPlatformStatuses({ statusByDefault, statuses }: Platform): Filters {
  return statusByDefault === undefined ? {} : { status: { search: 'many', values: [...statuses] } }
}

/** Unknown sort keys fall back to the newest first (G11). */
function sortingOf(platform: Platform, { sortBy, sortOrder, sortDirection }: Omit<PageParams, 'size'>): Sorting {
  if (sortBy === undefined || !platform.sortedBy.includes(sortBy)) return { by: 'reportingDate', direction: 'desc' }
  return { by: sortBy, direction: sortOrder ?? sortDirection ?? 'asc' }
}

/** The query for the counters: company, brand, status and dates. Undefined when it has other conditions. */
export function counterQueryOf({ filters, range, ids, seller, extraConditions = [] }: FindingQuery) {
  if (ids || seller !== undefined || extraConditions.length > 0) return undefined
  const { status, reportingDate, ...others } = filters
  if (Object.keys(others).length > 0) return undefined
  const day = reportingDate?.search === 'day' ? reportingDate.day : undefined
  if (day !== undefined && range && (day < range.startDate || day > range.endDate)) return undefined
  return {
    range: day === undefined ? range : { startDate: day, endDate: day },
    statuses: status?.search === 'many' ? status.values.map((text) => readStatus(text) ?? text) : undefined,
  }
}

/** Values of the platform's pick-one filters in the caller's scope. */
export async function findingFacets(
  db: Db,
  session: Session,
  platform: Platform,
  requested: { clientCompanyId?: string | undefined; brand?: string | undefined },
): Promise<Record<string, string[]>> {
  return facetValues(db, visible(platform, session, requested), facetNames(platform))
}
