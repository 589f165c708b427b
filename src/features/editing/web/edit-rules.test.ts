import { describe, expect, test } from 'vitest'
import type { EditReport } from '#features/editing/contract.ts'
import { CallFailed } from '#kit/web/call.ts'
import { type GridRow, toggledRows } from '#kit/web/EditableGrid-rows.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { emptyQuery, missingFields, scopeOf } from './edit-query.ts'
import { baseOf, editsOf, editsOfDraft, mergeEdits, onlyIn, sentRow, storedRows } from './edited-rows.ts'
import { failureText } from './save-failure.ts'

const names = ['url', 'title', 'price']
const found = [
  { id: 'a', rowVersion: 3, url: 'https://a.example', title: 'A', price: 10.5 },
  { id: 'b', rowVersion: 1, url: 'https://b.example', title: null, price: null },
]
const stored = storedRows(found)
const base = baseOf(stored)
const edit = (row: GridRow, cells: object) => ({ ...row, ...cells }) as GridRow

describe('what was edited', () => {
  test('S-122 a row is updated by any cell that differs; only those cells are sent, emptied ones as null', () => {
    const [a, b] = stored
    expect(editsOf(base, names, a!)).toEqual([])
    const mine = edit(a!, { title: undefined, price: '11' })
    expect(editsOf(base, names, mine)).toEqual(['title', 'price'])
    expect(sentRow(mine, ['title', 'price'])).toEqual({ sn: 1, id: 'a', rowVersion: 3, title: null, price: '11' })
    // Typing the same value again, or leaving an empty cell empty, is no edit.
    expect(editsOf(base, names, edit(a!, { price: '10.5', title: ' A ' }))).toEqual([])
    expect(editsOf(base, names, edit(b!, { title: '', price: undefined }))).toEqual([])
  })

  test('refetched rows keep my edits, mark what somebody else changed too, and count missing rows', () => {
    const [a, b] = stored
    const gone = edit(b!, { id: 'c', title: 'mine' })
    const fresh = storedRows([
      { ...found[1], title: 'theirs' },
      { ...found[0], rowVersion: 4, title: 'theirs', url: 'https://new.example' },
    ])
    const merged = mergeEdits(fresh, [
      { row: edit(a!, { title: 'mine', price: 12 }), names: ['title', 'price'], stored: a },
      { row: gone, names: ['title'], stored: b },
    ])
    expect(merged.rows[0]).toBe(fresh[0])
    expect(merged.rows[1]).toMatchObject({ sn: 2, rowVersion: 4, title: 'mine', price: 12, url: 'https://new.example' })
    expect([...merged.conflicts].map(([sn, problems]) => [sn, problems.map(({ column }) => column)])).toEqual([
      [2, ['title']],
    ])
    expect(merged.gone).toBe(1)
  })

  test('edits of a draft are marked in a row that somebody changed since, unless the value is the same', () => {
    const draft = (rowVersion: number) =>
      editsOfDraft([{ sn: 1, id: 'a', rowVersion, title: 'A', price: '11' } as GridRow])
    const fresh = storedRows([{ ...found[0], rowVersion: 4, price: 12 }])
    expect(
      mergeEdits(fresh, draft(3))
        .conflicts.get(1)
        ?.map(({ column }) => column),
    ).toEqual(['price'])
    expect(mergeEdits(fresh, draft(4)).conflicts.size).toBe(0)
  })

  test('S-029 ALL selects all rows, and once more none', () => {
    const some = toggledRows(new Set(), [stored[0]!])
    expect([...some]).toEqual([1])
    const all = toggledRows(some, stored)
    expect([...all]).toEqual([1, 2])
    expect(toggledRows(all, stored).size).toBe(0)
  })
})

describe('alerts after a rejected save', () => {
  const report = (more: Partial<EditReport>) =>
    ({
      urlCount: 0,
      lidCount: 0,
      whiteLabelUrl: 0,
      duplicates: [],
      changed: [],
      message: 'Summary',
      ...more,
    }) as EditReport
  const refused = (status: number, answer: Record<string, unknown>) => new CallFailed(status, answer)
  const alertText = (value: string, error: unknown, editReport?: EditReport) =>
    failureText(platformOf(value)!, error, editReport)

  test('S-252 e-commerce: the first data error or Something went wrong, else URL or lid duplicates!', () => {
    const conflict = refused(409, {})
    expect(alertText('e-commerce', conflict, report({ lidCount: 2 }))).toBe('URL or lid duplicates!')
    expect(alertText('e-commerce', conflict, report({ urlCount: 1 }))).toBe('URL or lid duplicates!')
    const price = { index: 1, sn: 2, reason: 'Price is not valid' }
    expect(alertText('e-commerce', conflict, report({ duplicates: [price] }))).toBe('Price is not valid')
    expect(alertText('e-commerce', refused(422, { errors: [{ data: 'Data is not valid' }] }))).toBe('Data is not valid')
    expect(alertText('e-commerce', refused(500, { message: 'x' }))).toBe('Something went wrong')
    expect(alertText('e-commerce', new TypeError('offline'))).toBe('Something went wrong')
  })

  test('S-253 S-254 domain and social media name the white list', () => {
    const covered = report({ whiteLabelUrl: 1 })
    expect(alertText('domain', refused(409, {}), covered)).toBe('Domain(s) found in whitelabel list')
    expect(alertText('social-media', refused(409, {}), covered)).toBe('Links found in whitelabel list')
  })

  test('S-255 the other platforms show no alert', () => {
    const others = platforms.filter(({ value }) => !['e-commerce', 'domain', 'social-media'].includes(value))
    expect(others).toHaveLength(2)
    for (const { value } of others)
      for (const error of [refused(409, {}), refused(422, { errors: [{ data: 'x' }] }), refused(500, {})])
        expect(alertText(value, error, report({ urlCount: 1, whiteLabelUrl: 1 }))).toBeUndefined()
  })
})

describe('what is fetched and checked', () => {
  test('S-026 a fetch needs company, brand, platform and day', () => {
    expect(Object.keys(missingFields(emptyQuery))).toEqual(['company', 'brand', 'platform', 'reportingDate'])
    const scope = { companyId: 'c', brandId: 'b', platform: 'domain' } as const
    expect(missingFields({ scope, reportingDate: '2026-07-10', filters: {} })).toEqual({})
    expect(scopeOf(scope)).toEqual({ company: 'c', brand: 'b', platform: 'domain' })
  })

  test('only edited cells have problems; a row without edits is not checked', () => {
    const found = [
      { column: 'price', message: 'Price is not valid' },
      { column: 'image', message: 'Missing Image for URL' },
    ]
    expect(onlyIn(['price'], () => found)).toEqual([found[0]])
    const unchecked = onlyIn([], () => expect.unreachable())
    // The grid renders a row again when its problems are another array.
    expect(onlyIn(['title'], () => found)).toBe(unchecked)
  })

  test('a draft is put back as edits of its cells, not of its id and version', () => {
    const [edited] = editsOfDraft([{ sn: 1, id: 'a', rowVersion: 3, title: null, price: '11' } as GridRow])
    expect(edited!.names).toEqual(['title', 'price'])
  })
})
