import { chmodSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedDatabase, sharedBuffers, startEmbeddedDatabase } from '#app/embedded-database.ts'
import { FailedStart, pauseAfter } from '#app/postgres-process.ts'
import { migrate } from '#kit/server/migrate.ts'

const migrations = join(import.meta.dirname, '../../db/migrations')
const patient = { timeout: 60_000, interval: 50 }

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const isReachable = (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  )

describe('the built-in PostgreSQL', { timeout: 90_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brandkeep-embedded-'))
  const logged: string[] = []
  let database: EmbeddedDatabase
  const postmaster = () => Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
  const startAgain = async (stopLimitMs = 30_000) => {
    const settings = { fsync: 'off' }
    database = await startEmbeddedDatabase({ dataDir, settings, stopLimitMs, say: (line) => logged.push(line) })
  }
  beforeAll(() => startAgain())
  afterAll(async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('the application is no superuser and owns its database', async () => {
    expect(
      await query(
        database.url,
        `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as may
          from pg_roles where rolname = current_user`,
      ),
    ).toEqual([{ name: 'brandkeep_app', may: false }])
    await expect(query(database.url, "copy (select 1) to program 'true'")).rejects.toThrow('permission denied')
  })

  test('it takes an eighth of the memory for its buffers, 256 MB to 1 GB', async () => {
    const gigabyte = 1024 ** 3
    expect([1, 4, 7, 64].map((memory) => sharedBuffers(memory * gigabyte))).toEqual([
      '256MB',
      '512MB',
      '896MB',
      '1024MB',
    ])
    const [set] = await query<{ shared_buffers: string }>(database.url, 'show shared_buffers')
    const megabytes = { '1GB': 1024 }[set!.shared_buffers] ?? Number.parseInt(set!.shared_buffers, 10)
    expect(`${megabytes}MB`).toBe(sharedBuffers(Math.min(totalmem(), process.constrainedMemory() || totalmem())))
  })

  test('a folder in which a superuser owned everything, readable by others, is corrected at the next start', async () => {
    await query(database.superuserUrl, 'alter database brandkeep owner to brandkeep')
    await migrate({ url: database.superuserUrl, folder: migrations })
    await database.stop()
    chmodSync(realpathSync(join(dataDir, 'pg')), 0o750)
    await startAgain()
    const others = await query(
      database.url,
      `select c.oid::regclass::text as name from pg_class c where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
        and relowner <> current_user::regrole
       union all select p.oid::regprocedure::text from pg_proc p where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
        and proowner <> current_user::regrole
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
       union all select nspname from pg_namespace where nspname = 'pgboss' and nspowner <> current_user::regrole
       union all select t.oid::regtype::text from pg_type t where typnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
        and typowner <> current_user::regrole
        and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype in ('e', 'i'))`,
    )
    expect(others).toEqual([])
    await query(database.url, 'alter table findings add column tried int; alter table findings drop column tried')
    expect(statSync(realpathSync(join(dataDir, 'pg'))).mode & 0o777).toBe(0o700)
  })

  test('while it cannot start it tries on, says why, and is back once it can', async () => {
    const control = join(realpathSync(join(dataDir, 'pg')), 'global', 'pg_control')
    renameSync(control, `${control}.away`)
    logged.length = 0
    process.kill(postmaster(), 'SIGKILL')
    await expect.poll(() => logged.filter((line) => line.includes('did not start')).length, patient).toBeGreaterThan(1)
    expect(logged.join('\n')).toContain('pg_control')
    expect(database.isRunning()).toBe(false)
    renameSync(`${control}.away`, control)
    await expect.poll(() => isReachable(database.url), patient).toBe(true)
    await expect.poll(() => database.isRunning(), patient).toBe(true)
  })

  test('it can be stopped while it cannot start', async () => {
    const control = join(realpathSync(join(dataDir, 'pg')), 'global', 'pg_control')
    renameSync(control, `${control}.away`)
    process.kill(postmaster(), 'SIGKILL')
    await expect.poll(() => database.isRunning()).toBe(false)
    await database.stop()
    renameSync(`${control}.away`, control)
    await startAgain()
    expect(await isReachable(database.url)).toBe(true)
  })

  test('one that does not obey is ended, and what was committed is there after the next start', async () => {
    await database.stop()
    await startAgain(500)
    await query(database.url, 'create table committed as select 7 as number')
    process.kill(postmaster(), 'SIGSTOP')
    const began = performance.now()
    await database.stop()
    expect(performance.now() - began).toBeLessThan(10_000)
    await startAgain()
    expect(await query(database.url, 'select number from committed')).toEqual([{ number: 7 }])
  })

  test('killed seven times in a row, it is back each time', async () => {
    for (let death = 1; death <= 7; death++) {
      const killed = postmaster()
      process.kill(killed, 'SIGKILL')
      await expect.poll(() => database.isRunning() && postmaster() !== killed, patient).toBe(true)
      expect(await isReachable(database.url)).toBe(true)
    }
  })
})

test('a start is judged by every line of its log: dying processes of the server before write into it as well', () => {
  const log = `FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use
HINT:  Terminate any old server processes associated with data directory "/data/pg".
LOG:  database system is shut down
FATAL:  terminating connection because of unexpected postmaster exit
LOG:  could not send data to client: Broken pipe
FATAL:  connection to client lost\n`
  expect(new FailedStart(log).isLocked).toBe(true)
  expect(new FailedStart('PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device').isLocked).toBe(
    false,
  )
})

test('pauses between starts grow and end at ten seconds', () => {
  expect([0, 1, 2, 3, 8, 40].map(pauseAfter)).toEqual([0, 100, 200, 400, 10_000, 10_000])
})
