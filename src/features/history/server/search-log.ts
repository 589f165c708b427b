import type { Pool } from 'pg'
import { defaultDays, type history, type LogRecord, sortedBy } from '#features/history/contract.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import { pageOf } from '#kit/contract/page.ts'
import { type Db, withinTime } from '#kit/server/db.ts'
import { sellerPlatform } from '#platforms/all.ts'
import { daysAfter, today } from '#vocabulary/dates.ts'
import { trapPurchaseName } from '#vocabulary/platform-names.ts'
import {
  findingsWith,
  hasCombination,
  type LogQuery,
  type LogRow,
  logRows,
  type LogSearch,
  numberOfAddresses,
  numberOfLogRows,
  usernamesWith,
} from './queries.ts'

type Input = HandlerInput<typeof history.search>
type Filters = Omit<Input, 'page' | 'perPage' | 'after' | 'exact'>
type Deps = { pool: Pool; db: Db; zone: string }

/** Time limit of counting for a page, in milliseconds. */
const countTimeout = 120
/** With more findings than this the log is read in order instead, where ten rows are soon found. */
const maxFindings = 1000
/**
 * The log of a company with so few addresses is read quickly, so that looking up findings pays only when they are very
 * few: each look-up opens every month.
 */
const smallCompany = { addresses: 20_000, few: 100 }

/**
 * A page of the log, newest first. The total is exact when counting takes less than 120 ms or `exact` is set; otherwise
 * it is a lower bound, and `totalIsExact` is false.
 */
export async function searchLog(deps: Deps, input: Input): Promise<CallOutput<typeof history.search>> {
  const { page = 1, perPage: size = 10, after } = input
  const search = await searchOf(deps.db, queryOf(input, deps.zone))
  if (!search) return { ...pageOf<LogRecord>([], page, size, 0), totalIsExact: true }
  const before = (page - 1) * size
  // A cursor is a position in the order of the time.
  const cursor = search.sort === 'createdAt' ? after : undefined
  const [found, counted] = await Promise.all([
    recentRows(deps.db, search, { size: size + 1, offset: cursor ? 0 : before, after: cursor }),
    input.exact ? numberOfLogRows(deps.db, search) : countInTime(deps.pool, search),
  ])
  const docs = found.slice(0, size).map(toLogRecord)
  const hasMore = found.length > size
  // A page that is not full is the last one, so that nothing needs to be counted.
  const isLast = !hasMore && (docs.length > 0 || before === 0)
  const total = isLast ? before + docs.length : (counted ?? before + docs.length + (hasMore ? 1 : 0))
  const answer = pageOf(docs, page, size, total)
  return {
    ...answer,
    // The rows win over the count: a row may have been written in between.
    hasNextPage: hasMore,
    nextPage: hasMore ? page + 1 : null,
    totalIsExact: isLast || counted !== undefined,
  }
}

/** Parses the filters; without dates the last 30 days, without an end up to today, without a start 30 days. */
export function queryOf(input: Filters, zone: string): LogQuery {
  const now = today(zone)
  const endDate = input.endDate ?? (input.startDate && input.startDate > now ? input.startDate : now)
  const startDate = input.startDate ?? daysAfter(endDate, 1 - defaultDays)
  return {
    range: { startDate, endDate },
    zone,
    company: input.company,
    brand: input.brand,
    ...(input.platform === trapPurchaseName.value
      ? { platform: sellerPlatform.value, module: trapPurchaseName.value }
      : { platform: input.platform, module: undefined }),
    from: input.selectedFromStatus,
    to: input.selectedToStatus,
    username: input.username,
    terms: [input.searchTerm, input.search].filter((text) => text !== undefined),
    ...orderOf(input),
  }
}

/** Unknown columns give the order of the time (G11); without a direction a column is read upwards, the time downwards. */
function orderOf({ sortBy, sortDirection, sortOrder }: Filters): Pick<LogQuery, 'sort' | 'direction'> {
  const sort = sortedBy.find((name) => name === sortBy)
  const direction = sortDirection ?? sortOrder
  if (sort === undefined) return { sort: 'createdAt', direction: 'desc' }
  return { sort, direction: direction ?? (sort === 'createdAt' ? 'desc' : 'asc') }
}

/** Checks the small index tables first; undefined when they show that there are no rows. */
export async function searchOf(db: Db, query: LogQuery): Promise<LogSearch | undefined> {
  if (!(await hasCombination(db, query))) return undefined
  const { username, company } = query
  const usernames = username === undefined ? undefined : await usernamesWith(db, username, company)
  if (usernames?.length === 0) return undefined
  // A term without three consecutive letters or digits has no trigram: the log is read in order for it.
  const canBeLookedUp = query.terms.some((text) => /[\p{L}\p{N}]{3}/u.test(text))
  const few = canBeLookedUp && (await isSmall(db, query)) ? smallCompany.few : maxFindings
  const findings = canBeLookedUp ? await findingsWith(db, query, few) : undefined
  if (findings?.length === 0) return undefined
  return { ...query, usernames, findings }
}

async function isSmall(db: Db, { company }: LogQuery): Promise<boolean> {
  if (company === undefined) return false
  return (await numberOfAddresses(db, company, smallCompany.addresses + 1)) <= smallCompany.addresses
}

/** The first rows, searched in growing periods: recent changes are found without opening three years. */
async function recentRows(db: Db, search: LogSearch, window: Parameters<typeof logRows>[2]): Promise<LogRow[]> {
  const { startDate, endDate } = search.range
  const isNear =
    search.sort !== 'createdAt' || window.offset > 0 || search.findings !== undefined || search.direction === 'asc'
  for (const days of isNear ? [] : [31, 190]) {
    const last = window.after ? daysAfter(window.after.at.slice(0, 10), 1) : endDate
    const near = daysAfter(last < endDate ? last : endDate, -days)
    if (near <= startDate) break
    const found = await logRows(db, { ...search, range: { startDate: near, endDate } }, window)
    if (found.length === window.size) return found
  }
  return logRows(db, search, window)
}

/** The exact number, or undefined when counting takes too long. */
const countInTime = (pool: Pool, search: LogSearch): Promise<number | undefined> =>
  withinTime(pool, countTimeout, (db) => numberOfLogRows(db, search))

/** A row in the form of the API. */
export function toLogRecord(row: LogRow): LogRecord {
  return {
    id: row.id,
    _id: row.id,
    company: { id: row.companyId, _id: row.companyId, name: row.company },
    brand: { id: row.brandId, _id: row.brandId, brandName: row.brand },
    platform: row.platform,
    module: row.module,
    reqUserId: { id: row.userId, _id: row.userId, username: row.username },
    searchTerm: row.searchTerm,
    createdAt: row.at,
    statusFrom: row.statusFrom,
    statusTo: row.statusTo,
    finding: row.findingId,
    cursor: `${row.cursorAt}_${row.id}`,
  }
}
