import { expect, test } from 'vitest'
import { changedFields, isSame, merge, valueText } from './form-values.ts'

const begin = { name: 'Acme', city: 'Pune', state: '', contacts: [{ name: 'A' }] }

test('a form knows which fields changed; all kinds of blank are equal', () => {
  expect(changedFields(begin, { ...begin })).toEqual([])
  expect(changedFields(begin, { ...begin, city: 'Delhi', contacts: [] })).toEqual(['city', 'contacts'])
  expect(isSame(null, '')).toBe(true)
  expect(isSame({ a: 1, b: undefined }, { b: null, a: 1 })).toBe(true)
  expect(isSame(0, '')).toBe(false)
})

test('a merge keeps my changes and takes the rest from the newer version', () => {
  const mine = { ...begin, city: 'Delhi' }
  const theirs = { ...begin, name: 'Acme Two', state: 'MH' }
  expect(merge(begin, mine, theirs)).toEqual({
    values: { name: 'Acme Two', city: 'Delhi', state: 'MH', contacts: [{ name: 'A' }] },
    both: [],
  })
})

test('fields both changed are conflicts, unless both have the same value', () => {
  const mine = { ...begin, city: 'Delhi', name: 'New' }
  expect(merge(begin, mine, { ...begin, city: 'Mumbai', name: 'New' })).toMatchObject({
    values: { city: 'Delhi', name: 'New' },
    both: ['city'],
  })
})

test('values are shown in a readable form', () => {
  expect([true, false, '', [], null].map(valueText)).toEqual(['Yes', 'No', '(empty)', '(empty)', '(empty)'])
  expect(valueText({ id: 'x', name: 'Acme' })).toBe('Acme')
  expect(valueText([{ contactPersonName: 'A', mobileNumber: '1' }, { contactPersonName: 'B' }])).toBe('A, 1; B')
})
