import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changedReleases, type Migration, readMigrations, readReleased, releasedFile } from './migrate-files.ts'

const file = (name: string, sha256: string): Migration => ({ name, sha256, sql: '', earlier: [] })
const released = { '0001_a.sql': { sha256: 'a' }, '0003_c.sql': { sha256: 'c' } }

test('released migrations may not change, disappear or get a predecessor; newer ones are free', () => {
  expect(
    changedReleases([file('0001_a.sql', 'a'), file('0003_c.sql', 'c'), file('0004_d.sql', 'd')], released),
  ).toEqual([])
  expect(changedReleases([file('0001_a.sql', 'other'), file('0002_b.sql', 'b')], released)).toEqual([
    '0001_a.sql was released and has changed: write a new file instead',
    '0003_c.sql was released and is missing',
    '0002_b.sql comes before a released file: give it a higher number',
  ])
})

test('the list of the repository fits its files and gives a reason for each earlier version', async () => {
  const folder = join(import.meta.dirname, '../../../db/migrations')
  const list = await readReleased(join(folder, releasedFile))
  expect(Object.keys(list).length).toBeGreaterThan(40)
  expect(changedReleases(await readMigrations(folder), list)).toEqual([])
  for (const { earlier = [] } of Object.values(list)) for (const { reason } of earlier) expect(reason).toMatch(/0080/)
})
