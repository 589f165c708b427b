import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { afterAll, expect, test } from 'vitest'
import { eCommerce } from '#platforms/e-commerce.ts'
import { buildParquet } from './parquet-file.ts'
import { runMaker } from './part-maker.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-parquet-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rowOf = (cells: Record<string, unknown>) =>
  eCommerce.imported.map((name) => (name in cells ? cells[name] : null)).concat(['2026-03-09', 'id'])
function partOf(name: string, rows: readonly unknown[][]): string {
  const path = join(folder, name)
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return path
}
const fileOf = (path: string) => {
  const { buffer, byteOffset, length } = readFileSync(path)
  return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer
}

test('a Parquet file holds the rows of all parts in order, with line ends inside cells, in groups of at most 10,000', async () => {
  const titles = Array.from({ length: 23_000 }, (_, n) =>
    n % 3 === 0 ? `a\u2028b\r\nc ${n}` : n % 3 === 1 ? `Ä ${n}` : null,
  )
  const rows = titles.map((title) => rowOf({ title, url: 'https://shop.example/1' }))
  const paths = [partOf('one', rows.slice(0, 12_500)), partOf('none', []), partOf('two', rows.slice(12_500))]
  const path = join(folder, 'file')
  await buildParquet({ is: 'parquet', platform: 'e-commerce', paths, path })
  const file = fileOf(path)
  const groups = parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows))
  expect(groups).toEqual([10_000, 10_000, 3_000])
  const read = (await parquetReadObjects({ file, columns: ['title'] })) as { title: string | null }[]
  expect(read.map(({ title }) => title ?? null)).toEqual(titles)
})

test('rows with long cells make smaller groups, so that a thread with little memory builds the file', async () => {
  const long = 'x'.repeat(4_000)
  const rows = Array.from({ length: 8_000 }, (_, n) => rowOf({ title: `${n} ${long}`, reason: `${n} ${long}` }))
  const paths = [partOf('long-rows', rows)]
  const path = join(folder, 'long')
  await runMaker({ is: 'parquet', platform: 'e-commerce', paths, path }, new AbortController().signal, {
    onRows: () => undefined,
    onPart: () => Promise.resolve(),
  })
  const groups = parquetMetadata(fileOf(path)).row_groups.map(({ num_rows }) => Number(num_rows))
  expect(groups.reduce((sum, one) => sum + one, 0)).toBe(8_000)
  expect(Math.max(...groups)).toBeLessThan(1_100)
})
