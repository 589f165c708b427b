import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { zipFiles } from './zip-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-zipped-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** How many files in the folder this process has open. */
const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((one) => {
    try {
      return readlinkSync(`/proc/self/fd/${one}`).startsWith(folder)
    } catch {
      return false
    }
  }).length

test.skipIf(process.platform !== 'linux')('an archive that is not finished is closed', async () => {
  const pictures = zipFiles(folder, 'pictures')
  await pictures.add('1.png', { body: Readable.from([Buffer.from('png')]), bytes: 3 })
  await expect.poll(openFiles).toBe(1)
  async function* broken() {
    yield Buffer.from('p')
    await Promise.reject(new Error('the store is away'))
  }
  await expect(pictures.add('2.png', { body: Readable.from(broken()), bytes: 3 })).rejects.toThrow('the store is away')
  pictures.leave()
  await expect.poll(openFiles).toBe(0)
})
