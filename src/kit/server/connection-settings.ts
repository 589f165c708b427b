import pg, { type ClientBase, type ClientConfig, type PoolConfig, type QueryConfig, type QueryResult } from 'pg'

/** Settings of PostgreSQL by their name. */
export type ConnectionSettings = Readonly<Record<string, string>>

/**
 * Settings of every connection, so that statements are planned and parsed alike on any PostgreSQL, whatever the
 * configuration of the server, the database or the role. Parallel workers are off: statements are short, and many callers
 * together keep every core busy already, so starting workers costs more than it gains. JIT compilation is off too: with
 * PostgreSQL's default a 5 ms statement is compiled for 500 ms. Page costs are those of an SSD. Transactions see what
 * others committed: two people who change the same rows wait for each other, and neither fails. Numbers keep all their
 * digits, and a search all its rows; NULL in an array is not a text. Who ends a connection that waits for its next call
 * is its pool, and no transaction is ended as a whole: its statements have limits.
 */
export const connectionSettings: ConnectionSettings = {
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  random_page_cost: '1.1',
  plan_cache_mode: 'auto',
  from_collapse_limit: '8',
  join_collapse_limit: '8',
  geqo_threshold: '12',
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  bytea_output: 'hex',
  array_nulls: 'on',
  transform_null_equals: 'off',
  quote_all_identifiers: 'off',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  gin_fuzzy_search_limit: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
}

/** Without an end: what is neither a call nor a job, such as a migration or a backup, takes as long as its rows need. */
export const withoutTimeLimits: ConnectionSettings = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/**
 * Sets them until the connection ends. By statements and not in the `options` of the connection, which poolers refuse or
 * drop without a word. Settings that this version of PostgreSQL does not have are left out. In a transaction of its own
 * isolation: a standby answers nothing in the serializable one that a role may have as its default. Returns whether the
 * connection only reads.
 */
async function applySettings(client: ClientBase, settings: ConnectionSettings, limitMs?: number): Promise<boolean> {
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`)
  const text = `begin isolation level read committed; select set_config(name, value, false)
    from (values ${values.join(', ')}) as s (name, value) where current_setting(name, true) is not null;
    select current_setting('transaction_read_only') as value; commit`
  try {
    const query = { text, ...(limitMs === undefined ? {} : { query_timeout: limitMs }) } as QueryConfig
    // One result for each statement, which the types leave out.
    const results = (await client.query(query)) as unknown as QueryResult<{ value: string }>[]
    return results[2]!.rows[0]!.value === 'on'
  } catch (problem) {
    // A pooler accepts a connection and lets its first statement wait until a session is free.
    if ((problem as Error).message !== 'Query read timeout') throw problem
    throw new Error('timeout exceeded when trying to connect', { cause: problem })
  }
}

/** Sets them on every new connection of a pool, before its first use. `onReadOnly` hears of each that only reads. */
export function settingsOnConnect(
  settings: ConnectionSettings,
  limitMs?: number,
  onReadOnly: (client: ClientBase) => void = () => undefined,
): NonNullable<PoolConfig['onConnect']> {
  // The pool waits for the promise, which its types leave out.
  return (client): unknown =>
    applySettings(client, settings, limitMs).then((isReadOnly) => {
      if (isReadOnly) onReadOnly(client)
    })
}

/**
 * Opens one connection with these settings beside `connectionSettings`. `onError` hears of a connection that breaks
 * between its statements, which would end the process if nobody heard of it.
 */
export async function openClient(
  config: ClientConfig,
  settings: ConnectionSettings = withoutTimeLimits,
  onError: (problem: Error) => void = () => undefined,
): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', onError)
  try {
    await client.connect()
    await applySettings(client, { ...connectionSettings, ...settings }, config.query_timeout)
    return client
  } catch (problem) {
    // A connection that does not answer would not confirm its end either.
    void client.end().catch(() => undefined)
    throw problem
  }
}
