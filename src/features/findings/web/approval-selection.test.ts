import { expect, test } from 'vitest'
import { approvalCap } from '#features/findings/contract-schemas.ts'
import {
  type ApprovalSelection,
  changeSelection,
  matchingOf,
  nothingSelected,
  selectedOf,
  selectionState,
} from './approval-selection.ts'

const list = { order: ['a', 'b', 'c', 'd'], total: 9, queryKey: 'q1' }
const toggle = (selection: ApprovalSelection, id: string, span = false) =>
  changeSelection(selection, { kind: 'toggle', list, id, span })
const chosen = (selection: ApprovalSelection) => [...selectedOf(selection, list)]

test('a span begins at the row that was toggled last', () => {
  const one = toggle(nothingSelected, 'b')
  expect(chosen(one)).toEqual(['b'])
  expect(chosen(toggle(one, 'd', true))).toEqual(['b', 'c', 'd'])
  expect(chosen(toggle(one, 'd'))).toEqual(['b', 'd'])
  expect(selectionState(one, list)).toBe('some')
})

test('G46 select-all means the loaded rows; all matching are offered when there are more, up to the cap', () => {
  const all = changeSelection(nothingSelected, { kind: 'toggle all', list })
  expect(chosen(all)).toEqual(list.order)
  expect(selectionState(all, list)).toBe('all')
  expect(matchingOf(all, list)).toBe('offered')
  expect(matchingOf(all, { ...list, total: 4 })).toBeUndefined()
  expect(matchingOf(all, { ...list, total: approvalCap + 1 })).toBe('too many')
  expect(matchingOf(toggle(all, 'a'), list)).toBeUndefined()
  expect(chosen(changeSelection(all, { kind: 'toggle all', list }))).toEqual([])
})

test('rows that were loading when all were selected are not selected, and all matching are still offered', () => {
  const all = changeSelection(nothingSelected, { kind: 'toggle all', list })
  const grown = { ...list, order: [...list.order, 'e', 'f'] }
  expect([...selectedOf(all, grown)]).toEqual(list.order)
  expect(matchingOf(all, grown)).toBe('offered')
  expect(matchingOf(all, { ...grown, queryKey: 'q2' })).toBeUndefined()
  expect(matchingOf(toggle(all, 'a'), grown)).toBeUndefined()
  expect(matchingOf(changeSelection(all, { kind: 'none' }), grown)).toBeUndefined()
})

test('all matching stay selected until a row is toggled or the query is another', () => {
  const all = changeSelection(nothingSelected, { kind: 'all matching', queryKey: 'q1' })
  expect(matchingOf(all, list)).toBe('selected')
  expect(chosen(all)).toEqual(list.order)
  expect(matchingOf(all, { ...list, queryKey: 'q2' })).toBeUndefined()
  expect(chosen(toggle(all, 'c'))).toEqual(['a', 'b', 'd'])
  expect(matchingOf(toggle(all, 'c'), list)).toBeUndefined()
})

test('rows that left the list are no longer selected', () => {
  const all = changeSelection(nothingSelected, { kind: 'toggle all', list })
  expect(selectionState(all, { ...list, order: ['x', 'y'] })).toBe('none')
  expect(chosen(changeSelection(all, { kind: 'none' }))).toEqual([])
})
