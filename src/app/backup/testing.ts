import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { migrations } from '#app/open-database.ts'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { bearerOf, sampleRows, uploads } from '#features/intake/server/testing.ts'
import { diskFiles, type FileStore } from '#kit/server/files.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platformOf } from '#platforms/all.ts'
import type { Header } from './format.ts'
import { restoreBackup, type RestoreOptions } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/** Rows of one upload, which is one transaction. */
export const batch = 150
export const secret = 'the secret of a console that is backed up'

/** An empty database and an empty folder. */
export type Target = { url: string; files: FileStore; root: string; secretFile: string; drop: () => Promise<void> }

/** Set-up for tests of backups: a console with users, uploads, an email that waits and files. */
export function setUpBackupTests() {
  const at = { uploaded: 0 } as {
    folder: string
    source: TestDatabase
    testApp: TestApp
    world: TestWorld
    files: FileStore
    uploaded: number
  }
  const upload = async () => {
    const headers = await bearerOf(at.source.db, at.world.people.analyst)
    const scope = { company: at.world.companies.parent, brand: at.world.brands.own }
    const rows = sampleRows(platformOf('e-commerce')!, batch, at.uploaded * batch)
    const saved = await uploads(at.testApp.server, headers, scope).save(rows)
    expect(saved.statusCode, saved.body).toBe(200)
    at.uploaded++
  }
  beforeAll(async () => {
    at.folder = mkdtempSync(join(tmpdir(), 'brandkeep-backup-'))
    at.source = await testDatabase()
    at.world = await buildTestWorld(at.source.db)
    at.testApp = await buildTestApp(at.source)
    at.files = at.testApp.app.files
    for (let n = 0; n < 520; n++)
      await at.files.put(`2026/03/04/${n}.txt`, Buffer.from(`file ${n}\n`.repeat(n)), 'text/plain')
    await at.files.put('2026/03/05/empty.txt', Buffer.alloc(0), 'text/plain')
    // Looks like the end of COPY's text format, and like an unfinished file.
    await at.files.put('2026/03/05/part.png', Buffer.from('\\.\n'), 'image/png')
    await upload()
    await at.source.pool.query(
      `insert into mails (id, kind, recipient, subject, text_body)
       values (gen_random_uuid(), 'report', 'a@b.test', e'\\\\. \\t"\\\\N', e'\\\\.\\n\\r')`,
    )
    await at.source.pool.query(`select enqueue_job('send-mail', '{"mailId": "\\n"}', 3, 3600)`)
  })
  afterAll(async () => {
    await at.testApp.close()
    await at.source.drop()
    rmSync(at.folder, { recursive: true, force: true })
  })
  return {
    at,
    upload,
    backUp: async (name: string, options: Parameters<typeof writeBackup>[2] = {}) => {
      const path = join(at.folder, name)
      await writeBackup({ databaseUrl: at.source.url, files: at.files, secret, programVersion: '1.2.3' }, path, options)
      return path
    },
    emptyTarget: async (): Promise<Target> => {
      const database = await testDatabase('template1')
      const root = mkdtempSync(join(at.folder, 'target-'))
      return { ...database, files: diskFiles(root, 'newscrapper'), root, secretFile: join(root, 'secret') }
    },
  }
}

/** Restores a backup in a target. */
export const restore = (
  path: string,
  { url, files: target, secretFile }: Target,
  options?: RestoreOptions,
  from = migrations,
) => restoreBackup(path, { databaseUrl: url, files: target, migrations: from, secretFile }, options)

/** Rows of a statement, over a connection of its own: restoring refuses a database that is in use. */
export async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

export const tablesOf = (header: Header) => header.tables.filter(({ kind }) => kind !== 'jobs').map(({ name }) => name)

/** Number and digest of the rows of each table. */
export async function digests(url: string, tables: readonly string[]): Promise<Record<string, unknown>> {
  const parts = tables.map(
    (
      name,
    ) => `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as value
      from public.${name} t`,
  )
  const found = await query<{ name: string; value: string }>(url, parts.join(' union all '))
  return Object.fromEntries(found.map(({ name, value }) => [name, value]))
}

/** Indexes, constraints, triggers with their state, and sequences. */
export const structure = (url: string) =>
  query(
    url,
    `select 'index' as kind, case when c.relispartition
         -- PostgreSQL names the indexes of parts itself.
         then regexp_replace(pg_get_indexdef(c.oid), 'INDEX \\S+ ON', 'INDEX ON') else pg_get_indexdef(c.oid) end as text
       from pg_class c where c.relkind in ('i', 'I') and c.relnamespace = 'public'::regnamespace
     union all select contype::text, conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'trigger', tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select 'sequence', sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public'
     order by 1, 2`,
  )

export const jobsOf = (url: string) =>
  query(
    url,
    `select id, name, data, priority, start_after, created_on, retry_limit, retry_count from pgboss.job
     where state in ('created', 'retry', 'active') order by id`,
  )

export async function contentsOf(store: FileStore): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const key of store.list()) found.set(key, (await buffer((await store.stream(key))!.body)).toString())
  return new Map([...found].sort())
}
