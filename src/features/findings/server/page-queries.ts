import { joinConditions, preparedRows, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'
import { columnRef, joinPlatformTable, qualifiedName } from './column-refs.ts'
import {
  allInScope,
  byTrigrams,
  chosenConditions,
  conditions,
  fromFindings,
  joinIfNeeded,
  type FindingQuery,
} from './queries.ts'

/** The sort column of the definition, and its direction. */
export type Sorting = { by: string; direction: 'asc' | 'desc' }

/** A finding as it is read: the definition's column names, and what the common fields need. */
export type FindingRow = Record<string, unknown> & {
  id: string
  company_id: string
  company_name: string
  brand_id: string
  image: string | null
  image_bucket: string | null
  image_key: string | null
  /** Live findings of an e-commerce row's seller on its site, the row itself included (G64). */
  seller_everywhere?: number
  seller_in_company?: number
}

type Limits = {
  size: number
  offset: number
  /** However many findings of other statuses come before (see `mayEndEarly`). */
  isPatient?: boolean | undefined
}

/** The rows requested, and what is read with them: a total from the counters, the values of a filter. */
export type PageOptions = Limits & {
  /** 'reading': counted where the rows are found, for conditions that hardly any of the newest findings may meet. */
  total?: Sql | 'reading' | undefined
  sites?: Sql | undefined
  /** Names of brands and companies by id, where the caller has them for all it may see. */
  names?: Readonly<Record<string, string>> | undefined
}

/** One page of rows; `total` is undefined when it was not requested. */
export type ListedPage = { found: FindingRow[]; total: number | undefined; sites: string[] }

type PageExtrasRow = {
  pageTotal: number | null
  pageSites: string[] | null
  pageNames: Readonly<Record<string, string>> | null
}

/** One page of findings and the extras of a list, in one statement; in a second where the first ended early. */
export async function pageOfFindings(
  db: Db,
  query: FindingQuery,
  sort: Sorting,
  options: PageOptions,
): Promise<ListedPage> {
  const first = await readPage(db, query, sort, options)
  const { total = Infinity, found } = first
  if (!mayEndEarly(query, sort) || found.length >= Math.min(options.size, total - options.offset)) return first
  const how = total > maxReadAtOnce ? ({ isPatient: true } as const) : ({ total: 'reading' } as const)
  const { size, offset, names } = options
  return { ...first, found: (await readPage(db, query, sort, { size, offset, names, ...how })).found }
}

async function readPage(db: Db, query: FindingQuery, sort: Sorting, options: PageOptions): Promise<ListedPage> {
  // How all that match are read best depends on the status.
  const read = hasCommonShape(query, sort) && options.total !== 'reading' ? preparedRows : rows
  const found = await read<FindingRow & PageExtrasRow>(db, pageStatement(query, sort, options))
  // The first row carries the extras; it has no id when the page is empty.
  const [{ id, pageTotal, pageSites, pageNames }] = found as [(typeof found)[number]]
  return {
    found: id === null ? [] : withNames(found, options.names ?? pageNames ?? {}),
    total: pageTotal ?? undefined,
    sites: pageSites ?? [],
  }
}

/** A page has few brands and companies: their names are read once and set here, not joined to each row. */
function withNames(found: FindingRow[], names: Readonly<Record<string, string>>): FindingRow[] {
  for (const one of found) {
    one['brand'] = names[one.brand_id]
    one.company_name = names[one.company_id]!
  }
  return found
}

/**
 * Whether it is a list as screens open it: its statement has few variants, so that it is prepared, and the index of the
 * order always fits.
 */
export function hasCommonShape({ filters, ids, seller, extraConditions }: FindingQuery, sort: Sorting): boolean {
  const isPlain =
    !ids && !extraConditions && seller === undefined && Object.keys(filters).every((name) => name === 'status')
  return isPlain && sort.by === 'reportingDate' && sort.direction === 'desc'
}

/**
 * The statement of a page: `chosen` selects its findings by the cheapest index path, `page` reads their columns, and
 * the first row, or an empty one, carries the extras. Its variants are in page-queries.golden.sql.
 */
export function pageStatement(query: FindingQuery, sort: Sorting, options: PageOptions): Sql {
  const isCounted = options.total === 'reading'
  const isDirect = !isCounted && readsRowsDirectly(query, sort, options)
  const ids = () => (isCounted ? idsOfMatching(sort, options) : idsInOrder(query, sort, options))
  const chosen = isDirect ? rowsInOneCompany(query, sort, options) : ids()
  // Rows read directly are used once; the names of the page read `chosen` a second time.
  const isUsedOnce = isDirect && options.names !== undefined
  return sql`with ${isCounted ? allMatching(query, sort) : sql``} chosen as ${isUsedOnce ? sql`not materialized` : sql`materialized`} (
      select c.*, row_number() over () as position from (${chosen}) c)
    select page.*, ${extrasOf(options)}
    from (select 1) as one
    left join (${isDirect ? columnsOfRows(query.platform) : columnsOfIds(query.platform)}) page on true
    order by page.position`
}

/** All that a query matches, read once: a page and a total are made of it. */
function allMatching(query: FindingQuery, sort: Sorting): Sql {
  const cells = sql`${keys}, ${columnRef(query.platform, sort.by)} as sorted`
  return sql`matching as materialized (select ${cells} ${fromFindings(query, byTrigrams(query), sort.by)}),`
}

/** The keys of a page of them. */
const idsOfMatching = (sort: Sorting, { size, offset }: Limits): Sql => sql`select ${keys} from matching f
  order by f.sorted ${direction(sort)}, f.id desc limit ${size} offset ${offset}`

/**
 * Whether the index scan that selects a page may return the whole rows, instead of looking each up again: when it
 * follows the index, skips few rows, and nearly every row it reads belongs to the page.
 */
function readsRowsDirectly(query: FindingQuery, sort: Sorting, { offset }: Limits): boolean {
  const { companyIds, brandIds } = query.scope
  return companyIds?.length === 1 && brandIds?.length !== 1 && offset <= 200 && hasCommonShape(query, sort)
}

/** Whole rows of a page in order, where there is one company and no other table is needed. */
function rowsInOneCompany(query: FindingQuery, sort: Sorting, limits: Limits): Sql {
  return selectInOneCompany(sql`f.*`, query, sort, limits)
}

/** The keys of a page in order: `company_id, id, brand_id`. */
function idsInOrder(query: FindingQuery, sort: Sorting, limits: Limits): Sql {
  return query.scope.companyIds?.length === 1
    ? selectInOneCompany(keys, query, sort, limits)
    : idsInSeveralCompanies(query, sort, limits)
}

const keys = sql`f.company_id, f.id, f.brand_id`

function selectInOneCompany(cells: Sql, query: FindingQuery, sort: Sorting, limits: Limits): Sql {
  const { size, offset, isPatient } = limits
  const order = sql`order by ${columnRef(query.platform, sort.by)} ${direction(sort)}, f.id desc`
  const from =
    mayEndEarly(query, sort) && !isPatient
      ? sql`(${allInScope(query)} ${order} limit ${maxWalked + offset + size}) f where ${joinConditions(chosenConditions(query))}`
      : sql`findings f ${joinIfNeeded(query, sort.by)}
    where f.company_id = ${query.scope.companyIds![0]!}::uuid and ${joinConditions(conditions(query))}`
  return sql`select ${cells} from ${from} ${order} limit ${size} offset ${offset}`
}

/**
 * Whether a page may have fewer rows than there are: of one status in one company. No index leads by status, so that many
 * of others may come before the first that has it. What is missing is found by reading all that have it (`total`).
 */
function mayEndEarly(query: FindingQuery, sort: Sorting): boolean {
  return query.scope.companyIds?.length === 1 && hasCommonShape(query, sort) && query.filters['status'] !== undefined
}

/** So many findings of one status are read and put in order for a page of them. */
const maxReadAtOnce = 50_000

/** How many findings of other statuses are read for such a page. */
const maxWalked = 20_000

/**
 * Every index starts with the company: each of several companies contributes its own first rows by index and those few
 * are merged, so that no full sort is needed.
 */
function idsInSeveralCompanies(query: FindingQuery, sort: Sorting, { size, offset }: Limits): Sql {
  const { companyIds } = query.scope
  const companies = companyIds ? sql`unnest(${companyIds}::uuid[]) as c (id)` : sql`companies c`
  const sorted = columnRef(query.platform, sort.by)
  return sql`select ${keys} from (
      select near.* from ${companies} cross join lateral (
        select ${keys}, ${sorted} as sorted from findings f ${joinIfNeeded(query, sort.by)}
        where f.company_id = c.id and ${joinConditions(conditions(query))}
        order by ${sorted} ${direction(sort)}, f.id desc limit ${size + offset}) near) f
    order by f.sorted ${direction(sort)}, f.id desc limit ${size} offset ${offset}`
}

/** Ties are broken by id, newest first (G11). Nulls come where the index puts them. */
const direction = (sort: Sorting): Sql => (sort.direction === 'asc' ? sql`asc` : sql`desc`)

/** The columns of the page where `chosen` has the whole rows of findings. */
function columnsOfRows(platform: Platform): Sql {
  return sql`select f.position, ${listedColumns(platform)} from chosen f ${joinedTables(platform)}`
}

/** The columns of the page where `chosen` has keys. */
function columnsOfIds(platform: Platform): Sql {
  return sql`select chosen.position, ${listedColumns(platform)}
    from chosen join findings f on f.company_id = chosen.company_id and f.id = chosen.id ${joinedTables(platform)}`
}

const joinedTables = (platform: Platform): Sql =>
  sql`${joinPlatformTable(platform)} ${platform.seller ? sql.raw(sellerJoins(qualifiedName(platform, platform.seller.site))) : sql``}`

const columnTexts = new Map<string, string>()

/** The columns of a whole row, cached by platform: they are the longest part of every statement. */
function listedColumns(platform: Platform): Sql {
  const known = columnTexts.get(platform.value)
  if (known !== undefined) return sql.raw(known)
  const columns = Object.keys(platform.columns)
    .filter((name) => name !== 'image' && name !== 'brand')
    .map((name) => `${qualifiedName(platform, name)} as "${name}"`)
  const common = ['f.id', 'f.company_id', 'f.brand_id', 'f.image', 'f.image_bucket', 'f.image_key']
  const text = [...common, ...columns, ...(platform.seller ? sellerCounts : [])].join(', ')
  columnTexts.set(platform.value, text)
  return sql.raw(text)
}

/** Total, sites and names, on the first row only. */
function extrasOf({ total, sites, names }: PageOptions): Sql {
  const counted = total === 'reading' ? sql`(select count(*) from matching)` : total
  return sql`${onFirstRow(counted)} as "pageTotal", ${onFirstRow(sites)} as "pageSites",
    ${onFirstRow(names ? undefined : sql.raw(namesOfChosen))} as "pageNames"`
}

const onFirstRow = (value: Sql | undefined): Sql =>
  value ? sql`case when coalesce(page.position, 1) = 1 then ${value} end` : sql`null`

const namesOfChosen = `(select json_object_agg(id, name) from (
  select id, brand_name as name from brands where id = any(array(select distinct brand_id from chosen))
  union all select id, name from companies where id = any(array(select distinct company_id from chosen))) names)`

/** How many findings the row's seller has on its site (any letter case), everywhere and in the row's company. */
const sellerCounts = [
  `coalesce(everywhere.n, 0) + ${pendingOfSeller('')} as seller_everywhere`,
  `coalesce(inside.n, 0) + ${pendingOfSeller(' and s.company_id = d.company_id')} as seller_in_company`,
]

/** Changes not yet folded; mostly there are none, which is checked once and not for each row. */
function pendingOfSeller(more: string): string {
  return `case when (select exists (select from seller_delta)) then coalesce((select sum(n) from seller_delta s
    where s.seller = sold.seller and s.site = sold.site${more}), 0) else 0 end`
}

const sellerJoins = (
  siteColumn: string,
) => `cross join lateral (select f.seller, lower(${siteColumn}) collate "C" as site offset 0) sold
  left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
  left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site
    and inside.company_id = d.company_id`
