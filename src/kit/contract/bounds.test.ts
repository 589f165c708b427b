import { expect, test } from 'vitest'
import { z } from 'zod'
import { day, gstPattern, oneOf, optionalReference, optionalText, phonePattern, reference, text } from './bounds.ts'

const resultOf = (type: z.ZodType, given: unknown) => {
  const result = type.safeParse(given)
  return result.success ? result.data : result.error.issues[0]!.message
}

test('A-072 a text is trimmed, limited in characters and free of control characters, with the messages of G107', () => {
  const name = text('Name', { min: 2, max: 5 })
  expect(resultOf(name, '  Acme ')).toBe('Acme')
  for (const nothing of [undefined, null, '', '   ']) expect(resultOf(name, nothing)).toBe('Name is required')
  expect(resultOf(name, 'A')).toBe('Name must be between 2 and 5 characters')
  expect(resultOf(name, 'Abcdef')).toBe('Name must be between 2 and 5 characters')
  expect(resultOf(name, '😀😀😀😀😀')).toBe('😀😀😀😀😀')
  for (const bad of ['a\u0000b', 'a\nb', 'ab\ud800', 12, {}, []]) expect(resultOf(name, bad)).toBe('Name is not valid')
})

test('a missing optional text is empty', () => {
  const note = optionalText('Note', { max: 3, pattern: /^a/ })
  expect([undefined, null, ' '].map((given) => resultOf(note, given))).toEqual(['', '', ''])
  expect(resultOf(note, 'b')).toBe('Note is not valid')
  expect(resultOf(note, 'aaaa')).toBe('Note must be between 0 and 3 characters')
})

test('a day is read day first and must not be before the minimum', () => {
  const start = day('Start date', '2000-01-01')
  expect(resultOf(start, '31/12/2024')).toBe('2024-12-31')
  expect(resultOf(start, '2000-01-01')).toBe('2000-01-01')
  expect(resultOf(start, '1999-12-31')).toBe('Start date is not valid')
  expect(resultOf(start, '31/02/2024')).toBe('Start date is not valid')
  expect(resultOf(start, '')).toBe('Start date is required')
  expect(resultOf(start, 'x'.repeat(100_000))).toBe('Start date is not valid')
})

test('a record is referenced by its id, or by an object with its id', () => {
  const id = '019a0000-0000-7000-8000-000000000001'
  const company = reference('Company')
  for (const given of [id, { _id: id }, { id }, [{ _id: id, name: 'x' }]]) expect(resultOf(company, given)).toBe(id)
  expect(resultOf(company, '')).toBe('Company is required')
  expect(resultOf(company, 'nonsense')).toBe('Company is not valid')
  for (const nothing of ['', null, undefined, []])
    expect(resultOf(optionalReference('Parent company'), nothing)).toBeUndefined()
})

test('one of a set of values', () => {
  const role = oneOf('Role', ['Client', 'Admin'])
  expect(['Admin', 'admin', '', undefined].map((given) => resultOf(role, given))).toEqual([
    'Admin',
    'Role is not valid',
    'Role is required',
    'Role is required',
  ])
})

test('tax and phone numbers', () => {
  expect(gstPattern.test('27AAPFU0939F1ZV')).toBe(true)
  for (const bad of ['27AAPFU0939F1Z', '2AAAPFU0939F1ZV', '27AAPFU0939F1XV']) expect(gstPattern.test(bad)).toBe(false)
  expect(['+919876543210', '1234567'].every((one) => phonePattern.test(one))).toBe(true)
  expect(['123456', '+91 98765', '1234567890123456'].some((one) => phonePattern.test(one))).toBe(false)
})
