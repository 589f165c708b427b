import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { nameFullDisk } from '#app/full-disk.ts'

const lost = new Error('write ECONNRESET')
const MB = 2 ** 20

test('a start that fails for want of space names the disk, the room that is left and what was seen', async () => {
  expect(await nameFullDisk(lost, '/var/lib/brandkeep', Promise.resolve(3.7 * MB))).toEqual(
    new Error(
      'The disk of the data folder /var/lib/brandkeep is full (3 MB free): make room and start again (write ECONNRESET)',
    ),
  )
})

test('where there is room, or none can be measured, the error stays as it is', async () => {
  expect(await nameFullDisk(lost, tmpdir(), Promise.resolve(32 * MB))).toBe(lost)
  expect(await nameFullDisk(lost, '/no/such/folder')).toBe(lost)
})
