import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { checkInstallation } from '#app/installation.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
const folders: string[] = []
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

function configOf(extra: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep-installation-'))
  folders.push(folder)
  return readConfig({ BRANDKEEP_DATA: folder, DATABASE_URL: database.url, ...extra })
}

test('processes on one database share a folder or a store; one with a folder of its own is refused', async () => {
  const first = configOf()
  // Two that start together with the same, empty folder.
  await Promise.all([checkInstallation(first, database.pool), checkInstallation(first, database.pool)])
  await checkInstallation(first, database.pool)
  const id = readFileSync(join(first.dataDir, 'files/newscrapper/installation.txt'), 'utf8').trim()
  const apart = configOf()
  await expect(checkInstallation(apart, database.pool)).rejects.toThrow(
    `The stored files in ${join(apart.dataDir, 'files/newscrapper')} are not those of this database: give all processes ` +
      'the same BRANDKEEP_DATA folder, or an S3 store.',
  )
  await expect(checkInstallation(apart, database.pool)).rejects.toThrow(`write ${id} into`)
  const store = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
  await checkInstallation(configOf(store), database.pool)
})

test('the files of another database are refused; an empty database takes over the files it is given', async () => {
  const other = await testDatabase()
  try {
    const config = configOf()
    await checkInstallation(config, other.pool)
    await expect(checkInstallation(config, database.pool)).rejects.toThrow('belong to another database')
    await other.pool.query('delete from installation')
    await checkInstallation(config, other.pool)
  } finally {
    await other.drop()
  }
})
