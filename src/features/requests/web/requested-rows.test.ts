import { describe, expect, test } from 'vitest'
import type { CheckedLine } from '#features/requests/contract.ts'
import { withCell } from '#kit/web/EditableGrid-rows.ts'
import { platformOf } from '#platforms/all.ts'
import { afterEdit, fromAnswer, linesOf, type RequestedRows } from './requested-rows.ts'

const website = platformOf('website')!
const line = (domain: string, more: Partial<CheckedLine> = {}): CheckedLine => ({
  id: domain,
  brand: 'Acme',
  domain,
  remarks: '',
  isExists: false,
  isDuplicate: false,
  ...more,
})
const flagsOf = ({ rows, flags }: RequestedRows) =>
  rows.map(({ sn }) => `${flags.get(sn)?.isDuplicate ? 'D' : ''}${flags.get(sn)?.isExists ? 'E' : ''}`)

const begin = () =>
  fromAnswer(website, [
    line('a.example', { isExists: true }),
    line('b.example'),
    line('https://www.a.example/', { isExists: true, isDuplicate: true }),
    line('c.example', { isDuplicate: true, requestedAt: '2026-01-01T00:00:00Z' }),
  ])

describe('rows of a request', () => {
  test('C-244 C-245 pasted text becomes lines: blank ones dropped, each with the trimmed remarks', () => {
    expect(linesOf(' a.example \r\n\n \t\nb.example\rc.example', ' seen \n')).toEqual([
      { line: 1, domain: 'a.example', remarks: 'seen' },
      { line: 4, domain: 'b.example', remarks: 'seen' },
      { line: 5, domain: 'c.example', remarks: 'seen' },
    ])
    expect(linesOf(' \n ', 'x')).toEqual([])
  })

  test('C-216 the flags of an edited row are cleared, those of the others stay', () => {
    const before = begin()
    expect(flagsOf(before)).toEqual(['E', '', 'DE', 'D'])
    const edited = before.rows.map((row, n) => (n === 2 ? withCell(row, 'domain', 'b.example') : row))
    const after = afterEdit(website, before, edited)
    expect(flagsOf(after)).toEqual(['E', '', '', 'D'])
    expect(
      flagsOf(
        afterEdit(
          website,
          after,
          after.rows.map((row, n) => (n === 3 ? withCell(row, 'remarks', 'x') : row)),
        ),
      ),
    ).toEqual(['E', '', '', ''])
  })

  test('C-217 C-218 flags are recomputed when a row is deleted, by the address without protocol, www and slash', () => {
    const before = begin()
    // The first of two equal rows is deleted: the other is no longer a duplicate, but still an existing record.
    expect(flagsOf(afterEdit(website, before, before.rows.slice(1)))).toEqual(['', 'E', 'D'])
    // An edited row is recomputed as well.
    const edited = afterEdit(
      website,
      before,
      before.rows.map((row, n) => (n === 2 ? withCell(row, 'domain', 'HTTP://B.example/') : row)),
    )
    expect(flagsOf(afterEdit(website, edited, edited.rows.slice(0, 3)))).toEqual(['E', '', 'D'])
  })

  test('an added empty row changes nothing; undoing a deletion restores the flags', () => {
    const before = begin()
    const added = afterEdit(website, before, [...before.rows, { sn: 9 }])
    expect(flagsOf(added)).toEqual(['E', '', 'DE', 'D', ''])
    const gone = afterEdit(website, before, before.rows.slice(1))
    expect(flagsOf(afterEdit(website, gone, before.rows))).toEqual(['E', '', 'DE', 'D'])
  })

  test('5,000 rows are recomputed within half a second', () => {
    const many = fromAnswer(
      website,
      Array.from({ length: 5000 }, (_, n) => line(`https://www.fill.example/${n}`)),
    )
    expect(() => expect(afterEdit(website, many, many.rows.slice(1)).flags.size).toBe(4999)).toTakeLessThan(500)
  })
})
