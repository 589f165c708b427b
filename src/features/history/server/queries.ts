import type { SortColumn } from '#features/history/contract.ts'
import { likePattern, joinConditions, row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { inMicroseconds } from '#kit/server/moment.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { columnOrder } from './log-order.ts'

/** The position of a row in the log. */
export type Cursor = { at: string; id: string }

/** Which rows of the log are requested. */
export type LogQuery = {
  range: DayRange
  /** Time zone of the days of the range. */
  zone: string
  company: string | undefined
  brand: string | undefined
  platform: string | undefined
  from: string | undefined
  to: string | undefined
  /** Part of the username. */
  username: string | undefined
  /** Parts of the address; all must be in it. */
  terms: readonly string[]
  /** The column of the order; rows that are equal in it come newest first. */
  sort: SortColumn
  direction: 'asc' | 'desc'
  /** Only changes made there: trap purchases are findings of e-commerce whose changes say so. */
  module: string | undefined
}

/** A query with what the index tables know about it. */
export type LogSearch = LogQuery & {
  /** Every username that contains the requested text. */
  usernames: readonly string[] | undefined
  /** The findings whose addresses contain the terms, when they are few. */
  findings: readonly { company_id: string; finding_id: string }[] | undefined
}

export type LogRow = {
  id: string
  at: string
  cursorAt: string
  companyId: string
  company: string
  brandId: string
  brand: string
  platform: string
  module: string
  userId: string | null
  username: string
  searchTerm: string
  statusFrom: string
  statusTo: string
  findingId: string
}

const equal = (name: string, value: string | undefined, type = 'text'): Sql[] =>
  value === undefined ? [] : [sql`${sql.ref(name)} = ${value}::${sql.raw(type)}`]

/** Conditions on columns that the log, the combinations and the new rows have in common. */
const combinationConditions = ({ company, brand, platform, from, to }: LogQuery): Sql[] => [
  ...equal('company_id', company, 'uuid'),
  ...equal('brand_id', brand, 'uuid'),
  ...equal('platform', platform),
  ...equal('status_from', from),
  ...equal('status_to', to),
]

/** Whether the log has any row of the requested combination, at any time. */
export async function hasCombination(db: Db, query: LogQuery): Promise<boolean> {
  const where = joinConditions(combinationConditions(query))
  const found = await row<{ known: boolean }>(
    db,
    sql`select exists (select from status_log_kinds where ${where})
      or exists (select from status_log_new where ${where}) as known`,
  )
  return found!.known
}

/** Usernames that contain the text, among people who changed something of the company, or of any. */
export async function usernamesWith(db: Db, text: string, company: string | undefined): Promise<string[]> {
  const where = joinConditions([sql`username ilike ${likePattern(text)}`, ...equal('company_id', company, 'uuid')])
  const found = await rows<{ username: string }>(
    db,
    sql`select username from status_log_people where ${where} union select username from status_log_new where ${where}`,
  )
  return found.map((one) => one.username)
}

/** Findings whose address contains every term; undefined when there are more than `limit`. */
export async function findingsWith(
  db: Db,
  { terms, company }: LogQuery,
  limit: number,
): Promise<{ company_id: string; finding_id: string }[] | undefined> {
  const ofCompany = equal('company_id', company, 'uuid')
  const where = joinConditions([...terms.map((text) => sql`search_term ilike ${likePattern(text)}`), ...ofCompany])
  const found = await rows<{ company_id: string; finding_id: string }>(
    db,
    sql`select company_id, finding_id from (
        select company_id, finding_id from status_log_terms where ${where}
        union all select company_id, finding_id from status_log_new where ${where}
        union all select company_id, finding_id
          from (select distinct at from status_log_new where ${joinConditions([sql`batch_size > 1`, ...ofCompany])}) n
          cross join lateral (select * from status_log l where l.at = n.at and l.batch_size = 0 offset 0) l
          where ${where}) t limit ${limit + 1}`,
  )
  return found.length > limit ? undefined : found
}

/** Number of addresses the log has for a company, counted up to `limit`. */
export async function numberOfAddresses(db: Db, company: string, limit: number): Promise<number> {
  const found = await row<{ count: number }>(
    db,
    sql`select count(*) as count from (select from status_log_terms where company_id = ${company}::uuid limit ${limit}) t`,
  )
  return found!.count
}

/** The range as instants; written so that months outside it are not opened. */
function bounds({ range, zone }: LogQuery): Sql[] {
  return [
    sql`l.at >= ${range.startDate}::timestamp at time zone ${zone}`,
    sql`l.at < (${range.endDate}::timestamp + interval '1 day') at time zone ${zone}`,
  ]
}

/** Conditions on columns that all rows of a batch have in common. */
function batchConditions(search: LogSearch): Sql[] {
  const { usernames } = search
  const where = [...bounds(search), ...combinationConditions(search), ...equal('l.module', search.module)]
  if (usernames?.length === 1) where.push(sql`l.username = ${usernames[0]!}`)
  else if (usernames) where.push(sql`l.username = any(${usernames}::text[])`)
  return where
}

/**
 * The batch heads of the matching rows, as `l`: only heads are in the indexes by company, brand, person and statuses.
 */
const fromBatchHeads = (search: LogSearch, more: readonly Sql[] = []): Sql =>
  sql`from status_log l where ${joinConditions([...batchConditions(search), sql`l.batch_size > 0`, ...more])}`

/** The matching rows as `l`; of each batch at most `perBatch` are needed. */
function from(search: LogSearch, { after, perBatch }: { after?: Cursor | undefined; perBatch?: number } = {}): Sql {
  const ofRow = search.terms.map((text) => sql`l.search_term ilike ${likePattern(text)}`)
  if (after) ofRow.push(afterCursor(search, after))
  if (search.findings) {
    const companies = search.findings.map((one) => one.company_id)
    const ids = search.findings.map((one) => one.finding_id)
    return sql`from (select distinct * from unnest(${companies}::uuid[], ${ids}::uuid[]) as u (c, f)) u
      join status_log l on l.company_id = u.c and l.finding_id = u.f where ${joinConditions([...batchConditions(search), ...ofRow])}`
  }
  if (!isByBatch(search)) return sql`from status_log l where ${joinConditions([...batchConditions(search), ...ofRow])}`
  const maxLines = ofRow.length === 0 ? (perBatch ?? null) : null
  return sql`from (select l.* ${fromBatchHeads(search, after ? [fromCursor(search, after)] : [])}) d cross join lateral (
      select d.* union all select * from rows_of_batch(d, ${maxLines}::int) where d.batch_size > 1) l where ${joinConditions(ofRow)}`
}

/** Whether the search has a condition that an index of batch heads supports. */
const isByBatch = ({ company, brand, from, to, usernames, module }: LogSearch): boolean =>
  [company, brand, from, to, usernames, module].some((value) => value !== undefined)

/** `at` is the column of the time: rows of a batch come in the order of their heads. */
const order = ({ direction }: LogQuery, at = sql`l.at`): Sql =>
  direction === 'asc' ? sql`${at} asc, l.id desc` : sql`${at} desc, l.id desc`

const foundOrder = (search: LogSearch): Sql =>
  order(search, isByBatch(search) && !search.findings ? sql`d.at` : sql`l.at`)

/** Not before the time of the cursor, as an index condition. */
const fromCursor = ({ direction }: LogQuery, { at }: Cursor): Sql =>
  direction === 'asc' ? sql`l.at >= ${at}::timestamptz` : sql`l.at <= ${at}::timestamptz`

const afterCursor = (search: LogQuery, cursor: Cursor): Sql =>
  search.direction === 'asc'
    ? sql`${fromCursor(search, cursor)} and (l.at > ${cursor.at}::timestamptz or l.id < ${cursor.id}::uuid)`
    : sql`${fromCursor(search, cursor)} and (l.at, l.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`

const logColumns = sql`l.id, l.at, ${inMicroseconds(sql`l.at`)} as "cursorAt",
  l.company_id as "companyId", coalesce(c.name, '') as company, l.brand_id as "brandId",
  coalesce(b.brand_name, '') as brand, l.platform, l.module, l.user_id as "userId", l.username,
  l.search_term as "searchTerm", l.status_from as "statusFrom", l.status_to as "statusTo",
  l.finding_id as "findingId"`
const joinNames = sql`left join companies c on c.id = l.company_id left join brands b on b.id = l.brand_id`

/** Rows in order, from `offset` or after `after`. */
export async function logRows(
  db: Db,
  search: LogSearch,
  window: { size: number; offset: number; after: Cursor | undefined },
): Promise<LogRow[]> {
  if (search.sort !== 'createdAt') return sortedRows(db, search, window)
  const matching = from(search, { after: window.after, perBatch: window.size + window.offset })
  return rows<LogRow>(
    db,
    sql`select ${logColumns} from (select l.* ${matching} order by ${foundOrder(search)} limit ${window.size} offset ${window.offset}) l
      ${joinNames} order by ${order(search)}`,
  )
}

/** Rows in the order of a column: all matching rows are compared, so this costs what counting them does. */
async function sortedRows(
  db: Db,
  search: LogSearch,
  { size, offset }: { size: number; offset: number },
): Promise<LogRow[]> {
  const ordered = columnOrder(search)
  return rows<LogRow>(
    db,
    sql`select ${logColumns} from (select l.* ${from(search)}) l ${joinNames} order by ${ordered} limit ${size} offset ${offset}`,
  )
}

/** Number of rows, counted up to `max`. */
export async function numberOfLogRows(db: Db, search: LogSearch, max?: number): Promise<number> {
  const upTo = max === undefined ? sql`` : sql`limit ${max}`
  // Heads carry the size of their batch; with a search for an address every row has to be checked.
  const canSum = isByBatch(search) && !search.findings && search.terms.length === 0
  const counted = await row<{ n: number }>(
    db,
    canSum
      ? sql`select coalesce(sum(batch_size), 0)::bigint as n from (select l.batch_size ${fromBatchHeads(search)} ${upTo}) l`
      : sql`select count(*) as n from (select 1 ${from(search)} ${upTo}) l`,
  )
  return Math.min(counted!.n, max ?? Infinity)
}

/** The statement of a download: the cells of `logHeads` without the number, in the order of the search. */
export function logToDownload(search: LogSearch, max: number): Sql {
  return sql`select coalesce(c.name, ''), coalesce(b.brand_name, ''), l.platform, l.module, l.username, l.search_term,
      l.at, l.status_from, l.status_to
    from (select l.* ${from(search)} order by ${foundOrder(search)} limit ${max}) l ${joinNames}
    order by ${search.sort === 'createdAt' ? order(search) : columnOrder(search)}`
}

/** Every change of one finding, newest first. */
export async function changesOf(db: Db, findingId: string): Promise<LogRow[]> {
  return rows<LogRow>(
    db,
    sql`select ${logColumns} from companies known
        join status_log l on l.company_id = known.id and l.finding_id = ${findingId}::uuid ${joinNames}
      order by l.at desc, l.id desc limit 1000`,
  )
}

/** Folds new rows into the index tables; returns how many, 0 when none is left. */
export async function foldLogRows(db: Db): Promise<number> {
  const folded = await row<{ n: number }>(
    db,
    sql`select case when exists (select from status_log_new) then fold_log_rows() else 0 end as n`,
  )
  return folded!.n
}

/** Drops whole months older than three years; returns how many. */
export async function dropOldParts(db: Db): Promise<number> {
  return (await row<{ n: number }>(db, sql`select drop_old_log_parts() as n`))!.n
}
