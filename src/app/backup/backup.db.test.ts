import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signInAs } from '#features/sessions/server/testing.ts'
import { leftBehind } from './database-contents.ts'
import { readBackup } from './read-backup.ts'
import {
  batch,
  contentsOf,
  digests,
  jobsOf,
  query,
  restore,
  secret,
  setUpBackupTests,
  structure,
  tablesOf,
} from './testing.ts'
import { writeBackup } from './write-backup.ts'

const { at, upload, backUp, emptyTarget } = setUpBackupTests()

describe('a backup', () => {
  test('restored in an empty target is equal in every table, index, trigger, sequence, waiting job and file', {
    timeout: 90_000,
  }, async () => {
    const path = await backUp('whole.backup')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const { header } = await readBackup(path)
    const target = await emptyTarget()
    try {
      const restored = await restore(path, target, { sendEmails: true })
      expect(await digests(target.url, tablesOf(header))).toEqual(await digests(at.source.url, tablesOf(header)))
      expect(await structure(target.url)).toEqual(await structure(at.source.url))
      expect(await jobsOf(target.url)).toEqual(await jobsOf(at.source.url))
      expect(await contentsOf(target.files)).toEqual(await contentsOf(at.files))
      expect(restored.files).toBe(522)
      expect(readFileSync(target.secretFile, 'utf8').trim()).toBe(secret)
      expect(statSync(target.secretFile).mode & 0o777).toBe(0o600)
    } finally {
      await target.drop()
    }
  })

  test('is restored in, and made of, the schema that a server has set for the role', { timeout: 90_000 }, async () => {
    const path = await backUp('public.backup')
    const target = await emptyTarget()
    try {
      const { pathname } = new URL(target.url)
      await query(target.url, 'create schema of_the_role')
      await query(target.url, `alter database ${pathname.slice(1)} set search_path = of_the_role, public`)
      await restore(path, target)
      const again = join(at.folder, 'schema.backup')
      await writeBackup({ databaseUrl: target.url, files: target.files, secret, programVersion: '1.2.3' }, again)
      const [before, after] = [await readBackup(path), await readBackup(again)]
      expect(after.header.sequences).toEqual(before.header.sequences)
      expect({ ...after.manifest.rows, waiting_jobs: 0 }).toEqual({ ...before.manifest.rows, waiting_jobs: 0 })
      await restore(again, target, { replace: true })
    } finally {
      await target.drop()
    }
  })

  test('names every table, and leaves behind only sessions and what signs in', async () => {
    await signInAs(at.source.db, at.world.people.admin)
    const { header, manifest } = await readBackup(await backUp('tables.backup'))
    const stored = await query<{ name: string }>(
      at.source.url,
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
    expect([...tablesOf(header), ...leftBehind].sort()).toEqual(stored.map(({ name }) => name))
    expect(manifest.rows['users']).toBe(8)
  })

  test('made while uploads are saved is of one moment: findings, details, counters, logs and jobs agree', {
    timeout: 90_000,
  }, async () => {
    let isDone = false
    const before = at.uploaded
    const writing = (async () => {
      while (!isDone) await upload()
    })()
    // Begins in the middle of an upload, and ends in the middle of another.
    await expect.poll(() => at.uploaded, { timeout: 20_000 }).toBeGreaterThan(before + 1)
    const path = await backUp('busy.backup')
    isDone = true
    await writing
    const target = await emptyTarget()
    try {
      await restore(path, target)
      const [found] = await query<Record<string, number>>(
        target.url,
        `select (select count(*)::int from findings) as findings, (select count(*)::int from findings_e_commerce) as details,
           (select count(*)::int from status_log) as log, (select count(*)::int from data_log) as uploads,
           (select count(*)::int from pgboss.job where name = 'findings-added') as jobs,
           (select (coalesce(sum(n), 0) + (select coalesce(sum(n), 0) from counter_month))::int from counter_delta) as counted`,
      )
      const { uploads: n = 0 } = found!
      expect(n).toBeGreaterThan(before)
      expect(found).toEqual({
        findings: n * batch,
        details: n * batch,
        log: found!['log'],
        uploads: n,
        jobs: n,
        counted: n * batch,
      })
      expect(n).toBeLessThanOrEqual(at.uploaded)
    } finally {
      await target.drop()
    }
  })

  test('has its name only when it is complete, and overwrites another only when told to', async () => {
    const path = join(at.folder, 'kept.backup')
    writeFileSync(path, 'something else')
    await expect(backUp('kept.backup')).rejects.toThrow('exists: name another file, or add --overwrite')
    const failing = { ...at.files, stream: () => Promise.reject(new Error('the store is away')) }
    const target = join(at.folder, 'failed.backup')
    await expect(
      writeBackup({ databaseUrl: at.source.url, files: failing, secret, programVersion: '1' }, target),
    ).rejects.toThrow('the store is away')
    expect(readdirSync(at.folder).filter((name) => name.startsWith('failed'))).toEqual([])
    await expect(backUp('kept.backup', { signal: AbortSignal.abort(), overwrite: true })).rejects.toThrow('Stopped')
    expect(readFileSync(path, 'utf8')).toBe('something else')
    await backUp('kept.backup', { overwrite: true })
    expect((await readBackup(path)).header.program).toBe('1.2.3')
  })
})
