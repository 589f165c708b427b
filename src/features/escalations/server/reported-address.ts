import { storedName } from '#columns/stored.ts'
import { sql, type Sql } from '#kit/server/db.ts'
import { reportedPlatforms } from '#platforms/all.ts'

const tables = reportedPlatforms.map(({ table, identity }, n) => ({
  alias: sql.id(`own${n}`),
  table: sql.table(table),
  column: sql.ref(`own${n}.${storedName(identity)}`),
}))

/** The columns with the reported address, one for each platform whose findings are reported. */
export const addressColumns: readonly Sql[] = tables.map(({ column }) => column)

/** The reported address of a finding; needs `joinAddressTables`. */
export const reportedAddress = sql`coalesce(${sql.join(addressColumns)}, '')`

/** Joins to `f` the platforms' own tables that `reportedAddress` reads. */
export const joinAddressTables = sql.join(
  tables.map(
    ({ alias, table }) =>
      sql`left join ${table} ${alias} on ${alias}.company_id = f.company_id and ${alias}.finding_id = f.id`,
  ),
  sql` `,
)
