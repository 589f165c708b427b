import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { migrations } from '#app/open-database.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { migrate } from '#kit/server/migrate.ts'
import { refuseSharedSessions } from '#kit/server/pooler.ts'
import { testDatabase } from '#kit/server/testing.ts'
import { bouncer, throughBouncer } from '#kit/server/testing-pooler.ts'
import { contentsOf, digests, type Target, query, restore, secret, setUpBackupTests } from './testing.ts'
import { finishRestore, writePendingSecret } from './restored-secret.ts'
import { writeBackup } from './write-backup.ts'

const { at, backUp, emptyTarget } = setUpBackupTests()

describe('restoring', () => {
  let path: string
  beforeAll(async () => {
    path = await backUp('to-restore.backup')
  })

  test('holds back the emails that waited, ends all sessions, and counts afterwards as before', async () => {
    await signInAs(at.source.db, at.world.people.client)
    const target = await emptyTarget()
    try {
      const { unconfirmedEmails } = await restore(path, target)
      expect(unconfirmedEmails).toBe(1)
      expect(await query(target.url, 'select is_doubtful, sent_at, error from mails')).toEqual([
        { is_doubtful: true, sent_at: null, error: expect.stringContaining('backup') as string },
      ])
      expect(await query(target.url, 'select from sessions')).toEqual([])
      const counted = `select (coalesce(sum(n), 0) + (select coalesce(sum(n), 0) from counter_delta))::int as n from counter_month`
      const [before] = await query<{ n: number }>(target.url, counted)
      await query(
        target.url,
        `insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, identity_key)
         values ('${at.world.companies.parent}', gen_random_uuid(), '${at.world.brands.own}', 'e-commerce', '2026-03-09', '33', 'High', gen_random_uuid())`,
      )
      expect(await query(target.url, counted)).toEqual([{ n: before!.n + 1 }])
    } finally {
      await target.drop()
    }
  })

  test('refuses an altered, a truncated and a foreign file before it begins', async () => {
    const target = await emptyTarget()
    const bad = join(at.folder, 'bad.backup')
    try {
      const { size } = statSync(path)
      for (const part of [0.01, 0.3, 0.6, 0.99]) {
        cpSync(path, bad)
        truncateSync(bad, Math.floor(size * part))
        await expect(restore(bad, target), `first ${part}`).rejects.toThrow(/bad\.backup( is|: )/)
      }
      for (const at of [200, size >> 1, size - 200]) {
        const bytes = readFileSync(path)
        bytes[at]! ^= 4
        writeFileSync(bad, bytes)
        // An altered name of a migration is one that this version does not know.
        await expect(restore(bad, target), `byte ${at}`).rejects.toThrow(/bad\.backup( is|: )|by a newer version/)
      }
      writeFileSync(bad, 'PK\u0003\u0004')
      await expect(restore(bad, target)).rejects.toThrow('is not a backup')
      expect(await query(target.url, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
      expect(await contentsOf(target.files)).toEqual(new Map())
      expect(existsSync(target.secretFile)).toBe(false)
    } finally {
      await target.drop()
    }
  })

  test('refuses a database or a store that is not empty, and one that is in use', async () => {
    const target = await emptyTarget()
    const other = new Client({ connectionString: target.url, application_name: 'brandkeep-worker' })
    try {
      await target.files.put('a/b.txt', Buffer.from('x'), 'text/plain')
      await expect(restore(path, target)).rejects.toThrow('There are stored files already: add --replace')
      await target.files.remove('a/b.txt')
      await query(target.url, 'create table something (n int)')
      await expect(restore(path, target)).rejects.toThrow('The database is not empty: add --replace')
      await other.connect()
      await expect(restore(path, target, { replace: true })).rejects.toThrow(/1 other connection \(brandkeep-worker/)
    } finally {
      await other.end()
      await target.drop()
    }
  })

  test.skipIf(bouncer === undefined)('works through a pooler, whose resting sessions nobody uses', async () => {
    const target = await emptyTarget()
    try {
      await throughBouncer(target.url, 'session', async (pooled) => {
        await refuseSharedSessions(pooled)
        const other = new Client({ connectionString: pooled })
        await other.connect()
        await other.query('select 1')
        await expect(restore(path, { ...target, url: pooled })).rejects.toThrow(/1 other connection \(/)
        await other.end()
        // The pooler clears the session a moment after its user left.
        const used = "select from pg_stat_activity where datname = current_database() and query = 'select 1'"
        await expect.poll(() => query(target.url, used)).toEqual([])
        await restore(path, { ...target, url: pooled })
      })
    } finally {
      await target.drop()
    }
  })

  test('that fails in its last step leaves everything as it was, also when it replaces', {
    timeout: 180_000,
  }, async () => {
    const target = await emptyTarget()
    let left = 510
    const failing: Target = {
      ...target,
      files: {
        ...target.files,
        putFile: (...given) =>
          left-- > 0 ? target.files.putFile(...given) : Promise.reject(new Error('no space left')),
      },
    }
    try {
      await expect(restore(path, failing)).rejects.toThrow('no space left')
      expect(await query(target.url, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
      expect(await contentsOf(target.files)).toEqual(new Map())
      expect(existsSync(target.secretFile)).toBe(false)

      await restore(path, target)
      await query(target.url, `update users set first_name = 'Changed since'`)
      const before = await digests(target.url, ['users', 'findings', 'schema_migrations'])
      left = 510
      await expect(restore(path, failing, { replace: true })).rejects.toThrow('no space left')
      expect(await digests(target.url, ['users', 'findings', 'schema_migrations'])).toEqual(before)
      await restore(path, target, { replace: true })
      expect(await query(target.url, `select from users where first_name = 'Changed since'`)).toEqual([])
      expect(await contentsOf(target.files)).toEqual(await contentsOf(at.files))
    } finally {
      await target.drop()
    }
  })

  test('that is killed after its commit is finished by the next start, which uses the secret of the backup', async () => {
    const target = await emptyTarget()
    const ofBefore = 'the secret of the console of before the restore'
    const start = () => finishRestore(readConfig({ DATABASE_URL: target.url, BRANDKEEP_DATA: target.root }), target.url)
    const pending = `${target.secretFile}.new`
    try {
      // The secret cannot take the place of a folder: the restore ends there.
      mkdirSync(target.secretFile)
      await expect(restore(path, target)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/)
      expect(await query(target.url, 'select from users')).not.toEqual([])
      rmdirSync(target.secretFile)
      writeFileSync(target.secretFile, `${ofBefore}\n`)
      expect((await start()).signingSecret).toBe(secret)
      expect(readFileSync(target.secretFile, 'utf8')).toBe(`${secret}\n`)
      expect(existsSync(pending)).toBe(false)

      // Killed before its commit, the database is as it was, and so is the secret.
      const client = new Client({ connectionString: target.url })
      await client.connect()
      await client.query('begin')
      const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
      await writePendingSecret(target.secretFile, { secret: ofBefore, transaction: rows[0]!.id })
      await expect(start()).rejects.toThrow('of a restore that has not ended')
      await client.query('rollback')
      await client.end()
      expect((await start()).signingSecret).toBe(secret)
      expect(existsSync(pending)).toBe(false)

      // What an older version left says nothing.
      writeFileSync(pending, `${ofBefore}\n`)
      await expect(start()).rejects.toThrow('delete the file if the database is the one of before')
    } finally {
      await target.drop()
    }
  })

  test('refuses the backup of a newer version, and brings that of an older one up to date', async () => {
    const known = mkdtempSync(join(at.folder, 'migrations-'))
    const names = readdirSync(migrations).sort()
    const copy = (until: string) => {
      for (const name of names) if (name <= until) cpSync(join(migrations, name), join(known, name))
    }
    copy('0049_jobs_wait.sql')
    const old = await testDatabase('template1')
    const target = await emptyTarget()
    try {
      await expect(restore(path, target, {}, known)).rejects.toThrow(/made by a newer version.*1\.2\.3/)
      await migrate({ url: old.url, folder: known })
      await old.pool.query(`
        insert into companies (id, name, legal_name) values ('01980000-0000-7000-8000-000000000001', 'Old', 'Old Ltd');
        select enqueue_job('reset-asked', '{"username": "a@old.test"}', 3)`)
      const older = join(at.folder, 'older.backup')
      await writeBackup({ databaseUrl: old.url, secret, programVersion: '0.0.9' }, older)
      await restore(older, target)
      expect(await query(target.url, 'select name from companies')).toEqual([{ name: 'Old' }])
      expect(await query(target.url, 'select name from schema_migrations order by 1')).toEqual(
        names.map((name) => ({ name })),
      )
      // A later migration renames this job where one waits, another one enqueues one.
      expect(await query(target.url, `select name from pgboss.job where state = 'created' order by 1`)).toEqual([
        { name: 'password-reset-requested' },
        { name: 'renormalise-addresses' },
      ])
    } finally {
      await old.drop()
      await target.drop()
    }
  })
})
