import { Client } from 'pg'
import { isOutOfConnections } from './connection-limit.ts'

/**
 * Throws a sentence if connections to `url` do not stay on one session of PostgreSQL, as behind a pooler in transaction
 * mode: live events, the locks of emails that are being sent and the settings of connections would be lost without an
 * error. `name` is the setting that holds the URL.
 */
export async function refuseSharedSessions(url: string, name = 'DATABASE_URL', limitMs = responseTime): Promise<void> {
  const open = () => connect(url, name, limitMs)
  const first = await open()
  try {
    const second = await open()
    try {
      if (await areOneSession(first, second)) throw new SharedSessions(refusal(name))
    } catch (problem) {
      // A pooler in statement mode refuses transactions.
      if ((problem as { code?: unknown }).code === PROTOCOL_VIOLATION)
        throw new SharedSessions(refusal(name), { cause: problem })
      if ((problem as Error).message === 'Query read timeout')
        throw new Error(noFreeSession(name, limitMs / 1000), { cause: problem })
      throw problem
    } finally {
      await second.end()
    }
  } finally {
    await first.end()
  }
}

/** The refusal, as against a database that cannot be reached. */
export class SharedSessions extends Error {}

const PROTOCOL_VIOLATION = '08P01'

const refusal = (name: string): string =>
  `${name} leads to a pooler in transaction or statement mode, which takes a connection's session away between its transactions: set the pooler to session mode (PgBouncer: pool_mode = session), or connect to PostgreSQL directly.`

const noFreeSession = (name: string, seconds: number): string =>
  `${name} leads to a pooler that had no free session within ${seconds} s: give it 45 for each process (PgBouncer: default_pool_size).`

/** How often two connections are compared: a pooler with several free sessions may give each the same one for a while. */
const rounds = 5

/**
 * Whether `first` has another session of PostgreSQL after each statement, or one that `second` has too. While `second` is
 * in a transaction a pooler in transaction mode cannot give the same session to `first`, and before it gives `second` the
 * one that became free last, which is that of `first`.
 */
export async function areOneSession(first: Client, second: Client): Promise<boolean> {
  const processOf = async (client: Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  const own = await processOf(first)
  for (let round = 0; round < rounds; round++) {
    await second.query('begin')
    try {
      if ((await processOf(second)) === own || (await processOf(first)) !== own) return true
    } finally {
      await second.query('commit')
    }
    if ((await processOf(first)) !== own) return true
  }
  return false
}

async function connect(url: string, name: string, limitMs: number): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'brandkeep start',
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (problem) {
    if (isOutOfConnections(problem)) throw problem
    throw new Error(`${name} leads to no database that can be used: ${reasonOf(problem as Error)}`, { cause: problem })
  }
  return client
}

/** Where a name has several addresses and none answers, the reasons are in a list. */
const reasonOf = (problem: Error): string =>
  problem instanceof AggregateError ? problem.errors.map((one: Error) => one.message).join(', ') : problem.message

/** Milliseconds: a pooler without a free session lets a connection wait. */
const responseTime = 10_000
