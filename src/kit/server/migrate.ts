import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import { connectionOptions } from './db.ts'

/** Advisory lock: processes that start together take turns. */
const LOCK = 4_000_001

type Migration = { name: string; sha256: string; sql: string }

/**
 * Applies the missing SQL files in `folder` to the database, in name order.
 * Each file runs in its own transaction together with its row in schema_migrations.
 * Returns the names applied now. Throws if an applied file has changed or is missing, or if a file fails.
 */
export async function migrate({ url, folder }: { url: string; folder: string }): Promise<string[]> {
  const files = await readMigrations(folder)
  const client = new Client({
    connectionString: url,
    options: connectionOptions,
    application_name: 'brandkeep migrate',
  })
  await client.connect()
  try {
    const applied: string[] = []
    for (const file of files) if (await applyOne(client, file, files)) applied.push(file.name)
    return applied
  } finally {
    await client.end()
  }
}

/** Names of the files in `folder` that have not been applied to this database. */
export async function pendingMigrations(pool: Pool, folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const known = await pool.query<{ name: string }>('select name from schema_migrations')
  return names.filter((name) => !known.rows.some((row) => row.name === name))
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sha256: createHash('sha256').update(sql).digest('hex'), sql }
    }),
  )
}

/** Returns whether this call applied the file; false if it was applied before. */
async function applyOne(client: Client, file: Migration, files: Migration[]): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const known = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations')
    refuseChanged(known.rows, files)
    const missing = !known.rows.some((row) => row.name === file.name)
    if (missing) {
      await client.query(file.sql)
      await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [file.name, file.sha256])
    }
    await client.query('commit')
    return missing
  } catch (problem) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`db/migrations/${file.name}: ${(problem as Error).message}`, { cause: problem })
  }
}

function refuseChanged(known: { name: string; sha256: string }[], files: Migration[]): void {
  for (const row of known) {
    const file = files.find((one) => one.name === row.name)
    if (!file) throw new Error(`${row.name} was applied to this database but is not among the files`)
    if (file.sha256 !== row.sha256)
      throw new Error(`${row.name} has changed since it was applied; write a new file instead`)
  }
}
