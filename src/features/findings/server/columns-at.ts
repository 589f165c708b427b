import { storedName } from '#columns/stored.ts'
import { sql, type Sql } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'

/** Common columns that are stored under another name: the date added is the reporting date (S-147). */
const elsewhere: Readonly<Record<string, string>> = { dateAdded: 'f.reporting_date', brand: 'b.brand_name' }

/** Where a column lies: `f` findings, `d` the platform's own table, `b` brands. */
export function nameAt(platform: Platform, name: string): string {
  const of = platform.columns[name]!
  if (of.place === 'own') return `d.${storedName(name)}`
  return elsewhere[name] ?? `f.${storedName(name)}`
}

/** The same as a part of a statement. */
export const columnAt = (platform: Platform, name: string): Sql => sql.ref(nameAt(platform, name))

export const isOwn = (platform: Platform, name: string): boolean => platform.columns[name]?.place === 'own'

/** `join findings_… d`: the platform's own table beside `f`. */
export function joinOwn(platform: Platform): Sql {
  return sql`join ${sql.table(platform.table)} d on d.company_id = f.company_id and d.finding_id = f.id`
}
