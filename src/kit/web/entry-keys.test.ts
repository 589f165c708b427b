import { expect, test } from 'vitest'
import { changedEntry, keyOfEntry } from './entry-keys.ts'

test('an entry keeps its key when it changes and when one before it is removed', () => {
  const [first, second, third] = [{ name: '' }, { name: '' }, { name: '' }]
  const [, secondKey, thirdKey] = [first, second, third].map(keyOfEntry)
  expect(new Set([keyOfEntry(first), secondKey, thirdKey]).size).toBe(3)
  const left = [changedEntry(second, { name: 'New' }), third]
  expect(left).toEqual([{ name: 'New' }, { name: '' }])
  expect(left.map(keyOfEntry)).toEqual([secondKey, thirdKey])
})
