import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { cellsOf } from '#columns/sheet-cells.ts'
import { sheetTexts } from '#columns/sheet-unreadable.ts'

/** Odd, broken and hostile workbooks that other readers were tested with; their licences lie beside them. */
const folder = join(import.meta.dirname, '../../../tests/fixtures/workbooks')
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => /\.xlsx?$/.test(name))
  .toSorted()

/** Reads them in a process of its own, whose highest memory is then known. */
const script = `
  const { readFileSync } = await import('node:fs')
  const { cellsOf } = await import(${JSON.stringify(new URL('../../columns/sheet-cells.ts', import.meta.url).href)})
  const { slowness } = await import(${JSON.stringify(new URL('../../../tests/setup/slowness.ts', import.meta.url).href)})
  const before = process.memoryUsage.rss() / 2 ** 20
  const slower = slowness()
  for (const file of ${JSON.stringify(files)}) {
    const bytes = new Uint8Array(readFileSync(${JSON.stringify(`${folder}/`)} + file))
    const cpu = process.cpuUsage()
    const answer = await cellsOf(file, bytes).then((rows) => rows.length, (problem) => problem.message)
    const { user, system } = process.cpuUsage(cpu)
    console.log(JSON.stringify({ file, answer, used: (user + system) / 1e6 / slower }))
  }
  console.log(JSON.stringify({ grown: process.resourceUsage().maxRSS / 1024 - before }))`

type Read = { file: string; answer: number | string; used: number }

test('each odd workbook is read or rejected in words, within 5 s of a usual processor and 300 MB', {
  timeout: 120_000,
}, async () => {
  const args = ['--input-type=module', '--no-warnings', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 110_000 })
  const lines = stdout.trim().split('\n')
  const { grown } = JSON.parse(lines.pop()!) as { grown: number }
  const reads = lines.map((line) => JSON.parse(line) as Read)
  expect(reads.map(({ file }) => file)).toEqual(files)
  expect(reads.filter(({ used }) => used > 5)).toEqual([])
  expect(grown).toBeLessThan(300)
  expect(reads.filter(({ answer }) => answer === sheetTexts.locked).map(({ file }) => file)).toEqual([
    'calamine/issue_385.xls',
    'calamine/pass_protected.xlsx',
    'sheetjs/password_2002_128_enhanced.xls',
    'sheetjs/password_2002_128_enhrsa.xls',
    'sheetjs/password_2002_128_strong.xls',
    'sheetjs/password_2002_40_basecrypto.xls',
    'sheetjs/password_2002_40_dss.xls',
  ])
  const rejected = reads.filter(({ answer }) => typeof answer === 'string' && answer !== sheetTexts.locked)
  const text = 'This file is plain text, not an Excel workbook. Open it in Excel and save it as .xlsx.'
  expect(rejected.map(({ file, answer }) => [file, answer])).toEqual([
    ['calamine/too_small.xls', `${sheetTexts.notExcel} ${text}`],
  ])
})

test('a workbook that was saved in both formats has the same cells in both', async () => {
  const read = (file: string) => cellsOf(file, new Uint8Array(readFileSync(join(folder, file))))
  const inBoth = files.filter((file) => file.endsWith('.xls') && files.includes(`${file}x`))
  expect(inBoth.length).toBeGreaterThan(10)
  for (const file of inBoth) expect({ file, cells: await read(file) }).toEqual({ file, cells: await read(`${file}x`) })
})
