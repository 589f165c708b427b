import { availableParallelism } from 'node:os'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { withoutFormulas } from '#columns/sheet.ts'
import { csvLines, sheetBytes, waitingWorkbooks } from './sheets.ts'

test('cells survive a CSV round trip; texts that start like a formula get an apostrophe', () => {
  const odd = fc.constantFrom('"', ',', '\n', '\r\n', '=', '+', '-', '@', '\t', ';', '＝', ' ', 'é', '漢', "'", '')
  const text = fc.array(fc.oneof(odd, fc.string()), { maxLength: 4 }).map((parts) => parts.join(''))
  const cell = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.double({ noNaN: true }))
  const line = fc.array(cell, { minLength: 2, maxLength: 5 })
  const expectedText = (value: string | number | boolean | null) => {
    if (value === null) return ''
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    return typeof value === 'string' ? withoutFormulas(value) : String(value)
  }
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
      const read = Papa.parse<string[]>(csvLines(lines), { delimiter: ',', newline: '\n' })
      expect(read.data.slice(0, -1)).toEqual(lines.map((one) => one.map(expectedText)))
    }),
  )
})

const payloads = readFileSync(new URL('../../../tests/fixtures/csv-injection/csv-payload.txt', import.meta.url), 'utf8')
  .split(/\r?\n/)
  .filter((line) => /^[=@]/.test(line))

test('no text becomes a formula, whether commas, semicolons or tabs separate the cells', () => {
  const full = payloads.map((one) => one.replace(/^=/, '＝').replace(/^@/, '＠'))
  const starts = [...payloads, ...full, '=1+1', '+1', '-1', '＋1', '－1']
  const texts = starts.flatMap((one) => [
    one,
    `a;${one};b`,
    `a; ${one}`,
    `a\t${one}`,
    `a\n${one}`,
    `a\r${one}`,
    `"a";${one}`,
  ])
  expect(texts.length).toBeGreaterThan(100)
  for (const text of texts) {
    const file = csvLines([['x', text, 'y']])
    for (const cell of file.split(/[;\t\r\n]|(?<=^|,)"/)) expect(cell.trim()).not.toMatch(/^[=+\-@＝＋－＠]/)
    const [line] = Papa.parse<string[]>(file, { delimiter: ',', newline: '\n' }).data
    expect(line!.map((cell) => cell.replaceAll("'", ''))).toEqual(['x', text.replaceAll("'", ''), 'y'])
  }
  expect(csvLines([['a;=1+1;b']])).toBe('"a;\'=1+1;b"\n')
})

test('no more workbooks are written at once than there are processors; those who leave while waiting need none', {
  timeout: 60_000,
}, async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let begun = 0
  async function* lines() {
    begun++
    await gate
    yield [['a']]
  }
  const count = availableParallelism() + 2
  const leaving = new AbortController()
  const bytesOf = async (signal?: AbortSignal) => {
    let bytes = 0
    for await (const piece of sheetBytes('excel', { header: ['A'], lines: lines() }, signal)) bytes += piece.length
    return bytes
  }
  const books = Array.from({ length: count }, () => bytesOf())
  const left = bytesOf(leaving.signal)
  await expect.poll(() => [begun, waitingWorkbooks()], { timeout: 20_000 }).toEqual([count - 2, 3])
  leaving.abort()
  expect(await left).toBe(0)
  open()
  for (const bytes of await Promise.all(books)) expect(bytes).toBeGreaterThan(1000)
  expect([begun, waitingWorkbooks()]).toEqual([count, 0])
})
