import { expect, test } from 'vitest'
import { isSameForRow, type TableState } from './record-parts.ts'

const nothing = () => undefined
const before: TableState = {
  open: new Set(['c']),
  toggle: nothing,
  active: undefined,
  setActive: nothing,
  selection: { selected: new Set(['c']), toggle: nothing, toggleAll: nothing, state: 'some' },
  beside: { id: 'a', open: nothing, close: nothing },
}
const { selection, beside } = before

test('the next record beside the list changes its row and the one before, and no other', () => {
  const after = { ...before, beside: { ...beside!, id: 'b', close: () => undefined } }
  expect(['a', 'b', 'c'].map((id) => isSameForRow(before, after, id))).toEqual([false, false, true])
})

test('the row that the keys are on changes only while no record is open', () => {
  const closed = { ...before, beside: { ...beside!, id: undefined } }
  expect(isSameForRow(closed, { ...closed, active: 'b' }, 'b')).toBe(false)
  expect(isSameForRow(before, { ...before, active: 'b' }, 'b')).toBe(true)
})

test.each<[string, Partial<TableState>]>([
  ['it expands', { open: new Set(['b', 'c']) }],
  ['it is selected', { selection: { ...selection!, selected: new Set(['b']) } }],
  ['nothing can be selected for a while', { selection: { ...selection!, disabled: true } }],
  ['rows cannot be selected any more', { selection: undefined }],
  ['no record can be opened any more', { beside: undefined }],
  ['it cannot expand any more', { hasDetails: false }],
  ['expanding is another function', { toggle: () => undefined }],
  ['moving the keys there is another function', { setActive: () => undefined }],
  ['selecting is another function', { selection: { ...selection!, toggle: () => undefined } }],
  ['opening is another function', { beside: { ...beside!, open: () => undefined } }],
])('a row changes when %s', (_when, change) => {
  expect(isSameForRow(before, { ...before, ...change }, 'b')).toBe(false)
})

test('what is selected or expanded elsewhere does not change a row', () => {
  const after = {
    ...before,
    open: new Set(['c', 'd']),
    selection: { ...selection!, selected: new Set(['d']), state: 'none' as const },
  }
  expect(isSameForRow(before, after, 'b')).toBe(true)
})
