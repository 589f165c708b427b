import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { diskFiles, type FileStore } from '#kit/server/files.ts'
import { s3Files } from '#kit/server/s3-files.ts'
import { testDatabase } from '#kit/server/testing.ts'
import { hasStore } from '../../scripts/lib/store.mjs'
import { runToEnd, start } from './program.ts'
import { startSwift } from './swift.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const command = (name: 'backup' | 'restore' | 'create-admin', flags: string[], env: Record<string, string>) =>
  runToEnd({ script: `src/app/${name}.ts`, flags, env })

async function contentsOf(store: FileStore): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const keys: string[] = []
  for await (const key of store.list()) keys.push(key)
  await Promise.all(keys.map(async (key) => found.set(key, (await store.read(key))!.toString('base64'))))
  return new Map([...found].sort())
}

async function putSome(store: FileStore): Promise<void> {
  const bytes = (n: number) => Buffer.from(Array.from({ length: n * 999 }, (_, at) => (at * n) % 251))
  await Promise.all(Array.from({ length: 40 }, (_, n) => store.put(`2026/03/04/${n}.png`, bytes(n), 'image/png')))
}

describe('backup and restore', () => {
  test('a running console on its own database is backed up and comes back in an empty folder', async () => {
    const [from, to, file] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'own.backup')]
    const env = { BRANDKEEP_DATA: from, BRANDKEEP_DEMO: '0' }
    const program = await start({ env })
    try {
      expect((await command('create-admin', ['one@brandkeep.test'], env)).output).not.toContain('already')
      await putSome(diskFiles(join(from, 'files'), 'newscrapper'))
      const backup = await command('backup', [file], env)
      expect(backup.output).toMatch(/\b4\d files of/)
      expect(backup.output).not.toMatch(/\b0 MB/)
      expect(backup.code).toBe(0)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const metrics = await (await fetch(`${program.url}/api/metrics`)).text()
      expect(Number(/^brandkeep_backup_age_seconds (\S+)$/m.exec(metrics)?.[1])).toBeLessThan(60)
      const busy = await command('restore', [file, '--replace'], env)
      expect(busy.output).toContain('is used by process')
      expect(busy.code).toBe(1)
    } finally {
      await program.stop()
    }
    const restored = await command('restore', [file], { ...env, BRANDKEEP_DATA: to })
    expect(restored.output).toContain('Restored')
    expect(restored.code).toBe(0)
    expect(readFileSync(join(to, 'secret'))).toEqual(readFileSync(join(from, 'secret')))
    expect(await contentsOf(diskFiles(join(to, 'files'), 'newscrapper'))).toEqual(
      await contentsOf(diskFiles(join(from, 'files'), 'newscrapper')),
    )
    const again = await command('create-admin', ['one@brandkeep.test'], { ...env, BRANDKEEP_DATA: to })
    expect(again.output).toContain('is an Admin already')
    // A console that is stopped is backed up as well, and stays stopped.
    const stopped = await command('backup', [join(folder, 'stopped.backup'), '--without-files'], env)
    expect(stopped.output).toContain('Without the stored files')
    expect(existsSync(join(from, 'in-use.json'))).toBe(false)
  })

  test.runIf(hasStore())('with DATABASE_URL and an S3 store, and from there to a folder', async () => {
    const swift = await startSwift()
    const { endpoint, bucket, accessKey, secretKey } = swift.settings
    const s3 = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }
    const store = s3Files(swift.settings)
    const source = await testDatabase()
    const target = await testDatabase('template1')
    const file = join(folder, 's3.backup')
    const env = { BRANDKEEP_DEMO: '0', SIGNING_SECRET: 'a secret that the environment states, for all' }
    const here = { ...env, DATABASE_URL: source.url, BRANDKEEP_DATA: join(folder, 'here') }
    const there = { ...env, DATABASE_URL: target.url, BRANDKEEP_DATA: join(folder, 'there') }
    try {
      expect((await command('create-admin', ['two@brandkeep.test'], here)).code).toBe(0)
      await putSome(store)
      const before = await contentsOf(store)
      expect(before.size).toBe(40)
      const backup = await command('backup', [file], { ...here, ...s3 })
      expect(backup.code, backup.output).toBe(0)

      // Into the same store, after its files were lost.
      const refused = await command('restore', [file], { ...there, ...s3 })
      expect(refused.output).toContain('There are stored files already')
      await Promise.all([...before.keys()].map((key) => store.remove(key)))
      const restored = await command('restore', [file], { ...there, ...s3 })
      expect(restored.code, restored.output).toBe(0)
      expect(await contentsOf(store)).toEqual(before)
      expect(existsSync(join(folder, 'there', 'secret'))).toBe(false)

      // And into a folder.
      const replaced = await command('restore', [file, '--replace'], there)
      expect(replaced.code, replaced.output).toBe(0)
      expect(await contentsOf(diskFiles(join(folder, 'there', 'files'), 'newscrapper'))).toEqual(before)
      const again = await command('create-admin', ['two@brandkeep.test'], there)
      expect(again.output).toContain('is an Admin already')
    } finally {
      await swift.stop()
      await source.drop()
      await target.drop()
    }
  })
})
