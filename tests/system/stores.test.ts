import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskFiles, type FileStore } from '#kit/server/files.ts'
import { s3Files } from '#kit/server/s3-files.ts'
import { hasStore } from '../../scripts/lib/store.mjs'
import { demoDatabase } from '../journeys/demo-copy.ts'
import { demoPassword, people } from '../journeys/harness.ts'
import { pngPicture } from '../sheets.ts'
import { start } from './program.ts'
import { startSwift, type Swift } from './swift.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-stores-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let swift: Swift | undefined
beforeAll(async () => {
  if (hasStore()) swift = await startSwift()
})
afterAll(() => swift?.stop())

const stores: [string, () => FileStore][] = [['a folder', () => diskFiles(folder, 'findings')]]
if (hasStore()) stores.push(['an S3 store', () => s3Files(swift!.settings)])

describe.each(stores)('%s', (_name, open) => {
  test('returns what was stored, whole or as a stream; the same key again overwrites', async () => {
    const store = open()
    await store.check()
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251))
    await store.put('2026/03/04/one.png', bytes, 'image/png')
    expect((await store.read('2026/03/04/one.png'))!.equals(bytes)).toBe(true)
    const opened = (await store.stream('2026/03/04/one.png'))!
    expect(opened.bytes).toBe(bytes.length)
    expect((await buffer(opened.body)).equals(bytes)).toBe(true)
    await store.put('2026/03/04/one.png', Buffer.from('other'), 'image/png')
    expect(String(await store.read('2026/03/04/one.png'))).toBe('other')
  })

  test('a missing object is undefined, and removing it is not an error', async () => {
    const store = open()
    await store.put('2026/03/04/gone.pdf', Buffer.from('%PDF'), 'application/pdf')
    await store.remove('2026/03/04/gone.pdf')
    await store.remove('2026/03/04/gone.pdf')
    expect(await store.read('2026/03/04/gone.pdf')).toBeUndefined()
    expect(await store.stream('2026/03/04/gone.pdf')).toBeUndefined()
  })

  test('many at once', async () => {
    const store = open()
    const keys = Array.from({ length: 40 }, (_, n) => `2026/03/05/${n}.txt`)
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key), 'text/plain')))
    expect(await Promise.all(keys.map(async (key) => String(await store.read(key))))).toEqual(keys)
  })
})

describe.runIf(hasStore())('the S3 store', () => {
  test('another secret or another bucket is refused when it is checked', async () => {
    const { settings } = swift!
    await expect(s3Files({ ...settings, secretKey: 'guessed' }).check()).rejects.toThrow()
    await expect(s3Files({ ...settings, bucket: 'elsewhere' }).check()).rejects.toThrow()
  })

  test('the console stores its pictures there and serves them by signed links', async () => {
    const { endpoint, bucket, accessKey, secretKey } = swift!.settings
    const dataDir = join(folder, 'console')
    const database = await demoDatabase({}, dataDir)
    const program = await start({
      env: {
        DATABASE_URL: database.url,
        BRANDKEEP_DEMO: '1',
        BRANDKEEP_DATA: dataDir,
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY: accessKey,
        S3_SECRET_KEY: secretKey,
      },
    })
    const call = (path: string, request: RequestInit = {}) => fetch(new URL(path, program.url), request)
    try {
      // It writes to the store to see whether it can, which a slow machine may not have done yet.
      await expect.poll(async () => (await call('/api/ready')).status, { timeout: 60_000 }).toBe(200)
      const signedIn = await call('/api/users/authenticate', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: people.analyst, password: demoPassword }),
      })
      expect(signedIn.status, await signedIn.clone().text()).toBe(200)
      const { jwtToken } = (await signedIn.json()) as { jwtToken: string }
      const body = new FormData()
      const bytes = pngPicture(7)
      body.append('files', new Blob([bytes]), 'shop.png')
      const stored = await call('/api/upload-images-to-s3', {
        method: 'POST',
        headers: { authorization: `Bearer ${jwtToken}` },
        body,
      })
      expect(stored.status, await stored.clone().text()).toBe(200)
      const [file] = ((await stored.json()) as { Data: { Location: string; Bucket: string; Key: string }[] }).Data
      expect(file!.Bucket).toBe(bucket)
      expect(await s3Files(swift!.settings).read(file!.Key)).toEqual(bytes)
      const picture = await call(file!.Location)
      expect(picture.headers.get('content-type')).toBe('image/png')
      expect(Buffer.from(await picture.arrayBuffer())).toEqual(bytes)
      expect(
        (
          await call(
            file!.Location.replace(/signature=./, (start) => (start.endsWith('_') ? 'signature=-' : 'signature=_')),
          )
        ).ok,
      ).toBe(false)
    } finally {
      await program.stop()
      await database.drop()
    }
  })
})
