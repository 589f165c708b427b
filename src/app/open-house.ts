import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Config } from '#app/config.ts'
import { startEmbeddedDatabase } from '#app/embedded-database.ts'
import { type Db, onPool, openKeepingPool, openPool } from '#kit/server/db.ts'
import { openReading, type Reading } from '#kit/server/replica.ts'
import { migrate, pendingMigrations } from '#kit/server/migrate.ts'

export type OpenHouse = {
  /** Address of the database, for those who open connections of their own. */
  databaseUrl: string
  pool: Pool
  db: Db
  /** Where charts, files and searches of the log are read. */
  reading: () => Promise<Reading>
  /** Rejects when a migration is missing, as while an older process waits for a newer one to bring it. */
  isMigrated: () => Promise<void>
  /** Closes the connections and, when it is ours, the database. */
  close: () => Promise<void>
}

const migrations = join(import.meta.dirname, '../../db/migrations')

/** The configured database, or our own in the data folder, brought to the newest migration. Throws one clear line. */
export async function openHouse(config: Config, say: (line: string) => void): Promise<OpenHouse> {
  const own = config.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir: config.dataDir, say })
  const databaseUrl = config.databaseUrl ?? own?.url ?? ''
  try {
    await migrate({ url: databaseUrl, folder: migrations })
  } catch (problem) {
    await own?.stop()
    throw problem
  }
  const primary = openDesk(databaseUrl, config.keepPlans)
  // Connected to when something is read from it, so that it may come later than the console.
  const replica = config.replicaUrl ? openDesk(config.replicaUrl, config.keepPlans) : undefined
  const { pool } = primary
  return {
    databaseUrl,
    pool,
    db: primary.db,
    reading: openReading(primary, replica, say),
    isMigrated: async () => {
      const pending = await pendingMigrations(pool, migrations)
      if (pending.length > 0) throw new Error(`not applied: ${pending.join(', ')}`)
    },
    close: async () => {
      await Promise.all([primary.end(), replica?.end()])
      await own?.stop()
    },
  }
}

/** Connections to a database; those that keep plans too, where they may. */
function openDesk(url: string, keepPlans: boolean): Reading & { end: () => Promise<void> } {
  const pool = openPool(url)
  const keeping = keepPlans ? openKeepingPool(url) : undefined
  return {
    pool,
    db: onPool(pool, keeping),
    end: async () => void (await Promise.all([pool.end(), keeping?.end()])),
  }
}
