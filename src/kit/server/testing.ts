import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import { openClient } from '#kit/server/connection-settings.ts'
import { type Db, onPool, openPreparedPool, openPool, sql } from '#kit/server/db.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL in which this run may create databases. */
    clusterUrl: string
    /** A database with all migrations applied and nobody connected. */
    templateDatabase: string
    /** Whether that PostgreSQL stores its files in memory. */
    isInMemory: boolean
    /** A folder that exists for the duration of the run. */
    runFolder: string
    /** Where the files of the demo world are once it is filled. */
    demoFolder: string
  }
}

export type TestDatabase = {
  url: string
  pool: Pool
  db: Db
  /** Closes the connections and removes the database. Call it in afterAll. */
  drop: () => Promise<void>
  /** Closes the connections and renames the database, for use as a template. */
  saveAsTemplate: (template: string) => Promise<void>
}

/**
 * Creates a database for the caller, a copy of `template` (default: all migrations applied, empty); ready in about 50
 * ms. Call it in beforeAll.
 */
export async function testDatabase(template: string = inject('templateDatabase')): Promise<TestDatabase> {
  const name = `${inject('templateDatabase').replace(/_0$/, '')}_${randomBytes(6).toString('hex')}`
  // Copying files is several times faster for a large template, and in memory; on a disk, copying through the WAL is for
  // a small one.
  const isSmall = template === inject('templateDatabase')
  const strategy = isSmall && !inject('isInMemory') ? 'wal_log' : 'file_copy'
  await administer(`create database ${name} template ${template} strategy ${strategy}`)
  const address = new URL(inject('clusterUrl'))
  address.pathname = `/${name}`
  const pool = openPool(address.href, { size: 10 })
  const db = onPool(pool, openPreparedPool(address.href, { size: 4 }))
  return {
    url: address.href,
    pool,
    db,
    drop: async () => {
      await db.destroy()
      await administer(`drop database if exists ${name} with (force)`)
    },
    saveAsTemplate: async (templateName) => {
      await db.destroy()
      await administer(`alter database ${name} rename to ${templateName}`)
    },
  }
}

/** Copies of one template must not start at the same moment, so the test workers take turns. */
async function administer(statement: string): Promise<void> {
  const address = new URL(inject('clusterUrl'))
  address.pathname = '/postgres'
  // Without the time limits of the server: a copy may take longer.
  const client = await openClient({ connectionString: address.href })
  try {
    await client.query('select pg_advisory_lock(4000002)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** How many connections to this database wait for a lock now. */
export async function locksWaitedFor({ pool }: Pick<TestDatabase, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.n
}

/** For tests only: empties the logs. Only a superuser who disables the triggers can. */
export async function emptyLogs(db: Db): Promise<void> {
  await sql`do $$ begin
    set local session_replication_role = replica;
    truncate status_log, data_log, status_log_kinds, status_log_people, status_log_terms,
      status_log_new;
  end $$`.execute(db)
}
