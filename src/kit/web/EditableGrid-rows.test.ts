import { describe, expect, test } from 'vitest'
import { commandFor } from './EditableGrid-keys.ts'
import {
  copyCells,
  editIn,
  fillDown,
  firstProblem,
  type GridRow,
  keepLocked,
  nextProblem,
  pasteCells,
  parseClipboard,
  renumberedRow,
  setBlock,
  withCell,
  withoutRows,
} from './EditableGrid-rows.ts'

const names = ['url', 'title', 'price']
const rows: GridRow[] = [
  { sn: 1, url: 'https://a.example', title: 'First', price: 10 },
  { sn: 2, url: 'https://b.example', title: 'Second' },
  { sn: 3, title: 'Third', price: 30 },
]
const block = (top: number, bottom: number, left: number, right: number) => ({ top, bottom, left, right })
const press = (key: string, more: Partial<Parameters<typeof commandFor>[0]> = {}) =>
  commandFor({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more })

test('a cell being edited stays with its row, wherever that is, and ends with it', () => {
  const edit = { row: 2, column: 1, of: rows[2]!, text: 'Third', typed: true }
  expect(editIn(rows, edit)).toBe(edit)
  expect(editIn(rows.slice(1), edit)).toEqual({ ...edit, row: 1 })
  expect(editIn([{ sn: 7 }, ...rows], edit)).toEqual({ ...edit, row: 3 })
  expect(editIn(rows.slice(0, 2), edit)).toBeUndefined()
  // Somebody else's row took its number, or changed another cell of it.
  const moved = renumberedRow(renumberedRow(rows[2]!, 4), 5)
  expect(editIn([rows[0]!, rows[1]!, { sn: 3, title: 'Theirs' }, moved], edit)).toEqual({ ...edit, row: 3 })
  expect(editIn([rows[0]!, rows[1]!, { ...rows[2]!, price: 31 }], edit)).toBe(edit)
})

describe('cells of the grid', () => {
  test('an unchanged cell returns the same row object, an emptied one loses its value', () => {
    expect(withCell(rows[0]!, 'price', 10)).toBe(rows[0])
    expect(withCell(rows[1]!, 'price', '')).toBe(rows[1])
    expect(withCell(rows[0]!, 'price', '')).toEqual({ sn: 1, url: 'https://a.example', title: 'First' })
    expect(setBlock(rows, names, block(0, 2, 1, 1), ({ row }) => rows[row]!['title'])).toBe(rows)
  })

  test('fill down takes the top of the block, or the row above a single row', () => {
    expect(fillDown(rows, names, block(0, 2, 1, 2)).map((row) => [row['title'], row['price']])).toEqual([
      ['First', 10],
      ['First', 10],
      ['First', 10],
    ])
    expect(fillDown(rows, names, block(2, 2, 0, 0))[2]!['url']).toBe('https://b.example')
    expect(fillDown(rows, names, block(0, 0, 0, 0))).toBe(rows)
  })

  test('copied cells parse back unchanged, with tabs, line breaks and quotes', () => {
    const odd: GridRow[] = [
      { sn: 1, url: 'a\tb', title: 'say "hi"\nthere', price: 1 },
      { sn: 2, url: '5" screen', title: '', price: 2 },
    ]
    const text = copyCells(odd, names, block(0, 1, 0, 2))
    expect(parseClipboard(`${text}\r\n`)).toEqual([
      ['a\tb', 'say "hi"\nthere', '1'],
      ['5" screen', '', '2'],
    ])
    expect(parseClipboard('5" screen\tx\n')).toEqual([['5" screen', 'x']])
    expect(parseClipboard('')).toEqual([['']])
    expect(parseClipboard('a\t\nb')).toEqual([['a', ''], ['b']])
  })

  test('a paste adds rows, repeats over a multiple, and stops at the maximum number of rows', () => {
    const grown = pasteCells(
      rows,
      names,
      block(2, 2, 1, 1),
      [
        ['x', '1'],
        ['y', '2'],
      ],
      100,
    )
    expect(grown.rows.map((row) => [row.sn, row['title'], row['price']])).toEqual([
      [1, 'First', 10],
      [2, 'Second', undefined],
      [3, 'x', '1'],
      [4, 'y', '2'],
    ])
    expect(grown.written).toEqual(block(2, 3, 1, 2))
    expect(pasteCells(rows, names, block(0, 2, 1, 1), [['same']], 100).rows.map((row) => row['title'])).toEqual([
      'same',
      'same',
      'same',
    ])
    expect(pasteCells(rows, names, block(2, 2, 0, 0), [['1'], ['2'], ['3']], 4).rows).toHaveLength(4)
  })

  test('removing rows keeps the numbers of the others', () => {
    expect(withoutRows(rows, { top: 0, bottom: 1 }).map((row) => row.sn)).toEqual([3])
  })

  test('the next error follows in reading order and starts again at the top', () => {
    const problemsOf = (row: GridRow) =>
      row.sn === 1
        ? [
            { column: 'price', message: '' },
            { column: 'url', message: '' },
          ]
        : row.sn === 3
          ? [{ column: 'title', message: '' }]
          : []
    const walk = (row: number, column: number) => nextProblem(rows, names, problemsOf, { row, column })
    expect(walk(0, 0)).toEqual({ row: 0, column: 2 })
    expect(walk(0, 2)).toEqual({ row: 2, column: 1 })
    expect(walk(2, 1)).toEqual({ row: 0, column: 0 })
    expect(nextProblem(rows, names, () => [], { row: 0, column: 0 })).toBeUndefined()
    expect(nextProblem([], names, () => [], { row: 0, column: 0 })).toBeUndefined()
  })
})

describe('keys of the grid', () => {
  test('arrows, Enter and Tab with their Shift variants', () => {
    expect(press('ArrowDown', { shiftKey: true })).toMatchObject({ do: 'move', rows: 1, extend: true })
    expect(press('Enter', { shiftKey: true })).toMatchObject({ do: 'move', rows: -1, extend: false })
    expect(press('Tab', { shiftKey: true })).toMatchObject({ do: 'move', columns: -1, extend: false })
    expect(press('ArrowRight', { ctrlKey: true })).toMatchObject({ reach: 'edge' })
  })

  test('typing replaces, also with characters outside the basic plane; Ctrl makes commands; copy is left to the browser', () => {
    expect(press('a')).toEqual({ do: 'replace', text: 'a' })
    expect(press('😀')).toEqual({ do: 'replace', text: '😀' })
    expect(press('d', { ctrlKey: true })).toEqual({ do: 'fill-down' })
    expect(press('z', { metaKey: true, shiftKey: true })).toEqual({ do: 'redo' })
    expect(press('y', { ctrlKey: true })).toEqual({ do: 'redo' })
    expect(press('c', { ctrlKey: true })).toBeUndefined()
    expect(press('Shift', { shiftKey: true })).toBeUndefined()
  })
})

test('locked columns keep their cells whatever is written over them', () => {
  const locked = new Set(['url'])
  const pasted = pasteCells(rows, names, block(0, 1, 0, 1), [['x', 'New']], 3).rows
  const merged = keepLocked(rows, pasted, locked)
  expect(merged.map(({ url, title }) => [url, title])).toEqual([
    ['https://a.example', 'New'],
    ['https://b.example', 'New'],
    [undefined, 'Third'],
  ])
  expect(merged[2]).toBe(rows[2])
  const cleared = setBlock(rows, names, block(0, 2, 0, 0), () => undefined)
  expect(keepLocked(rows, cleared, locked)).toBe(rows)
})

test('the first problem is the topmost cell, or the topmost one of a column', () => {
  const problemsOf = (row: GridRow) =>
    row.sn === 1 ? [] : ['price', 'title'].map((column) => ({ column, message: 'is not valid' }))
  expect(firstProblem(rows, names, problemsOf, {})).toEqual({ row: 1, column: 1 })
  expect(firstProblem(rows, names, problemsOf, { column: 'price' })).toEqual({ row: 1, column: 2 })
  expect(firstProblem(rows, names, () => [], {})).toBeUndefined()
  const only = [{ column: 'url', message: 'is not valid' }]
  expect(firstProblem(rows.slice(0, 1), names, () => only, {})).toEqual({ row: 0, column: 0 })
})
