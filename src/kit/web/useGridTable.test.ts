import { expect, test } from 'vitest'
import { cellAfter, type Move } from './useGridTable.ts'

const grid = { size: { rows: 100, columns: 5 }, page: 20 }
const step = (change: Partial<Move>): Move => ({ rows: 0, columns: 0, reach: 'cell', extend: false, ...change })

test('a step goes one cell or one page, and stays in the grid', () => {
  const from = { row: 10, column: 2 }
  expect(cellAfter(from, step({ rows: 1 }), grid)).toEqual({ row: 11, column: 2 })
  expect(cellAfter(from, step({ columns: -1 }), grid)).toEqual({ row: 10, column: 1 })
  expect(cellAfter(from, step({ rows: 1, reach: 'page' }), grid)).toEqual({ row: 30, column: 2 })
  expect(cellAfter(from, step({ rows: -1, reach: 'page' }), grid)).toEqual({ row: 0, column: 2 })
  expect(cellAfter({ row: 99, column: 4 }, step({ rows: 1, columns: 1 }), grid)).toEqual({ row: 99, column: 4 })
})

test('a step to the edge reaches it from every cell', () => {
  expect(cellAfter({ row: 10, column: 2 }, step({ rows: 1, reach: 'edge' }), grid)).toEqual({ row: 99, column: 2 })
  expect(cellAfter({ row: 10, column: 2 }, step({ columns: -1, reach: 'edge' }), grid)).toEqual({ row: 10, column: 0 })
  expect(cellAfter({ row: 10, column: 2 }, step({ rows: 1, columns: 1, reach: 'all' }), grid)).toEqual({
    row: 99,
    column: 4,
  })
})
