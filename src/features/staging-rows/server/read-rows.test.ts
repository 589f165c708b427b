import { describe, expect, test } from 'vitest'
import { platformOf } from '#platforms/all.ts'
import type { Outline } from './outline.ts'
import { commonStagedCells, ownReasons, readOneRow, rowRules } from './read-row.ts'
import { readRows } from './read-rows.ts'

const platform = platformOf('e-commerce')!
const newRows = rowRules(platform, { checkLids: true, isPartial: false })
const edits = rowRules(platform, { checkLids: true, isPartial: true })
const good = {
  sn: 1,
  site: 'Amazon',
  url: 'https://A.example/1/',
  lid: ' b01 ',
  status: '33',
  image: 'https://img.example/1.png',
}
const outlineOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Outline
const read = (data: Record<string, unknown>[], isPartial = false) =>
  readRows(platform, { checkLids: true }, data, { isPartial, idOf: (index) => `id-${index}` })

describe('reading one row', () => {
  test('an address is compared in its normalised form; a row without one has no identity', () => {
    const { compared, identity } = readOneRow(newRows, good)
    expect(compared).toBe('a.example/1')
    expect(readOneRow(newRows, { ...good, url: 'http://a.example/1' }).identity).toBe(identity)
    expect(readOneRow(newRows, { ...good, url: undefined })).toMatchObject({ compared: null, identity: null })
  })

  test('a brand is kept in lower case, and as a question mark when it is no text', () => {
    expect(readOneRow(newRows, { ...good, brand: '  ACME ' }).brand).toBe('acme')
    expect(readOneRow(newRows, { ...good, brand: {} }).brand).toBe('?')
    expect(readOneRow(newRows, { ...good, brand: ' ' }).brand).toBeUndefined()
  })

  test('a picture is an address, a stored file by its name or by its key, or missing', () => {
    const pictureOf = (cells: object) => readOneRow(newRows, { ...good, ...cells }).picture
    expect(pictureOf({})).toEqual({ kind: 'address' })
    expect(pictureOf({ image: 'Shot 1.png' })).toEqual({ kind: 'stored', name: 'shot 1.png', given: null })
    expect(pictureOf({ image: '', s3BucketName: 'b', s3FullImagePath: 'k' })).toEqual({
      kind: 'stored',
      name: null,
      given: 'b/k',
    })
    expect(pictureOf({ image: '' })).toEqual({ kind: 'none' })
  })

  test('a new row needs a status and a picture, an edit only does not empty its status', () => {
    const reasons = (rules: typeof newRows, cells: Record<string, unknown>) =>
      ownReasons(rules, readOneRow(rules, cells), cells)
    expect(reasons(newRows, { ...good, status: '', image: '' })).toEqual(['status', 'noImage'])
    expect(reasons(edits, { url: good.url })).toEqual([])
    expect(reasons(edits, { url: good.url, status: '' })).toEqual(['status'])
  })

  test('listing ids are read for new rows only: the caller of an edit checks them', () => {
    expect(readOneRow(newRows, good).listing).toEqual({ lid: 'b01', pair: 'amazon\nB01' })
    expect(readOneRow(edits, good).listing).toBeUndefined()
  })

  test('an empty priority is staged as the one of the reason code (G50)', () => {
    const cells = { ...good, reasonCode: '12301' }
    const staged = commonStagedCells(readOneRow(newRows, cells), cells, { index: 4, id: 'x' })
    expect(staged.slice(0, 2)).toEqual([4, 'x'])
    expect(staged[7]).toMatch(/^(High|Low)$/)
    expect(staged[9]).toBe('12301')
  })
})

describe('reading all rows', () => {
  test('only a repetition is a duplicate, of the address or of the listing id on its site', () => {
    const { outline, hasRefusedRows } = read([good, { ...good, lid: 'B02' }, { ...good, url: 'https://a.example/2' }])
    expect(hasRefusedRows).toBe(true)
    expect(outlineOf(outline).map(({ problems }) => problems)).toEqual([undefined, ['url'], ['lid']])
  })

  test('values to check in the database are array literals, null when there are none', () => {
    const parsed = read([{ ...good, lid: 'a"b\\c', image: 'x.png' }])
    expect(parsed.lids?.ids).toBe('{"A\\"B\\\\C"}')
    expect(parsed.pictures).toEqual({ given: '{}', names: '{"x.png"}', keys: '{"x.png"}' })
    expect(read([{ ...good, lid: '', url: '' }])).toMatchObject({ identities: null, lids: null, addresses: null })
    expect(read([good]).pictures).toBeNull()
  })

  test('a wrong reason code, priority or status makes the call a 422; another wrong cell does not', () => {
    expect(read([{ ...good, reasonCode: 'nonsense' }]).refusedFields).toEqual({ reasonCode: 'Invalid Reason Code' })
    const other = read([{ ...good, price: 'cheap' }])
    expect(other).toMatchObject({ refusedFields: {}, hasRefusedRows: true })
    expect(outlineOf(other.outline)[0]?.cells).toMatchObject([{ column: 'price' }])
  })

  test('an edit has its id in the outline and its extra cells in the COPY text', () => {
    const parsed = readRows(platform, { checkLids: true }, [{ url: good.url }], {
      isPartial: true,
      idOf: () => 'the-id',
      extraCells: () => [7, null],
    })
    expect(outlineOf(parsed.outline)[0]?.id).toBe('the-id')
    const text = new TextDecoder().decode(parsed.staged[0])
    expect(text.startsWith('0\tthe-id\t')).toBe(true)
    expect(text.endsWith('\t7\t\\N\n')).toBe(true)
  })
})
