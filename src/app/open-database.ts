import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Config } from '#app/config.ts'
import { startEmbeddedDatabase, usualConnections } from '#app/embedded-database.ts'
import { refuseWhile } from '#app/health.ts'
import { leastTotal, type Shares, sharesWithin, totalOf, wantedShares } from '#app/share-connections.ts'
import { createLogPartitions } from '#kit/server/audit.ts'
import { allowedConnections } from '#kit/server/connection-limit.ts'
import { type Db, longLimits, onPool, openPreparedPool, openPool, type TimeLimits } from '#kit/server/db.ts'
import { localeProblem } from '#kit/server/locale.ts'
import { measurePool } from '#kit/server/metrics.ts'
import { refuseSharedSessions, SharedSessions } from '#kit/server/pooler.ts'
import { openReadConnection, type ReadConnection } from '#kit/server/replica.ts'
import { migrate, pendingMigrations } from '#kit/server/migrate.ts'
import { openClient } from '#kit/server/connection-settings.ts'

export type OpenDatabase = {
  /** URL of the database, for code that opens its own connections. */
  databaseUrl: string
  pool: Pool
  db: Db
  /** Connections of their own for sign-in and sessions. */
  signIn: ReadConnection
  /** Connections of background jobs, with more time for each statement. */
  jobs: ReadConnection
  /** A connection of its own for the checks of /api/ready. */
  ready: Pool
  /** How many connections the job queue may open. */
  queueConnections: number
  /** Every pool of this process, by what it is for. */
  pools: Readonly<Record<string, Pool>>
  /** The connection for charts, exports and log searches: an up-to-date replica, else the primary. */
  readConnection: () => Promise<ReadConnection>
  /** Rejects, with NotReady where the reason is known, while nothing can be saved. */
  check: () => Promise<void>
  /** Rejects when a migration has not been applied. */
  isMigrated: () => Promise<void>
  /** Closes the connections and stops the embedded database, if there is one. */
  close: () => Promise<void>
}

/** The folder of the migrations. */
export const migrations = join(import.meta.dirname, '../../db/migrations')

/**
 * Opens the configured database, or the embedded one, applies all migrations and makes the months of the logs. `setPhase`
 * is told what is being done. Throws a one-line message.
 */
export async function openDatabase(
  config: Config,
  say: (line: string) => void,
  setPhase: (doing: string) => void = () => undefined,
): Promise<OpenDatabase> {
  setPhase('Preparing the database')
  const settings = { max_connections: String(embeddedConnections(config)) }
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: config.dataDir, settings, say })
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  if (!embedded) await refusePoolers(config, databaseUrl)
  const onProgress = (number: number, total: number) => setPhase(`Migrating ${number} of ${total}`)
  await migrate({ url: databaseUrl, folder: migrations, onProgress }).catch(async (problem: unknown) => {
    await embedded?.stop()
    throw problem
  })
  const wanted = wantedShares(config.connections, config.usePreparedStatements)
  const shares = embedded ? wanted : await affordableShares(databaseUrl, wanted, say)
  const { limits } = config
  const connect = (url: string, isReplica: boolean) =>
    openConnections(url, { size: shares.calls, prepared: shares.prepared, limits, isReplica })
  const primary = connect(databaseUrl, false)
  // Connected on the first read, so that it may start later than the console.
  const replica = config.replicaUrl ? connect(config.replicaUrl, true) : undefined
  const signIn = openConnections(databaseUrl, { size: shares.signIn, prepared: shares.signInPrepared, limits })
  const jobs = openConnections(databaseUrl, { size: shares.jobs, prepared: 0, limits: longLimits })
  const ready = openPool(databaseUrl, { size: 1, connectSeconds: 2, limits: { statement: 2, lock: 2, idle: 2 } })
  // Rows without a month of their own are moved later: nothing is refused meanwhile.
  await createLogPartitions(jobs.db).catch((problem: Error) => say(`The months of the logs: ${problem.message}`))
  const pools = {
    ready,
    ...poolsOf('main', primary),
    ...poolsOf('signIn', signIn),
    ...poolsOf('jobs', jobs),
    ...poolsOf('replica', replica),
  }
  for (const [name, pool] of Object.entries(pools)) measurePool(name, pool)
  if (!embedded) {
    const problem = await localeProblem(jobs.pool)
    if (problem) say(problem)
  }
  return {
    databaseUrl,
    pool: primary.pool,
    db: primary.db,
    signIn,
    jobs,
    ready,
    queueConnections: shares.queue,
    pools,
    readConnection: openReadConnection(primary, replica, say),
    check: async () => {
      refuseWhile(embedded?.isRunning() === false, 'starting again')
      await refuseReadOnly(ready)
    },
    isMigrated: async () => {
      const pending = await pendingMigrations(ready, migrations)
      if (pending.length > 0) throw new Error(`not applied: ${pending.join(', ')}`)
    },
    close: async () => {
      await Promise.all([primary.end(), replica?.end(), signIn.end(), jobs.end(), ready.end()])
      await embedded?.stop()
    },
  }
}

/** The replica may start later than the console: only what is known to be wrong with it is refused. */
async function refusePoolers({ replicaUrl }: Config, databaseUrl: string): Promise<void> {
  await refuseSharedSessions(databaseUrl)
  if (replicaUrl === undefined) return
  await refuseSharedSessions(replicaUrl, 'DATABASE_REPLICA_URL').catch((problem: unknown) => {
    if (problem instanceof SharedSessions) throw problem
  })
}

/** What this process may open of what it wants. Says so when that is less; throws when it is too little to work with. */
async function affordableShares(url: string, wanted: Shares, say: (line: string) => void): Promise<Shares> {
  const client = await openClient({ connectionString: url, application_name: 'brandkeep start' })
  let limit: Awaited<ReturnType<typeof allowedConnections>>
  try {
    limit = await allowedConnections(client)
  } finally {
    await client.end()
  }
  const { allowed, setting } = limit
  const shares = sharesWithin(wanted, allowed)
  const sentence = `PostgreSQL allows this console ${allowed} connections, and each of its processes`
  if (!shares)
    throw new Error(
      `${sentence} needs at least ${leastTotal(wanted)}: raise ${setting}, to ${totalOf(wanted)} or more.`,
    )
  if (shares === wanted) return wanted
  const { calls, prepared, signIn, signInPrepared, jobs, queue } = shares
  say(
    `${sentence} opens up to ${totalOf(wanted)}: this one uses ${calls + prepared} for calls, ${signIn + signInPrepared} for sign-in, ${jobs} for jobs and ${queue} for their queue, and leaves none for another. Raise ${setting}, or lower DATABASE_CONNECTIONS.`,
  )
  return shares
}

/** What the embedded database allows: the connections of this process, and some of commands beside it, such as a backup. */
const embeddedConnections = ({ connections }: Pick<Config, 'connections'>): number =>
  Math.max(usualConnections, totalOf(wantedShares(connections, true)) + 35)

type Connections = ReadConnection & { preparedPool: Pool | undefined; end: () => Promise<void> }

/**
 * A standby, or a server that was set to read-only, answers questions but saves nothing. The connection that says so is
 * closed: it would say so for as long as it is open, whatever the address leads to by then.
 */
async function refuseReadOnly(pool: Pool): Promise<void> {
  const client = await pool.connect()
  let isReadOnly = true
  try {
    const { rows } = await client.query<{ value: string }>("select current_setting('transaction_read_only') as value")
    isReadOnly = rows[0]!.value === 'on'
  } finally {
    client.release(isReadOnly)
  }
  refuseWhile(isReadOnly, 'read-only')
}

/** Connections to a database, with a second pool for `prepared` statements unless that is 0. */
function openConnections(
  url: string,
  { prepared, ...options }: { size: number; prepared: number; limits: TimeLimits; isReplica?: boolean },
): Connections {
  const pool = openPool(url, options)
  const preparedPool = prepared > 0 ? openPreparedPool(url, { ...options, size: prepared }) : undefined
  return {
    pool,
    preparedPool,
    db: onPool(pool, preparedPool),
    end: async () => void (await Promise.all([pool.end(), preparedPool?.end()])),
  }
}

function poolsOf(name: string, connections: Connections | undefined): Record<string, Pool> {
  if (!connections) return {}
  const { pool, preparedPool } = connections
  return { [name]: pool, ...(preparedPool ? { [`${name}Prepared`]: preparedPool } : {}) }
}
