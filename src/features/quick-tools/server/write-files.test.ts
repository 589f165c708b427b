import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { ToolRow } from '#features/tool-jobs/server/tool-runner.ts'
import type { FileStore } from '#kit/server/files.ts'
import { writePictures } from './write-pictures.ts'
import { writeWorkbook } from './write-workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-written-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The files in the folder that this process has open. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((one) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${one}`)
      return path.startsWith(folder) ? [path] : []
    } catch {
      return []
    }
  })

test.skipIf(process.platform !== 'linux')('files are closed when their rows or pictures cannot be read', async () => {
  const line = (row: number): ToolRow => ({
    row,
    input: 'a.example',
    state: 'Done',
    records: [{ url: 'a.example' }],
    files: [{ name: `${row}.png`, key: 'k', mediaType: 'image/png', bytes: 1, sha256: '' }],
    problem: null,
  })
  const broken = () => Promise.reject(new Error('the database is away'))
  async function* rows() {
    yield line(1)
    // The file is open by then.
    await expect.poll(openFiles).toHaveLength(1)
    await broken()
  }
  const sheet = { path: 'result.xlsx', name: 'result.xlsx', columns: ['url'], lineOf: String }
  await expect(writeWorkbook(rows(), folder, sheet)).rejects.toThrow('the database is away')
  await expect.poll(openFiles).toEqual([])
  const files = { stream: broken } as unknown as FileStore
  await expect(writePictures(files, rows(), folder, 'shots')).rejects.toThrow('the database is away')
  await expect.poll(openFiles).toEqual([])
})
