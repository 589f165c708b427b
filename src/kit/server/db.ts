import { hash } from 'node:crypto'
import pg from 'pg'
import { rowTemplate } from '#columns/row-template.ts'
import { type ConnectionSettings, connectionSettings, settingsOnConnect } from './connection-settings.ts'
import { markProgress } from './stalled-work.ts'
import { waitingForRoom } from './waiting-for-room.ts'
import { dropAfterUse, dropWhenReadOnly } from './read-only.ts'
import { type Db, type Sql, sql } from './sql.ts'

export { sql }
export type { Db, Sql }

/** A transaction: `db` for statements, `client` for COPY and cursors. */
export type Transaction = { db: Db; client: pg.PoolClient }

// Days stay texts, instants become ISO 8601 UTC, counts and money become numbers (their bounds fit a double exactly).
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
])

/** How values are parsed; cursors need it as an option. */
export const typesConfig: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/**
 * How long work may take, in seconds: one statement, waiting for a lock, and a transaction without a statement.
 * PostgreSQL ends what takes longer, so that it holds neither its connection nor its locks for others.
 */
export type TimeLimits = { statement: number; lock: number; idle: number }

/** Limits of what people wait for at a screen. */
export const interactiveLimits: TimeLimits = { statement: 30, lock: 10, idle: 60 }

/** Limits of jobs, uploads, downloads and other calls with many rows. */
export const longLimits: TimeLimits = { statement: 900, lock: 60, idle: 300 }

/** Seconds that work waits for a free connection, or for the database to accept a new one. */
const connectSeconds = 10

/**
 * Seconds after which a connection is replaced by another as soon as nothing runs on it. After a switch to another server
 * one that only reads would read from the old one for as long as it is open.
 */
const lifeSeconds = 300

export type PoolOptions = {
  size?: number
  limits?: TimeLimits
  connectSeconds?: number
  lifeSeconds?: number
  /** The pool is one of a replica: its connections only read. */
  isReplica?: boolean
}

/** Opens a connection pool of at most `size` connections (default 12). */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  return poolWith(url, { size: 12, ...options }, connectionSettings)
}

/**
 * A pool for the statements of `preparedRows`, which are named: a connection plans each of them once, independent of values.
 */
export function openPreparedPool(url: string, options: PoolOptions = {}): pg.Pool {
  return poolWith(url, { size: 8, ...options }, { ...connectionSettings, plan_cache_mode: 'force_generic_plan' })
}

function poolWith(url: string, options: PoolOptions & { size: number }, settings: ConnectionSettings): pg.Pool {
  const { statement, lock, idle } = options.limits ?? interactiveLimits
  const connectMs = 1000 * (options.connectSeconds ?? connectSeconds)
  const all = {
    ...settings,
    statement_timeout: `${statement}s`,
    lock_timeout: `${lock}s`,
    idle_in_transaction_session_timeout: `${idle}s`,
  }
  const readOnly = new WeakSet<pg.ClientBase>()
  const pool = new pg.Pool({
    connectionString: url,
    max: options.size,
    connectionTimeoutMillis: connectMs,
    maxLifetimeSeconds: options.lifeSeconds ?? lifeSeconds,
    onConnect: settingsOnConnect(all, connectMs, (client) => readOnly.add(client)),
    types: typesConfig,
  })
  // A broken idle connection (a restarted server) must not crash the process.
  pool.on('error', () => undefined)
  // Nor one that breaks in use: its query fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('connect', dropWhenReadOnly)
  if (!options.isReplica) dropAfterUse(pool, (client) => readOnly.has(client))
  return waitingForRoom(pool, connectMs)
}

/** The pools for prepared statements, by the `Db` they belong to. */
const preparedPools = new WeakMap<Db, pg.Pool>()

/** Runs statements on a pool; `preparedRows` uses the one for prepared statements, if there is one. `destroy` ends both. */
export function onPool(pool: pg.Pool, preparedPool?: pg.Pool): Db {
  const db: Db = {
    run: async (text, values) => {
      const client = await pool.connect()
      // A statement that fails is no reason to end its connection, as `pool.query` does.
      try {
        return await client.query(text, values)
      } finally {
        client.release()
      }
    },
    destroy: async () => void (await Promise.all([pool.end(), preparedPool?.end()])),
  }
  if (preparedPool) preparedPools.set(db, preparedPool)
  return db
}

/** Runs everything on one client and never releases it: the transaction does. */
function onClient(client: pg.PoolClient): Db {
  return { run: (text, values) => client.query(text, values), destroy: () => Promise.resolve() }
}

/** Runs work in one transaction: committed when it returns, rolled back when it throws. */
export async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(pool, 'begin', work)
}

/** The same for reads of which each statement may take so many milliseconds; undefined when one took longer. */
export async function withinTime<T>(
  pool: pg.Pool,
  milliseconds: number,
  work: (db: Db) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await transact(pool, `begin; set local statement_timeout = ${Math.ceil(milliseconds)}`, ({ db }) => work(db))
  } catch (problem) {
    // 57014: the statement was cancelled by its timeout.
    if ((problem as { code?: unknown }).code === '57014') return undefined
    throw problem
  }
}

/** The same for work with many rows, within `longLimits`. */
export async function inLongTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(pool, `begin; ${setLongLimits}`, work)
}

/** Sets `longLimits` until the transaction ends. */
export const setLongLimits =
  `set local statement_timeout = '${longLimits.statement}s'; set local lock_timeout = '${longLimits.lock}s'; ` +
  `set local idle_in_transaction_session_timeout = '${longLimits.idle}s'`

async function transact<T>(pool: pg.Pool, begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work({ db: onClient(client), client })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => {
      broken = failed
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Rows of a statement, typed by the caller who wrote its columns. */
export async function rows<Row>(db: Db, statement: Sql): Promise<Row[]> {
  const result = await statement.execute<Row>(db)
  markProgress()
  return result.rows
}

/** The first row, or undefined. */
export async function row<Row>(db: Db, statement: Sql): Promise<Row | undefined> {
  return (await rows<Row>(db, statement))[0]
}

/** What PostgreSQL expects a statement to cost, in its own unit (a page read in order is 1). It is not run. */
export async function expectedCost(db: Db, statement: Sql): Promise<number> {
  const found = await row<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>(
    db,
    sql`explain (format json) ${statement}`,
  )
  return found!['QUERY PLAN'][0].Plan['Total Cost']
}

/**
 * Rows of a frequent statement that each connection plans only once: planning a list takes longer than running it. For
 * statements with few different texts, whose best plan is the same for all values. In a transaction, and without a
 * pool for prepared statements, it is the same as `rows`.
 */
export async function preparedRows<Row>(db: Db, statement: Sql): Promise<Row[]> {
  const preparedPool = preparedPools.get(db)
  if (!preparedPool) return rows(db, statement)
  const { text, values } = statement
  return asObjects(
    await preparedPool.query<unknown[]>({
      name: statementName(text),
      text,
      values: [...values],
      rowMode: 'array',
    }),
  ) as Row[]
}

/** Wide rows are read as arrays and converted to objects here, in half the time pg needs. */
function asObjects({ fields, rows: found }: pg.QueryArrayResult<unknown[]>): object[] {
  const names = fields.map((field) => field.name)
  const empty = rowTemplate(names)
  return found.map((cells) => {
    const object = { ...empty }
    for (let index = 0; index < names.length; index++) object[names[index]!] = cells[index]
    return object
  })
}

const statementNames = new Map<string, string>()

function statementName(text: string): string {
  const known = statementNames.get(text)
  if (known !== undefined) return known
  const name = `prepared_${hash('sha1', text)}`
  statementNames.set(text, name)
  return name
}

/** Joins conditions: `a and b and c`; `true` if there are none. */
export function joinConditions(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** The LIKE pattern of a part match, in which % and _ are plain characters (G108). */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
