import { once } from 'node:events'
import { type Client, escapeIdentifier } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { migrateTo } from '#kit/server/migrate.ts'
import { columnList, connect } from './database-contents.ts'
import type { BackupTable, Header, Manifest } from './format.ts'
import { counted } from '#vocabulary/numbers.ts'

/** What the record of an email says that waited when the backup was made. */
const unconfirmedMessage = 'Unknown whether it was sent: it was waiting when the backup was made that was restored.'

/** A database that is being filled in one transaction: nothing of it can be seen before `commit`. */
export type DatabaseRestore = {
  /** Appends rows in COPY's text format. Tables come one after the other. */
  copyIn: (table: string, rows: AsyncIterable<Buffer>) => Promise<void>
  /** Creates indexes and keys and enables triggers, after the last row. */
  finishRows: () => Promise<void>
  /** Compares the numbers of rows; returns how many emails are held back instead of sent. */
  finish: (manifest: Manifest, options: { sendEmails: boolean }) => Promise<number>
  /** The id of the transaction, by which the database can say later what became of it. */
  transaction: () => Promise<string>
  commit: () => Promise<void>
  /** Closes the connection; without `commit` before it, the database is as it was. Returns whether it was committed. */
  close: () => Promise<boolean>
}

/**
 * Creates the tables as the backup's migrations made them, without indexes and keys, and with triggers off: the
 * rows of counters come along, so nothing may count again. Needs no superuser, only the owner of the tables. Throws a
 * one-line message if the database is not empty, unless `replace`, or in use.
 */
export async function beginRestore(
  url: string,
  { header, migrations, replace }: { header: Header; migrations: string; replace: boolean },
): Promise<DatabaseRestore> {
  const client = await connect(url)
  try {
    await refuseUsed(client, replace)
    await client.query(`begin; set local maintenance_work_mem = '256MB'`)
    if (replace) await dropAll(client)
    await migrateTo(client, migrations, header.migrations)
    await makeLogMonths(client, header.tables)
    const later = await takeOffIndexesAndKeys(client)
    await client.query(`create temporary table waiting_jobs on commit drop as
      select id, name, data, priority, start_after, created_on, retry_limit, retry_count from pgboss.job where false`)
    return restoring(client, header, later)
  } catch (problem) {
    await client.end()
    throw problem
  }
}

function restoring(client: Client, header: Header, later: LaterStatements): DatabaseRestore {
  const rows: Record<string, number> = {}
  let isCommitted = false
  let open: { table: string; stream: CopyStreamQuery } | undefined
  const closeTable = async () => {
    if (!open) return
    const { table, stream } = open
    open = undefined
    stream.end()
    await once(stream, 'finish')
    rows[table] = stream.rowCount ?? 0
  }
  return {
    copyIn: async (name, chunks) => {
      if (open?.table !== name) {
        await closeTable()
        const table = header.tables.find((one) => one.name === name)
        if (!table) throw new Error(`The backup has rows of an unknown table ${name}`)
        open = { table: name, stream: client.query(copyFrom(copyStatement(table))) }
      }
      const { stream } = open
      for await (const chunk of chunks) if (!stream.write(chunk)) await once(stream, 'drain')
    },
    finishRows: async () => {
      await closeTable()
      for (const statement of [...later.indexes, ...later.keys, ...later.triggers]) await client.query(statement)
      for (const { name, last, isCalled } of header.sequences)
        await client.query('select setval($1, $2, $3)', [escapeIdentifier(name), last, isCalled])
      await enqueueWaiting(client)
    },
    finish: async (manifest, { sendEmails }) => {
      for (const [table, expected] of Object.entries(manifest.rows))
        if ((rows[table] ?? 0) !== expected)
          throw new Error(`${table} has ${rows[table] ?? 0} rows, the backup says ${expected}`)
      return sendEmails ? 0 : failWaitingEmails(client)
    },
    transaction: async () => {
      const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
      return rows[0]!.id
    },
    commit: async () => {
      await client.query('commit')
      isCommitted = true
    },
    close: async () => {
      open?.stream.destroy()
      await client.end()
      return isCommitted
    },
  }
}

/** Frozen rows need no vacuum. Partitioned tables do not allow it; their rows find their part by themselves. */
function copyStatement({ kind, name, parent, columns }: BackupTable): string {
  if (kind === 'jobs') return `copy waiting_jobs (${columnList(columns)}) from stdin`
  const options = kind === 'table' ? ' with (freeze)' : ''
  return `copy ${escapeIdentifier(parent ?? name)} (${columnList(columns)}) from stdin${options}`
}

/** A session that a pooler has cleared (`DISCARD ALL`) and that no statement followed has no user. */
async function refuseUsed(client: Client, replace: boolean): Promise<void> {
  const others = await client.query<{ application: string; address: string | null }>(
    `select application_name as application, host(client_addr) as address from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and not (state = 'idle' and query = 'DISCARD ALL')`,
  )
  if (others.rows.length > 0) {
    const [{ application, address } = { application: '', address: null }] = others.rows
    throw new Error(
      `The database has ${counted(others.rows.length, 'other connection')} (${[application, address].filter(Boolean).join(' from ')}): ` +
        'stop the console, its workers and whatever else uses it',
    )
  }
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from pg_class c where relkind in ('r', 'p', 'v', 'm', 'S') and
        relnamespace in (select oid from pg_namespace where nspname in (current_schema(), 'pgboss'))
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as used`,
  )
  if (rows[0]!.used && !replace) throw new Error('The database is not empty: add --replace to delete what it contains')
}

/** Drops the tables, sequences, functions and types of the console; extensions stay. */
async function dropAll(client: Client): Promise<void> {
  await client.query('drop schema if exists pgboss cascade')
  const { rows } = await client.query<{ statement: string }>(
    `with own as (select 'pg_class'::regclass as class, c.oid, case relkind when 'S' then 2 else 1 end as step, format('drop %s if exists %s cascade',
          case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
          c.oid::regclass) as statement
        from pg_class c where relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition
          and relnamespace = current_schema()::regnamespace
      union all
      select 'pg_proc'::regclass, oid, 3, format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
        where pronamespace = current_schema()::regnamespace
      union all
      select 'pg_type'::regclass, oid, 4, format('drop type if exists %s cascade', oid::regtype) from pg_type
        where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd'))
     select statement from own where not exists (
       select from pg_depend d where d.classid = own.class and d.objid = own.oid and d.deptype = 'e') order by step`,
  )
  for (const { statement } of rows) await client.query(statement)
}

/** The months of the logs that the backup has; the migrations make only those from today on. */
async function makeLogMonths(client: Client, tables: readonly BackupTable[]): Promise<void> {
  for (const { name, parent } of tables) {
    const month = /_(\d{4})_(\d{2})$/.exec(name)
    if (parent === undefined || !month) continue
    await client.query('select make_log_part($1, $2)', [parent, `${month[1]}-${month[2]}-01`])
  }
}

/** What has to be done after the last row. */
type LaterStatements = { indexes: string[]; keys: string[]; triggers: string[] }

async function takeOffIndexesAndKeys(client: Client): Promise<LaterStatements> {
  const texts = async (sql: string) =>
    (await client.query<{ off: string; on: string }>(sql)).rows.map((row) => ({ off: row.off, on: row.on }))
  const tables = await texts(
    `select format('alter table %s disable trigger user', c.oid::regclass) as off,
        format('alter table %s enable trigger user', c.oid::regclass) as on
     from pg_class c where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  )
  const keys = await texts(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
     from pg_constraint where contype in ('f', 'p', 'u') and conparentid = 0
       and connamespace = current_schema()::regnamespace order by contype = 'f' desc, conrelid`,
  )
  const indexes = await texts(
    `select format('drop index %s', indexrelid::regclass) as off,
        replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as on
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = current_schema()::regnamespace and not c.relispartition
       and not exists (select from pg_constraint where conindid = i.indexrelid)
     order by indrelid::regclass::text, indexrelid::regclass::text`,
  )
  for (const { off } of [...keys, ...indexes, ...tables]) await client.query(off)
  // The migrations put some rows into new tables; those of the backup take their place.
  const names = tables.map(({ on }) => /^alter table (.+) enable trigger user$/.exec(on)![1])
  await client.query(`truncate ${names.join(', ')}`)
  const on = (list: { on: string }[]) => list.map((one) => one.on)
  // Foreign keys need the keys they refer to, so they come last.
  return { indexes: on(indexes), keys: on(keys).reverse(), triggers: on(tables) }
}

/**
 * Jobs keep their id, by which a handler recognises what it has done already. One that was running runs again. Calling
 * enqueue_job creates the queue of a name; what it enqueues here is removed again.
 */
async function enqueueWaiting(client: Client): Promise<void> {
  await client.query(`
    select enqueue_job(name, '{}', max(retry_limit) + 1) from waiting_jobs group by name;
    delete from pgboss.job;
    insert into pgboss.job (id, name, data, priority, start_after, created_on, retry_limit, retry_count, policy,
      retry_delay, retry_backoff, retry_delay_max, heartbeat_seconds, expire_seconds, deletion_seconds, keep_until)
    select w.id, w.name, w.data, w.priority, w.start_after, w.created_on, w.retry_limit, w.retry_count, q.policy,
      q.retry_delay, q.retry_backoff, q.retry_delay_max, q.heartbeat_seconds, q.expire_seconds, q.deletion_seconds,
      now() + interval '100 years'
    from waiting_jobs w join pgboss.queue q on q.name = w.name`)
}

/** Ends the emails that waited: nobody knows whether they were sent after the backup was made. */
async function failWaitingEmails(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    'update mails set failed_at = now(), is_doubtful = true, error = $1 where sent_at is null and failed_at is null',
    [unconfirmedMessage],
  )
  return rowCount ?? 0
}
