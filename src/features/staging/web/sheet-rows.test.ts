import { describe, expect, test } from 'vitest'
import type { DraftItem } from '#features/staging/contract-schemas.ts'
import { type GridRow, setBlock } from '#kit/web/EditableGrid-rows.ts'
import { platformOf } from '#platforms/all.ts'
import { differences } from './differences.ts'
import {
  emptySheet,
  isUnsaved,
  type Sheet,
  withChange,
  withDecision,
  withEdit,
  withItems,
  withSaved,
} from './sheet-rows.ts'
import { openedSheet, unsavedOf, withRows } from './unsaved-rows.ts'

const website = platformOf('website')!

const item = (sn: number, cells: object, version = 1, more: object = {}): DraftItem => ({
  _id: `id-${sn}`,
  id: `id-${sn}`,
  fileId: 'draft',
  sn,
  version,
  savedBy: 'Meera Nair',
  savedById: 'meera',
  savedAt: '2026-03-09T10:00:00.000Z',
  data: { sn, ...cells },
  ...more,
})
const page = (n: number) => ({ url: `https://page.example/${n}` })
const opened = withItems(website, emptySheet, [item(1, page(1)), item(2, page(2))])
const edit = (sheet: Sheet, sn: number, cells: object): Sheet =>
  withEdit(
    sheet,
    sheet.rows.map((row) => (row.sn === sn ? { ...row, ...cells } : row)),
  )
const cellsOf = (sheet: Sheet) => sheet.rows.map((row) => [row.sn, row['url'], row['reason']])
const unsaved = (sheet: Sheet) => sheet.rows.filter((row) => isUnsaved(website, sheet, row)).map(({ sn }) => sn)

describe('rows of two people', () => {
  test('a row that somebody else saved appears, and replaces one that is not edited here', () => {
    const next = withItems(website, opened, [item(2, { ...page(2), reason: 'Theirs' }, 2), item(3, page(3))])
    expect(cellsOf(next)).toEqual([
      [1, 'https://page.example/1', undefined],
      [2, 'https://page.example/2', 'Theirs'],
      [3, 'https://page.example/3', undefined],
    ])
    expect(unsaved(next)).toEqual([])
  })

  test('a row that is edited here is kept, and named; the person decides', () => {
    const mine = edit(opened, 2, { reason: 'Mine' })
    const both = withItems(website, mine, [item(2, { ...page(2), reason: 'Theirs' }, 2)])
    expect([both.rows[1]!['reason'], both.conflicts.get(2)?.savedBy]).toEqual(['Mine', 'Meera Nair'])
    expect(differences(website, both.rows[1]!, both.conflicts.get(2)!)).toEqual([
      { label: website.columns['reason']!.label, theirs: 'Theirs', mine: 'Mine' },
    ])
    const decided = withDecision(both, 2, 'mine')
    expect([
      decided.rows[1]!['reason'],
      decided.known.get(2)!.version,
      unsaved(decided),
      decided.conflicts.size,
    ]).toEqual(['Mine', 2, [2], 0])
    const taken = withDecision(both, 2, 'theirs')
    expect([taken.rows[1]!['reason'], unsaved(taken)]).toEqual(['Theirs', []])
  })

  test('a row that somebody else removed goes, unless it is edited here: then it can become a new one', () => {
    const gone = item(2, {}, 2, { removed: true })
    expect(cellsOf(withItems(website, opened, [gone])).map(([sn]) => sn)).toEqual([1])
    const both = withItems(website, edit(opened, 2, { reason: 'Mine' }), [gone])
    expect(both.conflicts.get(2)?.removed).toBe(true)
    const decided = withDecision(both, 2, 'mine')
    expect([unsaved(decided), decided.known.has(2)]).toEqual([[2], false])
    expect(withDecision(both, 2, 'theirs').rows).toHaveLength(1)
  })

  test('a new row whose number somebody else has taken moves to the end', () => {
    const mine = withEdit(opened, [...opened.rows, { sn: 3, ...page(30) }])
    const next = withItems(website, mine, [item(3, page(3))])
    expect(cellsOf(next).map(([sn, url]) => [sn, url])).toEqual([
      [1, 'https://page.example/1'],
      [2, 'https://page.example/2'],
      [3, 'https://page.example/3'],
      [4, 'https://page.example/30'],
    ])
    expect(unsaved(next)).toEqual([4])
    const sent = mine.rows[2]!
    const saved = withSaved(mine, [{ sent, _id: 'new', sn: 4, version: 1, savedAt: '' }], 'Me')
    expect([cellsOf(saved).map(([sn]) => sn), unsaved(saved)]).toEqual([[1, 2, 4], []])
  })

  test('a row removed here comes back when somebody else had saved it meanwhile', () => {
    const removed = withEdit(opened, [opened.rows[0]!])
    expect([...removed.removed]).toEqual([['id-2', 1]])
    expect(withItems(website, removed, [item(2, page(2))]).rows).toHaveLength(1)
    const back = withItems(website, removed, [item(2, { ...page(2), reason: 'Theirs' }, 2)])
    expect([back.rows.length, back.removed.size]).toEqual([2, 0])
  })
})

describe('rows that the server does not have', () => {
  test('blank rows are none; a typed cell, a cleared one and a picture are', () => {
    const blank: GridRow = { sn: 3 }
    const sheet = withEdit(opened, [...opened.rows, blank, { sn: 4, status: '22' }])
    expect([unsaved(sheet), unsavedOf(website, sheet)]).toEqual([[], undefined])
    expect(unsaved(edit(sheet, 3, { reason: 'x' }))).toEqual([3])
    expect(unsaved(edit(sheet, 1, { url: undefined }))).toEqual([1])
    expect(unsaved(edit(sheet, 1, { s3BucketName: 'b', s3FullImagePath: 'k' }))).toEqual([1])
  })

  test('another name in the image cell drops the picture of the first', () => {
    const pictured = edit(opened, 1, { image: 'a.png', imageUrl: 'u', s3BucketName: 'b', s3FullImagePath: 'k' })
    expect(pictured.rows[0]).toHaveProperty('s3FullImagePath')
    expect(edit(pictured, 1, { image: 'b.png' }).rows[0]).not.toHaveProperty('s3FullImagePath')
  })

  test('what the browser kept is put over what the server has; a row saved meanwhile is a conflict', () => {
    const sheet = withEdit(edit(edit(opened, 1, { reason: 'Mine' }), 2, { reason: 'Mine too' }), [
      { ...opened.rows[0]!, reason: 'Mine' },
      { ...opened.rows[1]!, reason: 'Mine too' },
      { sn: 3, ...page(30) },
    ])
    const decided = unsavedOf(website, sheet)!
    const server = [item(1, page(1)), item(2, { ...page(2), reason: 'Theirs' }, 2), item(3, page(3))]
    const again = openedSheet(website, emptySheet, server, decided)
    expect(cellsOf(again)).toEqual([
      [1, 'https://page.example/1', 'Mine'],
      [2, 'https://page.example/2', 'Mine too'],
      [3, 'https://page.example/3', undefined],
      [4, 'https://page.example/30', undefined],
    ])
    expect([[...again.conflicts.keys()], unsaved(again)]).toEqual([[2], [1, 2, 4]])
  })

  test('a first save whose answer was lost is the same row', () => {
    const typed = withEdit(opened, [...opened.rows, { sn: 3, ...page(3) }])
    const sent: Sheet = { ...typed, newIds: new Map([[3, 'id-3']]) }
    const next = withItems(website, sent, [item(3, page(3))])
    expect([next.rows.length, unsaved(next), next.newIds.size]).toEqual([3, [], 0])
    const again = openedSheet(
      website,
      emptySheet,
      [item(1, page(1)), item(2, page(2)), item(3, page(3))],
      unsavedOf(website, sent),
    )
    expect([again.rows.length, unsaved(again)]).toEqual([3, []])
  })
})

test('S-110 a picture that arrives late goes to its row, also when that has another number or cells by now', () => {
  const mine = withEdit(opened, [...opened.rows, { sn: 3, url: 'https://page.example/mine' }])
  const asked = mine.rows[2]!
  // Somebody else saves a third row first: mine moves to the end, and is edited there.
  const moved = withItems(website, mine, [item(3, page(3))])
  const edited = withEdit(
    moved,
    setBlock(moved.rows, ['title'], { top: 3, bottom: 3, left: 0, right: 0 }, () => 'Mine'),
  )
  const rows = withChange(edited.rows, asked, { image: 'late.png' })
  expect(rows.map(({ sn, url, image }) => [sn, url, image]).slice(2)).toEqual([
    [3, 'https://page.example/3', undefined],
    [4, 'https://page.example/mine', 'late.png'],
  ])
  expect(withChange(opened.rows, { sn: 9 }, { image: 'late.png' })).toBe(opened.rows)
})

test('rows that are moved to a draft come after those that this browser kept of it, so that none is lost', () => {
  const moved = [
    { sn: 1, ...page(8) },
    { sn: 4, ...page(9) },
  ]
  expect(cellsOf(withRows(emptySheet, moved)).map(([sn, url]) => [sn, url])).toEqual([
    [1, 'https://page.example/8'],
    [4, 'https://page.example/9'],
  ])
  expect(cellsOf(withRows(opened, moved)).map(([sn, url]) => [sn, url])).toEqual([
    [1, 'https://page.example/1'],
    [2, 'https://page.example/2'],
    [3, 'https://page.example/8'],
    [4, 'https://page.example/9'],
  ])
})
