import pg from 'pg'
import { Gauge } from 'prom-client'
import { connectionSettings, settingsOnConnect } from '#kit/server/connection-settings.ts'
import { registry } from '#kit/server/metrics.ts'
import { shareAnswer } from '#kit/server/share-answer.ts'

/** More than this is not counted: a scrape must cost little however much is waiting. */
export const countLimit = 100_000
/** Answers are remembered this long, in ms, whoever scrapes and how often. */
const cacheMs = 5000
/** The size of the database takes a look at each of its files. */
const sizeCacheMs = 60_000
/** For one statement, and for a connection, in ms. */
const limitMs = 2000

const settings = {
  ...connectionSettings,
  statement_timeout: `${limitMs}`,
  lock_timeout: '500',
  default_transaction_read_only: 'on',
}

type Sample = { labels?: Record<string, string>; value: number }
type Query = { name: string; help: string; labels?: readonly string[]; cache?: number; sql: string }

/** Tables in which changes wait to be folded, by what they change. */
const pendingTables = {
  counters: 'counter_delta',
  values: 'value_delta',
  sellers: 'seller_delta',
  'log search': 'status_log_new',
}

const capped = (rows: string) => `(select count(*) from (${rows} limit ${countLimit}) r)`
const ready = (state: string) =>
  `from pgboss.job j where j.name = q.name and j.state = '${state}' and not j.blocked and j.start_after <= now()`
const oldest = (state: string) => `(select min(j.start_after) ${ready(state)})`

/** Jobs of the queues in tables of their own; partial indexes hold exactly these rows. */
const fileJobs = ['exports', 'tool_jobs']
  .map(
    (table) =>
      `(select kind, state, not_before from ${table} where state in ('Pending', 'Processing') limit ${countLimit})`,
  )
  .join(' union all ')

/** Every statement reads an index, or at most `countLimit` rows. */
export const databaseQueries: readonly Query[] = [
  {
    name: 'brandkeep_queue_jobs',
    help: `Jobs that are due and wait for a worker, by name; of each, at most ${countLimit} of a state are counted.`,
    labels: ['job'],
    sql: `select json_build_object('job', q.name) as labels,
        ${capped(`select ${ready('created')}`)} + ${capped(`select ${ready('retry')}`)} as value
      from pgboss.queue q where q.name not like '\\_\\_%'`,
  },
  {
    name: 'brandkeep_queue_oldest_seconds',
    help: 'For how long the job that waits longest has been due, by name; 0 if none waits.',
    labels: ['job'],
    sql: `select json_build_object('job', q.name) as labels,
        coalesce(extract(epoch from now() - least(${oldest('created')}, ${oldest('retry')})), 0) as value
      from pgboss.queue q where q.name not like '\\_\\_%'`,
  },
  {
    name: 'brandkeep_oldest_unsent_email_seconds',
    help: 'For how long the email that waits longest has been due, of the 1,000 oldest; 0 if none waits.',
    sql: `select coalesce(extract(epoch from now() - min(due)), 0) as value
      from (select greatest(created_at, not_before) as due from mails
        where sent_at is null and failed_at is null and sent_with is null order by created_at limit 1000) m where due <= now()`,
  },
  {
    name: 'brandkeep_pending_changes',
    help: `Changes that wait to be added to counters and to the search of the log; at most ${countLimit} are counted.`,
    labels: ['of'],
    sql: Object.entries(pendingTables)
      .map(
        ([of, table]) =>
          `select json_build_object('of', '${of}') as labels, ${capped(`select from ${table}`)} as value`,
      )
      .join(' union all '),
  },
  {
    name: 'brandkeep_backup_age_seconds',
    help: 'Time since the latest complete backup with npm run backup; no sample if there was none.',
    sql: `select extract(epoch from now() - backed_up_at) as value from installation where backed_up_at is not null`,
  },
  {
    name: 'brandkeep_file_jobs',
    help: `Downloads, quick tools, scrapers and reports that wait or run, by kind; at most ${countLimit} are counted.`,
    labels: ['kind', 'state'],
    sql: `select json_build_object('kind', kind, 'state', lower(state)) as labels, count(*) as value
      from (${fileJobs}) j group by kind, state`,
  },
  {
    name: 'brandkeep_file_jobs_oldest_seconds',
    help: 'For how long the one that waits longest has been due, by kind; no sample if none waits.',
    labels: ['kind'],
    sql: `select json_build_object('kind', kind) as labels, extract(epoch from now() - min(not_before)) as value
      from (${fileJobs}) j where state = 'Pending' and not_before <= now() group by kind`,
  },
  {
    name: 'brandkeep_database_bytes',
    help: 'Size of the database on disk, without its write-ahead log.',
    cache: sizeCacheMs,
    sql: 'select pg_database_size(current_database()) as value',
  },
]

export type DatabaseGauges = { close: () => Promise<void> }

/**
 * Registers what is read from the database, over a connection of its own: metrics matter most when the pools are
 * exhausted. What cannot be read within two seconds is left out, and counted in brandkeep_database_metrics_failed.
 */
export function measureDatabase(databaseUrl: string): DatabaseGauges {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs + 1000,
    idleTimeoutMillis: 60_000,
    onConnect: settingsOnConnect(settings, limitMs),
    application_name: 'brandkeep metrics',
    allowExitOnIdle: true,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const read = databaseReader(pool)
  for (const { name, help, labels = [] } of databaseQueries) {
    registry.removeSingleMetric(name)
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        this.reset()
        const samples = (await read()).get(name)
        // A metric without labels is reset to 0, which would be a value: never backed up would count as just now.
        if (!samples?.length) this.remove({})
        else for (const sample of samples) this.set(sample.labels ?? {}, Number(sample.value))
      },
    })
  }
  registry.removeSingleMetric('brandkeep_database_metrics_failed')
  new Gauge({
    name: 'brandkeep_database_metrics_failed',
    help: 'Number of metrics that could not be read from the database at the latest attempt.',
    registers: [registry],
    async collect() {
      const found = await read()
      this.set(databaseQueries.filter(({ name }) => !found.has(name)).length)
    },
  })
  return { close: () => pool.end() }
}

/** Runs all statements, one after the other, at most every five seconds; concurrent scrapes share them. */
function databaseReader(pool: pg.Pool): () => Promise<Map<string, Sample[]>> {
  const known = new Map<string, { at: number; samples: Sample[] }>()
  return shareAnswer(cacheMs, async () => {
    const found = new Map<string, Sample[]>()
    // Without a connection nothing can be read: that is noticed once, not for each statement.
    const client = await pool.connect().catch(() => undefined)
    if (!client) return found
    for (const { name, sql, cache = 0 } of databaseQueries) {
      const before = known.get(name)
      if (before && performance.now() - before.at < cache) {
        found.set(name, before.samples)
        continue
      }
      try {
        const { rows: samples } = await client.query<Sample>(sql)
        found.set(name, samples)
        known.set(name, { at: performance.now(), samples })
      } catch {
        // Counted by brandkeep_database_metrics_failed.
      }
    }
    client.release()
    return found
  })
}
