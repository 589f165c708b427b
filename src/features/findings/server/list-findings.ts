import type { ListInput } from '#features/findings/contract.ts'
import type { Filters } from '#columns/filter.ts'
import { pageOf, type Page } from '#kit/contract/page.ts'
import type { Db, Sql } from '#kit/server/db.ts'
import { isStaff, type Proof, type Session } from '#kit/server/session.ts'
import type { Platform } from '#platforms/platform.ts'
import { readStatus } from '#vocabulary/statuses.ts'
import { countFindings, totalCounted } from './counters.ts'
import { answeredFindings, type Answered, type LinkTo } from './answered-finding.ts'
import { facetNames } from './facets.ts'
import {
  facetValues,
  idsOfNotification,
  numberOfFindings,
  pageOfFindings,
  sitesIn,
  type Question,
  type Sorting,
} from './queries.ts'
import { requestedRange } from './range.ts'
import { seesNothing, visible } from './visible.ts'

/** Dependencies of the reads: the business time zone, and how a stored picture gets a link. */
export type FindingTools = { zone: string; linkTo: LinkTo }

type List = Page<Answered> & { domainUniqueSites?: string[] }

/** A page of a platform's findings in the caller's scope; the total is exact. 403 for a foreign company or brand. */
export async function listFindings(
  db: Db,
  session: Session,
  platform: Platform,
  input: ListInput,
  tools: FindingTools,
): Promise<List> {
  const question = await questionOf(db, session, platform, input, tools.zone)
  const size = input.dropdownCount ?? input.perPage ?? 10
  const sites = platform.value === 'e-commerce' && !seesNothing(question.scope) ? sitesIn(question.scope) : undefined
  const { page, found } = await fetchPage(
    db,
    question,
    { ...input, size },
    {
      sites,
      names: isStaff(session) ? undefined : session.names,
      proof: session.proof,
    },
  )
  const docs = answeredFindings(platform, found.found, tools.linkTo)
  return {
    ...pageOf(docs, page, size, found.total),
    ...(platform.value === 'e-commerce' ? { domainUniqueSites: found.sites } : {}),
  }
}

type PageParams = Partial<Pick<ListInput, 'page' | 'sortBy' | 'sortOrder' | 'sortDirection'>> & { size: number }

/** A page of the findings a query matches, as the API returns them, with the total, by `countTotal` where given. */
export async function findingsPage(
  db: Db,
  question: Question,
  params: PageParams,
  tools: Pick<FindingTools, 'linkTo'>,
  counted?: () => Promise<number>,
): Promise<Page<Answered>> {
  const { page, found } = await fetchPage(db, question, params, { counted })
  return pageOf(answeredFindings(question.platform, found.found, tools.linkTo), page, params.size, found.total)
}

type PageExtras = {
  sites?: Sql | undefined
  names?: Session['names']
  counted?: (() => Promise<number>) | undefined
  proof?: Proof | undefined
}

/** The rows of a page with the exact total, and the extras that were requested with it. */
async function fetchPage(
  db: Db,
  question: Question,
  params: PageParams,
  { sites, names, counted, proof }: PageExtras = {},
) {
  const { platform, scope } = question
  const { size, page = 1 } = params
  const offset = (page - 1) * size
  if (seesNothing(scope)) return { page, found: { found: [], total: 0, sites: [] } }
  const counters = fromCounters(question)
  const found = await pageOfFindings(db, question, sortingOf(platform, params), {
    size,
    offset,
    total: counters && totalCounted(scope, counters.range, counters.statuses),
    sites,
    names,
    proof: proof?.now,
  })
  if (proof) proof.isHeld = found.proof === proof.stamp
  // A page that is not full is the last one, so the total is known without counting.
  const isLast = found.found.length < size && (found.found.length > 0 || offset === 0)
  const known = found.total ?? (isLast ? offset + found.found.length : undefined)
  return { page, found: { ...found, total: known ?? (await (counted ? counted() : totalOf(db, question))) } }
}

/** Turns request parameters into a query limited to the caller's rows; lists and downloads start here. */
export async function questionOf(
  db: Db,
  session: Session,
  platform: Platform,
  input: ListInput,
  zone: string,
): Promise<Question> {
  const scope = visible(platform, session, input)
  const filtersByDay = input.filters['reportingDate'] !== undefined && !input.startDate && !input.endDate
  if (input.notification === undefined)
    return {
      platform,
      scope,
      range: filtersByDay ? undefined : requestedRange(input, zone),
      filters: onlyItsOwn(platform, input.filters),
    }
  const { status: _, reportingDate: __, ...filters } = input.filters
  const ids = await idsOfNotification(db, session.userId, input.notification)
  return { platform, scope, range: undefined, filters: { ...filters, ...allItsOwn(platform) }, ids }
}

/** Number of findings a query matches: from the counters where possible, else counted, up to `max`. */
export async function totalOf(db: Db, question: Question, max?: number): Promise<number> {
  if (seesNothing(question.scope) || question.ids?.length === 0) return 0
  const counters = fromCounters(question)
  if (counters) return countFindings(db, question.scope, counters.range, counters.statuses)
  return numberOfFindings(db, question, max)
}

/** Trap purchase defaults to status 44, and never lists a finding that is not a purchase (G48). */
export function onlyItsOwn(platform: Platform, filters: Filters): Filters {
  if (platform.statusByDefault === undefined) return filters
  const { status } = filters
  const requested = status?.search === 'many' ? status.values : [platform.statusByDefault]
  const values = requested.map((text) => readStatus(text) ?? text).filter((code) => isOneOf(platform, code))
  return { ...filters, status: { search: 'many', values } }
}

const isOneOf = ({ statuses }: Platform, code: string) => (statuses as readonly string[]).includes(code)

/** The records of a notification may have any status; on trap purchase, any purchase status. */
function allItsOwn({ statusByDefault, statuses }: Platform): Filters {
  return statusByDefault === undefined ? {} : { status: { search: 'many', values: [...statuses] } }
}

/** Unknown sort keys fall back to the newest first (G11). */
function sortingOf(platform: Platform, { sortBy, sortOrder, sortDirection }: Omit<PageParams, 'size'>): Sorting {
  if (sortBy === undefined || !platform.sortedBy.includes(sortBy)) return { by: 'reportingDate', direction: 'desc' }
  return { by: sortBy, direction: sortOrder ?? sortDirection ?? 'asc' }
}

/** The query for the counters: company, brand, status and dates. Undefined when it has other conditions. */
function fromCounters({ filters, range, ids, seller, extraConditions = [] }: Question) {
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
