import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvLines } from './sheets.ts'

test('cells survive a CSV round trip; texts that start like a formula get an apostrophe', () => {
  const odd = fc.constantFrom('"', ',', '\n', '\r\n', '=', '+', '-', '@', '\t', ' ', 'é', '漢', "'", '')
  const text = fc.array(fc.oneof(odd, fc.string()), { maxLength: 4 }).map((parts) => parts.join(''))
  const cell = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.double({ noNaN: true }))
  const line = fc.array(cell, { minLength: 2, maxLength: 5 })
  const expectedText = (value: string | number | boolean | null) => {
    if (value === null) return ''
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    // oxlint-disable-next-line no-control-regex -- control characters count as formula starters (G58)
    return typeof value === 'string' && /^[=+\-@\u0000-\u001f]/.test(value) ? `'${value}` : String(value)
  }
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
      const read = Papa.parse<string[]>(csvLines(lines), { delimiter: ',', newline: '\n' })
      expect(read.data.slice(0, -1)).toEqual(lines.map((one) => one.map(expectedText)))
    }),
  )
})
