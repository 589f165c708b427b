import { expect, test } from 'vitest'
import { changedFields, isSame, meet, valueText } from './form-values.ts'

const begin = { name: 'Acme', city: 'Pune', state: '', contacts: [{ name: 'A' }] }

test('a form knows what was typed; blanks of any kind are one', () => {
  expect(changedFields(begin, { ...begin })).toEqual([])
  expect(changedFields(begin, { ...begin, city: 'Delhi', contacts: [] })).toEqual(['city', 'contacts'])
  expect(isSame(null, '')).toBe(true)
  expect(isSame({ a: 1, b: undefined }, { b: null, a: 1 })).toBe(true)
  expect(isSame(0, '')).toBe(false)
})

test('a newer version keeps what I typed and takes the rest from them', () => {
  const mine = { ...begin, city: 'Delhi' }
  const theirs = { ...begin, name: 'Acme Two', state: 'MH' }
  expect(meet(begin, mine, theirs)).toEqual({
    values: { name: 'Acme Two', city: 'Delhi', state: 'MH', contacts: [{ name: 'A' }] },
    both: [],
  })
})

test('what both changed stands for a decision, unless both typed the same', () => {
  const mine = { ...begin, city: 'Delhi', name: 'New' }
  expect(meet(begin, mine, { ...begin, city: 'Mumbai', name: 'New' })).toMatchObject({
    values: { city: 'Delhi', name: 'New' },
    both: ['city'],
  })
})

test('values are shown as people read them', () => {
  expect([true, false, '', [], null].map(valueText)).toEqual(['Yes', 'No', '(empty)', '(empty)', '(empty)'])
  expect(valueText({ id: 'x', name: 'Acme' })).toBe('Acme')
  expect(valueText([{ contactPersonName: 'A', mobileNumber: '1' }, { contactPersonName: 'B' }])).toBe('A, 1; B')
})
