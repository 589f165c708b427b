import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ToolRow } from '#features/tool-jobs/server/tool-runner.ts'
import type { FileStore } from '#kit/server/files.ts'
import { cellsOf } from '#columns/sheet-cells.ts'
import { writePictures } from './write-pictures.ts'
import { writeWorkbook } from './write-workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-written-'))
beforeEach(() => void mkdirSync(folder, { recursive: true }))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const line = (row: number): ToolRow => ({
  row,
  input: 'a.example',
  state: 'Done',
  records: [{ url: 'a.example' }],
  files: [{ name: `${row}.png`, key: `k${row}`, mediaType: 'image/png', bytes: 1, sha256: '' }],
  problem: null,
})

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

test('G86 a picture that is no longer stored is named in the archive and in its index; the others are there', async () => {
  async function* lines() {
    for (const row of [1, 2]) yield line(row)
    await Promise.resolve()
  }
  const stream = (key: string) =>
    Promise.resolve(key === 'k1' ? undefined : { body: Readable.from([Buffer.from('png')]), bytes: 3 })
  const [made] = await writePictures({ stream } as unknown as FileStore, lines(), {
    folder,
    name: 'shots',
    isNumbered: false,
  })
  const entries = unzipSync(readFileSync((made as { path: string }).path))
  expect(Object.keys(entries)).toEqual(['2.png', 'index.xlsx', 'MISSING.txt'])
  expect(Buffer.from(entries['MISSING.txt']!).toString()).toBe('1 file is missing in the file store:\n1.png\n')
  const [, first, second] = await cellsOf('index.xlsx', entries['index.xlsx']!)
  expect(first).toContain('1.png is missing in the file store')
  expect(second!.join(' ')).not.toContain('missing')
})

test.skipIf(process.platform !== 'linux')('files are closed when their rows or pictures cannot be read', async () => {
  const broken = () => Promise.reject(new Error('the database is away'))
  async function* rows() {
    yield line(1)
    // The file is open by then.
    await expect.poll(openFiles).toHaveLength(1)
    await broken()
  }
  const sheet = { path: 'result.xlsx', name: 'result.xlsx', columns: ['url'], lineOf: String, isNumbered: false }
  await expect(writeWorkbook(rows(), folder, sheet)).rejects.toThrow('the database is away')
  await expect.poll(openFiles).toEqual([])
  const files = { stream: broken } as unknown as FileStore
  await expect(writePictures(files, rows(), { folder, name: 'shots', isNumbered: false })).rejects.toThrow(
    'the database is away',
  )
  await expect.poll(openFiles).toEqual([])
})
