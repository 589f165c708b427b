import { type Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openClient, withoutTimeLimits } from '#kit/server/connection-settings.ts'
import type { BackupTable, Header } from './format.ts'

/**
 * Tables whose rows stay behind. A restored console must not revive a session that was ended since, a code or a link
 * that was used: everybody signs in again.
 */
export const leftBehind = [
  'sessions',
  'session_uses',
  'one_time_codes',
  'reset_links',
  'sign_in_failures',
  'guessing_notices',
] as const

/** Of the queue only jobs that have not ended come along; workers create the rest at their start. */
const jobColumns = ['id', 'name', 'data', 'priority', 'start_after', 'created_on', 'retry_limit', 'retry_count']
const waitingJobs = `select ${jobColumns.join(', ')} from pgboss.job
  where state in ('created', 'retry', 'active') and name not like '\\_\\_%'`

/** Opens a connection for backing up or restoring. */
export function connect(url: string): Promise<Client> {
  return openClient(
    { connectionString: url, application_name: 'brandkeep backup', keepAlive: true },
    { ...withoutTimeLimits, lock_timeout: '60s' },
  )
}

/** One moment of a database, readable until `close`. */
export type Snapshot = {
  header: Pick<Header, 'migrations' | 'tables' | 'sequences'>
  /** The rows of a table in COPY's text format; undefined if it was dropped since, which happens to old log months. */
  copyOut: <T>(table: BackupTable, read: (rows: AsyncIterable<Buffer>) => Promise<T>) => Promise<T | undefined>
  close: () => Promise<void>
}

/**
 * Opens a snapshot. One connection holds it and locks nothing; each table is read in a short transaction of its own, so
 * that creating or dropping a month of the log never waits for the whole backup, and no writer waits behind it.
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const holder = await connect(url)
  const reader = await connect(url)
  const close = async () => void (await Promise.all([holder.end(), reader.end()]))
  try {
    await holder.query('begin isolation level repeatable read read only')
    const { rows } = await holder.query<{ id: string }>('select pg_export_snapshot() as id')
    const header = await readContents(holder)
    const copyOut: Snapshot['copyOut'] = async (table, read) => {
      await reader.query(`begin isolation level repeatable read read only; set transaction snapshot '${rows[0]!.id}'`)
      try {
        if (table.kind === 'part' && !(await exists(reader, table.name))) return undefined
        return await read(reader.query(copyTo(`copy ${sourceOf(table)} to stdout`)))
      } finally {
        await reader.query('rollback').catch(() => undefined)
      }
    }
    return { header, copyOut, close }
  } catch (problem) {
    await close()
    throw problem
  }
}

const sourceOf = ({ kind, name, columns }: BackupTable) =>
  kind === 'jobs' ? `(${waitingJobs})` : `${escapeIdentifier(name)} (${columnList(columns)})`

/** Column names as SQL. */
export const columnList = (columns: readonly string[]): string => columns.map(escapeIdentifier).join(', ')

async function exists(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    escapeIdentifier(name),
  ])
  return rows[0]!.exists
}

/** The schema of the console's tables: a server may have set another search path than `public` for the role. */
const ownSchema = `(select relnamespace from pg_class where oid = to_regclass('schema_migrations'))`

async function readContents(client: Client): Promise<Snapshot['header']> {
  if (!(await exists(client, 'schema_migrations'))) throw new Error('This database has no console to back up')
  const migrations = await client.query<Header['migrations'][number]>(
    'select name, sha256 from schema_migrations order by name',
  )
  const sequences = await client.query<Header['sequences'][number]>(
    `select sequencename as name, coalesce(last_value, start_value)::text as last, last_value is not null as "isCalled"
     from pg_sequences where schemaname = ${ownSchema}::regnamespace::name order by 1`,
  )
  return {
    migrations: migrations.rows,
    sequences: sequences.rows,
    tables: [...(await readTables(client)), { name: 'waiting_jobs', kind: 'jobs', columns: jobColumns }],
  }
}

/** Every table of the console with its columns, except generated ones, which the database computes again. */
async function readTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; parent: string | null; columns: string[] }>(
    `select c.relname as name, p.relname as parent,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relkind = 'r' and c.relnamespace = ${ownSchema} and c.relpersistence = 'p'
       and not c.relname = any($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1`,
    [leftBehind],
  )
  return rows.map(({ name, parent, columns }) =>
    parent === null ? { name, kind: 'table', columns } : { name, kind: 'part', parent, columns },
  )
}
