import { kindOf } from '#columns/kinds.ts'
import { storedName } from '#columns/stored.ts'
import { sql, type Sql } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'

/** The columns of the platform's own table, by the names of its definition. */
export function ownColumns(platform: Platform): string[] {
  return Object.keys(platform.columns).filter((name) => platform.columns[name]!.storedIn === 'own')
}

/** A column of the temporary table: its name and PostgreSQL type. */
export type StagedColumn = readonly [name: string, type: string]

/** The first columns of a staged row, equal for all platforms. */
const staged: readonly StagedColumn[] = [
  ['row_index', 'int'],
  ['id', 'uuid'],
  ['identity_key', 'uuid'],
  ['picture_given', 'text'],
  ['picture_name', 'text'],
  ['request_id', 'uuid'],
  ['status', 'text'],
  ['priority', 'text'],
  ['reason', 'text'],
  ['reason_code', 'text'],
  ['image', 'text'],
  ['client_comment', 'text'],
  ['employee_code', 'text'],
]

/** The temporary table's columns in the order of the COPY text; the platform's own columns have the prefix own_. */
export function stagedColumns(platform: Platform): StagedColumn[] {
  const own = ownColumns(platform).map(
    (name): StagedColumn => [`own_${storedName(name)}`, kindOf(platform.columns[name]!.kind).stored],
  )
  return [...staged, ...own]
}

/** SQL for the seller of a staged row as the finding stores it, in lower case; undefined if the platform has none. */
export function stagedSeller(platform: Platform, alias = 'staged'): Sql | undefined {
  return 'username' in platform.columns ? sql`nullif(lower(${sql.ref(`${alias}.own_username`)}), '')` : undefined
}
