import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { cellsOf } from '#columns/sheet-cells.ts'
import { sheetTexts } from '#columns/sheet-unreadable.ts'
import { bombs, packed, repeated, sheetHead, sheetPart, sheetTail, workbookOf, zipOf } from './testing-workbooks.ts'

/** Reads every bomb in a process of its own, whose highest memory is then known. */
const script = `
  const { bombs } = await import(${JSON.stringify(new URL('./testing-workbooks.ts', import.meta.url).href)})
  const { slowness } = await import(${JSON.stringify(new URL('../../../tests/setup/slowness.ts', import.meta.url).href)})
  const { cellsOf } = await import(${JSON.stringify(new URL('../../columns/sheet-cells.ts', import.meta.url).href)})
  const seconds = (usage) => (usage.user + usage.system) / 1e6
  for (const [name, make] of Object.entries(bombs)) {
    const bytes = make()
    const before = slowness()
    const [rss, cpu] = [process.memoryUsage.rss() / 2 ** 20, process.cpuUsage()]
    const answer = await cellsOf('a.xlsx', bytes).then((rows) => rows.length, (problem) => problem.message)
    const [used, highest] = [seconds(process.cpuUsage(cpu)), process.resourceUsage().maxRSS / 1024]
    const slower = Math.max(before, slowness())
    console.log(JSON.stringify({ name, answer, used, slower, grown: highest - rss }))
  }`

type Read = { name: string; answer: number | string; used: number; slower: number; grown: number }

test('a workbook made to unpack endlessly costs less than 5 s of a usual processor and 300 MB', {
  timeout: 240_000,
}, async () => {
  const args = ['--input-type=module', '--no-warnings', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 230_000 })
  const reads = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Read)
  expect(reads.map(({ name }) => name)).toEqual(Object.keys(bombs))
  expect(reads.filter(({ used, slower, grown }) => used > 5 * slower || grown > 300)).toEqual([])
  const answers = Object.fromEntries(reads.map(({ name, answer }) => [name, answer]))
  expect(answers).toMatchObject({
    'a directory that lies about 1000 MB': sheetTexts.tooLarge,
    'a 1 GB picture that nobody reads': 1,
    'elements nested 300,000 deep': sheetTexts.damaged,
    '59,000 rows of 8 cells': 59_000,
    'one long shared string in 50,000 cells': sheetTexts.tooLarge,
    'a billion laughs': sheetTexts.damaged,
    'an entity from a file': sheetTexts.damaged,
    'an encrypted part': sheetTexts.locked,
    'a part packed with deflate64': sheetTexts.damaged,
    'two parts of one name': sheetTexts.damaged,
    'a sheet elsewhere': sheetTexts.noSheet,
  })
})

const problemOf = (bytes: Uint8Array) =>
  cellsOf('a.xlsx', bytes).then(
    (cells) => cells,
    (problem: Error) => problem.message,
  )

test('files of one to thirty bytes and cut-off files are damaged or no Excel files, never a failure', async () => {
  const whole = workbookOf(packed(sheetPart, `${sheetHead}<row><c><v>1</v></c></row>${sheetTail}`))
  expect(await problemOf(whole)).toEqual([[1]])
  expect(await problemOf(whole.slice(0, 0))).toBe(sheetTexts.empty)
  for (let length = 1; length < whole.length; length++)
    expect([sheetTexts.notExcel, sheetTexts.damaged]).toContain(await problemOf(whole.slice(0, length)))
})

test('every altered byte of a workbook gives cells or a message for people', { timeout: 30_000 }, async () => {
  const whole = workbookOf(packed(sheetPart, `${sheetHead}<row><c t="str"><v>words</v></c></row>${sheetTail}`))
  const answers = new Set<string>()
  for (let at = 4; at < whole.length; at++) {
    const altered = whole.slice()
    altered[at]! ^= 0x5a
    const read = await problemOf(altered)
    answers.add(typeof read === 'string' ? read : 'cells')
  }
  for (const answer of answers) expect(['cells', ...Object.values(sheetTexts)]).toContain(answer)
})

test('sizes that a program wrote elsewhere, parts stored unpacked and prefixed names are read', async () => {
  const rows = `<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`
  expect(await problemOf(workbookOf({ name: sheetPart, bytes: Buffer.from(rows), method: 0 }))).toEqual([['a']])
  const streamed = repeated(sheetPart, {
    head: sheetHead,
    piece: '<row><c><v>2</v></c></row>',
    times: 3,
    tail: sheetTail,
  })
  expect(await problemOf(workbookOf({ ...streamed, declared: 0xffffffff }))).toEqual([[2], [2], [2]])
  expect(await problemOf(zipOf([]))).toBe(sheetTexts.notExcel)
})

test('texts keep escaped characters, rich runs and no reading aids; a merged range repeats its value', async () => {
  const rows =
    '<row r="2"><c r="B2" t="inlineStr"><is><r><t>ab</t></r><r><t xml:space="preserve"> c</t></r><rPh><t>no</t></rPh></is></c>' +
    '<c r="C2" t="str"><f>1</f><v>x_x000A_y</v></c><c r="D2" t="e"><v>#N/A</v></c></row>' +
    '<row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4"/><c r="C4"><v>7.5</v></c><c r="D4"/></row>'
  const merges = '<mergeCells><mergeCell ref="B2:B4"/><mergeCell ref="C4:D4"/><mergeCell ref="E9:A1"/></mergeCells>'
  const sheet = packed(sheetPart, `${sheetHead}${rows}</sheetData>${merges}</worksheet>`)
  expect(await problemOf(workbookOf(sheet))).toEqual([
    [undefined, 'ab c', 'x\ny', '#N/A'],
    ['TRUE', 'ab c', 7.5, 7.5],
  ])
})
