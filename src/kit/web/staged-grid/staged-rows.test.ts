import { expect, test } from 'vitest'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { changeStaged, noStagedRows, type Refusals } from './staged-rows.ts'

const [a, b, c] = [1, 2, 3].map((sn): GridRow => ({ sn, url: `https://${sn}.example` })) as [GridRow, GridRow, GridRow]
const refusals: Refusals = new Map([[2, [{ column: 'url', message: 'Duplicate URL', refusedValue: b['url'] }]]])
const staged = { rows: [a, b, c], refusals, chosen: new Set([1, 3]) }

test('an edit keeps the refusals and the selection; other rows begin without either', () => {
  const edited = [a, { ...b, url: 'https://other.example' }, c]
  expect(changeStaged(staged, { kind: 'edited', rows: edited })).toEqual({ ...staged, rows: edited })
  expect(changeStaged(staged, { kind: 'loaded', rows: [c] })).toEqual({ ...noStagedRows, rows: [c] })
  expect(changeStaged(noStagedRows, { kind: 'loaded', rows: [b], refusals }).refusals).toBe(refusals)
})

test('a refusal leaves the rows, a selection leaves the refusals', () => {
  expect(changeStaged(noStagedRows, { kind: 'refused', refusals })).toEqual({ ...noStagedRows, refusals })
  expect(changeStaged(staged, { kind: 'chosen', chosen: new Set([2]) })).toEqual({ ...staged, chosen: new Set([2]) })
})

test('G70 saved rows leave; those with refusals stay marked, and nothing stays when all are saved', () => {
  const left = changeStaged(staged, { kind: 'saved', rows: [a, c] })
  expect(left.rows).toEqual([b])
  expect(left.refusals).toBe(refusals)
  expect(changeStaged(staged, { kind: 'saved', rows: [a, b, c] })).toEqual(noStagedRows)
})
