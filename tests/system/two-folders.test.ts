import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { type Program, runToEnd, start } from './program.ts'

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'brandkeep-folders-'))
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await first.stop()
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const env = (name: string) => ({ DATABASE_URL: database.url, BRANDKEEP_DATA: join(folder, name), BRANDKEEP_DEMO: '0' })

let first: Program
beforeAll(async () => {
  first = await start({ env: env('one') })
})

test('a process, or a worker, on the same database with a folder of its own ends with 1 and says why', async () => {
  const sentence =
    `The stored files in ${join(folder, 'two', 'files/newscrapper')} are not those of this database: give all processes ` +
    'the same BRANDKEEP_DATA folder, or an S3 store.'
  for (const script of ['src/app/main.mjs', 'src/app/worker-main.ts']) {
    const { code, output } = await runToEnd({ env: env('two'), script })
    expect([script, code, output]).toEqual([script, 1, expect.stringContaining(sentence)])
  }
  // With the folder of the first it starts, and the first was not disturbed.
  const second = await start({ env: env('one') })
  for (const { url } of [first, second]) expect((await fetch(`${url}/api/ready`)).status).toBe(200)
  expect(await second.stop()).toBe(0)
  expect(await first.stop()).toBe(0)
})
