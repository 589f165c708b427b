import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Config } from '#app/config.ts'
import { startEmbeddedDatabase } from '#app/embedded-database.ts'
import { type Db, onPool, openPreparedPool, openPool } from '#kit/server/db.ts'
import { openReadConnection, type ReadConnection } from '#kit/server/replica.ts'
import { migrate, pendingMigrations } from '#kit/server/migrate.ts'

export type OpenDatabase = {
  /** URL of the database, for code that opens its own connections. */
  databaseUrl: string
  pool: Pool
  db: Db
  /** The connection for charts, exports and log searches: an up-to-date replica, else the primary. */
  readConnection: () => Promise<ReadConnection>
  /** Rejects when a migration has not been applied. */
  isMigrated: () => Promise<void>
  /** Closes the connections and stops the embedded database, if there is one. */
  close: () => Promise<void>
}

const migrations = join(import.meta.dirname, '../../db/migrations')

/** Opens the configured database, or the embedded one, and applies all migrations. Throws a one-line message. */
export async function openDatabase(config: Config, say: (line: string) => void): Promise<OpenDatabase> {
  const embedded = config.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir: config.dataDir, say })
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  try {
    await migrate({ url: databaseUrl, folder: migrations })
  } catch (problem) {
    await embedded?.stop()
    throw problem
  }
  const primary = openConnections(databaseUrl, config.usePreparedStatements)
  // Connected on the first read, so that it may start later than the console.
  const replica = config.replicaUrl ? openConnections(config.replicaUrl, config.usePreparedStatements) : undefined
  const { pool } = primary
  return {
    databaseUrl,
    pool,
    db: primary.db,
    readConnection: openReadConnection(primary, replica, say),
    isMigrated: async () => {
      const pending = await pendingMigrations(pool, migrations)
      if (pending.length > 0) throw new Error(`not applied: ${pending.join(', ')}`)
    },
    close: async () => {
      await Promise.all([primary.end(), replica?.end()])
      await embedded?.stop()
    },
  }
}

/** Connections to a database, with a second pool for prepared statements where they are enabled. */
function openConnections(url: string, usePreparedStatements: boolean): ReadConnection & { end: () => Promise<void> } {
  const pool = openPool(url)
  const preparedPool = usePreparedStatements ? openPreparedPool(url) : undefined
  return {
    pool,
    db: onPool(pool, preparedPool),
    end: async () => void (await Promise.all([pool.end(), preparedPool?.end()])),
  }
}
