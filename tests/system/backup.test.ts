import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { FileStore } from '#kit/server/files.ts'
import { s3Files } from '#kit/server/s3-files.ts'
import { testDatabase } from '#kit/server/testing.ts'
import { hasStore } from '../../scripts/lib/store.mjs'
import { demoDatabase } from '../journeys/demo-copy.ts'
import { demoPassword, people } from '../journeys/harness.ts'
import { runToEnd, start } from './program.ts'
import { startSwift } from './swift.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const command = (name: 'backup' | 'restore', flags: string[], env: Record<string, string>) =>
  runToEnd({ script: `src/app/${name}.ts`, flags, env })

const signIn = (url: string, username: string) =>
  fetch(new URL('/api/users/authenticate', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })

/** Signs in as a client and opens the first picture of the list. */
async function pictureOf(url: string): Promise<Buffer> {
  const signedIn = await signIn(url, people.client)
  expect(signedIn.status, await signedIn.clone().text()).toBe(200)
  const { jwtToken } = (await signedIn.json()) as { jwtToken: string }
  const list = await fetch(new URL('/api/ecommerce?page=1&limit=10', url), {
    headers: { authorization: `Bearer ${jwtToken}` },
  })
  expect(list.status, await list.clone().text()).toBe(200)
  const link = /\/api\/files\/[^"]+/.exec(await list.text())![0]
  const picture = await fetch(new URL(link, url))
  expect(picture.status).toBe(200)
  return Buffer.from(await picture.arrayBuffer())
}

async function contentsOf(store: FileStore): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const keys: string[] = []
  for await (const key of store.list()) keys.push(key)
  await Promise.all(keys.map(async (key) => found.set(key, (await store.read(key))!.toString('base64'))))
  return new Map([...found].sort())
}

describe('backup and restore', () => {
  test('a running console on its own database is backed up and comes back in an empty folder', async () => {
    const [from, to, file] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'own.backup')]
    const program = await start({ env: { BRANDKEEP_DATA: from } })
    try {
      const backup = await command('backup', [file], { BRANDKEEP_DATA: from })
      expect(backup.output).toContain('files of')
      expect(backup.code).toBe(0)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const busy = await command('restore', [file, '--replace'], { BRANDKEEP_DATA: from })
      expect(busy.output).toContain('is used by process')
      expect(busy.code).toBe(1)
    } finally {
      await program.stop()
    }
    const restored = await command('restore', [file], { BRANDKEEP_DATA: to })
    expect(restored.output).toContain('Restored')
    expect(restored.code).toBe(0)
    expect(readFileSync(join(to, 'secret'))).toEqual(readFileSync(join(from, 'secret')))
    const again = await start({ env: { BRANDKEEP_DATA: to } })
    try {
      expect((await pictureOf(again.url)).length).toBeGreaterThan(100)
    } finally {
      await again.stop()
    }
    // The console that is stopped is backed up as well.
    const stopped = await command('backup', [join(folder, 'stopped.backup'), '--without-files'], {
      BRANDKEEP_DATA: from,
    })
    expect(stopped.output).toContain('Without the stored files')
    expect(existsSync(join(from, 'in-use.json'))).toBe(false)
  })

  test.runIf(hasStore())(
    'with DATABASE_URL and an S3 store, and from there to a folder',
    { timeout: 500_000 },
    async () => {
      const swift = await startSwift()
      const { endpoint, bucket, accessKey, secretKey } = swift.settings
      const s3 = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }
      const data = join(folder, 'data')
      const source = await demoDatabase(s3, data)
      const target = await testDatabase('template1')
      const file = join(folder, 's3.backup')
      const env = {
        BRANDKEEP_DATA: data,
        DATABASE_URL: source.url,
        SIGNING_SECRET: 'a secret that the environment states, for all',
      }
      try {
        const program = await start({ env: { ...env, ...s3, BRANDKEEP_DEMO: '1' } })
        const picture = await pictureOf(program.url)
        const backup = await command('backup', [file], { ...env, ...s3 })
        expect(backup.code, backup.output).toBe(0)
        await program.stop()
        const before = await contentsOf(s3Files(swift.settings))
        expect(before.size).toBeGreaterThan(100)

        // Into the same store, after its files were lost.
        const lost = s3Files(swift.settings)
        await Promise.all([...before.keys()].map((key) => lost.remove(key)))
        const elsewhere = { ...env, DATABASE_URL: target.url, BRANDKEEP_DATA: join(folder, 'other') }
        const restored = await command('restore', [file], { ...elsewhere, ...s3 })
        expect(restored.code, restored.output).toBe(0)
        expect(await contentsOf(s3Files(swift.settings))).toEqual(before)

        // And into a folder.
        const replaced = await command('restore', [file, '--replace'], elsewhere)
        expect(replaced.code, replaced.output).toBe(0)
        const again = await start({ env: { ...elsewhere, BRANDKEEP_DEMO: '1' } })
        expect(await pictureOf(again.url)).toEqual(picture)
        await again.stop()
      } finally {
        await swift.stop()
        await source.drop()
        await target.drop()
      }
    },
  )
})
