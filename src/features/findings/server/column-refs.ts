import { storedName } from '#columns/stored.ts'
import { sql, type Sql } from '#kit/server/db.ts'
import { platforms } from '#platforms/all.ts'
import type { Platform } from '#platforms/platform.ts'

/** Common columns stored under another name: the date added is the reporting date (S-147). */
const storedElsewhere: Readonly<Record<string, string>> = { dateAdded: 'f.reporting_date', brand: 'b.brand_name' }

/** A column's name with its table alias: `f` findings, `d` the platform's own table, `b` brands. */
export function qualifiedName(platform: Platform, name: string): string {
  const column = platform.columns[name]!
  if (column.storedIn === 'own') return `d.${storedName(name)}`
  return storedElsewhere[name] ?? `f.${storedName(name)}`
}

/** A column of `qualifiedName` as a fragment of a statement. */
export const columnRef = (platform: Platform, name: string): Sql => sql.ref(qualifiedName(platform, name))

/** The same, or null where the platform has no such column. */
export const columnOrNull = (platform: Platform, name: string): Sql =>
  platform.columns[name] ? columnRef(platform, name) : sql`null::text`

/** The address of the page that was found, where the platform has one. */
export const pageColumn = (platform: Platform): Sql =>
  columnOrNull(platform, platform.columns['url'] ? 'url' : platform.identity)

/** What a finding reports, as `reportedAddress` of platforms; null without all of it. */
export function reportedColumn(platform: Platform): Sql {
  const names = [platform.identity, 'url', 'domain']
  const cells = names.map((name) => sql`nullif(${columnOrNull(platform, name)}, '')`)
  return sql`coalesce(${sql.join(cells)})`
}

/** Whether a column is in the platform's own table. */
export const isPlatformColumn = (platform: Platform, name: string): boolean =>
  platform.columns[name]?.storedIn === 'own'

/** A column that another feature stores about findings; its join adds at most one row for each `f`. */
export type JoinedColumn = { cell: Sql; join: Sql }

/** A column whose values are counted: one of the platform, by its name, or a joined one. */
export type CountedColumn = string | JoinedColumn

/** `join findings_… d`: joins the platform's own table to `f`. */
export function joinPlatformTable(platform: Platform): Sql {
  return sql`join ${sql.table(platform.table)} d on d.company_id = f.company_id and d.finding_id = f.id`
}

/** The key in `brands.platforms` of the platform in a column; blank for other values. */
export const flagOf = (platform: Sql): Sql =>
  sql`(case ${platform} ${sql.join(
    platforms.map(({ value, flag }) => sql`when ${value} then ${flag}`),
    sql` `,
  )} else '' end)`
