import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Pool } from 'pg'
import { openClient } from './connection-settings.ts'
import { type Migration, migrationNames, readMigrations } from './migrate-files.ts'
import { statementsIn } from './sql-statements.ts'

/** Advisory lock: processes that start together take turns. */
const LOCK = 4_000_001

/** First line of a file whose statements may not run in a transaction, e.g. `create index concurrently`. */
const WITHOUT_TRANSACTION = '-- no transaction\n'

/**
 * Applies the missing SQL files in `folder` to the database, in name order.
 * Each file runs in its own transaction together with its row in schema_migrations. A file that begins with
 * `-- no transaction` runs statement by statement and is recorded after the last one: if it is interrupted, the whole
 * file runs again, so each of its statements must be repeatable.
 * Returns the names applied now. Throws if an applied file has changed or is missing, or if a file fails.
 * `onProgress` is called before each file with its number, from 1, and how many there are.
 */
export async function migrate({
  url,
  folder,
  onProgress,
}: {
  url: string
  folder: string
  onProgress?: (number: number, total: number) => void
}): Promise<string[]> {
  const files = await readMigrations(folder)
  const client = await connect(url)
  try {
    await refuseWithoutSchema(client)
    const applied: string[] = []
    for (const [index, file] of files.entries()) {
      onProgress?.(index + 1, files.length)
      if (await applyOne({ client, url }, file, files)) applied.push(file.name)
    }
    return applied
  } finally {
    await client.end()
  }
}

/** Tables are created in the first schema of the search path that exists; a database may have been set up with none. */
async function refuseWithoutSchema(client: Client): Promise<void> {
  const { rows } = await client.query<{ schema: string | null; path: string }>(
    `select current_schema() as schema, current_setting('search_path') as path`,
  )
  const { schema, path } = rows[0]!
  if (schema !== null) return
  throw new Error(
    `The database has none of the schemas of its search_path (${path}): create one, or set it, e.g. "alter database … set search_path = public".`,
  )
}

/** A migration as recorded in a database. */
export type AppliedMigration = { name: string; sha256: string }

/**
 * Applies the files that another database had applied, in the caller's transaction on an empty database, and records
 * none: schema_migrations is restored with the other tables. Throws if the files are not those that were applied.
 */
export async function migrateTo(client: Client, folder: string, applied: AppliedMigration[]): Promise<void> {
  const files = await readMigrations(folder)
  refuseChanged(applied, files)
  await client.query(migrationTable)
  for (const { name, sql } of files) {
    if (!applied.some((one) => one.name === name)) continue
    try {
      // Nobody else reads or writes here, so nothing has to be concurrent.
      if (sql.startsWith(WITHOUT_TRANSACTION))
        for (const statement of statementsIn(sql)) await client.query(statement.replace(/\bconcurrently\b/i, ''))
      else await client.query(sql)
    } catch (problem) {
      throw new Error(`db/migrations/${name}: ${(problem as Error).message}`, { cause: problem })
    }
  }
}

const migrationTable = `create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`

const connect = (url: string): Promise<Client> =>
  openClient({ connectionString: url, application_name: 'brandkeep migrate' })

/** Names of the files in `folder` that have not been applied to this database. */
export async function pendingMigrations(pool: Pool, folder: string): Promise<string[]> {
  const names = await migrationNames(folder)
  const known = await pool.query<{ name: string }>('select name from schema_migrations')
  return names.filter((name) => !known.rows.some((row) => row.name === name))
}

type Target = { client: Client; url: string }

/** Returns whether this call applied the file; false if it was applied before. */
async function applyOne(target: Target, file: Migration, files: Migration[]): Promise<boolean> {
  const apply = file.sql.startsWith(WITHOUT_TRANSACTION) ? applyStatements : applyInTransaction
  try {
    return await apply(target, file, files)
  } catch (problem) {
    if (problem instanceof ForeignDatabase) throw problem
    throw new Error(`db/migrations/${file.name}: ${(problem as Error).message}`, { cause: problem })
  }
}

async function applyInTransaction({ client }: Target, file: Migration, files: Migration[]): Promise<boolean> {
  await beginLocked(client)
  try {
    const missing = await isMissing(client, file, files)
    if (missing) {
      await client.query(file.sql)
      await record(client, file)
    }
    await client.query('commit')
    return missing
  } catch (problem) {
    await client.query('rollback').catch(() => undefined)
    throw problem
  }
}

/**
 * A second connection has the lock meanwhile, in a transaction, because a lock of the session would stay behind on a
 * connection of a pooler. When it ends, or the process dies, PostgreSQL releases the lock.
 */
async function applyStatements({ client, url }: Target, file: Migration, files: Migration[]): Promise<boolean> {
  const locking = await connect(url)
  try {
    await beginLocked(locking)
    if (!(await isMissing(client, file, files))) return false
    for (const statement of statementsIn(file.sql)) await client.query(statement)
    // Fails when the lock was lost, so that another process may have worked at the same time: the file runs again.
    await locking.query('select 1')
    await record(client, file)
    return true
  } finally {
    await locking.end()
  }
}

/**
 * Begins a transaction that has the lock. It may not have a snapshot, for which `create index concurrently` of this or
 * another process would wait forever: so the lock is asked for again and again instead of waited for, and without
 * parameters, because PostgreSQL retains the snapshot of a statement that has some.
 */
async function beginLocked(client: Client): Promise<void> {
  for (;;) {
    await client.query('begin')
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as locked`)
    if (rows[0]!.locked) return
    await client.query('rollback')
    await sleep(50)
  }
}

/** Whether the file has not been applied. Throws if the files are not those that were applied. */
async function isMissing(client: Client, file: Migration, files: Migration[]): Promise<boolean> {
  await client.query(migrationTable)
  const known = await client.query<AppliedMigration>('select name, sha256 from schema_migrations')
  refuseChanged(known.rows, files)
  return !known.rows.some((row) => row.name === file.name)
}

async function record(client: Client, file: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [file.name, file.sha256])
}

/** The files are not those that this database was made with; the message names the one that differs. */
class ForeignDatabase extends Error {}

function refuseChanged(known: AppliedMigration[], files: Migration[]): void {
  for (const row of known) {
    const path = `db/migrations/${row.name}`
    const file = files.find((one) => one.name === row.name)
    if (!file) throw new ForeignDatabase(`${path} was applied to this database but is not among the files`)
    if (file.sha256 !== row.sha256 && !file.earlier.includes(row.sha256))
      throw new ForeignDatabase(`${path} has changed since it was applied; write a new file instead`)
  }
}
