import { expect, test } from 'vitest'
import { z } from 'zod'
import { day, gstPattern, oneOf, optionalReference, optionalText, phonePattern, reference, text } from './bounds.ts'

const said = (type: z.ZodType, given: unknown) => {
  const read = type.safeParse(given)
  return read.success ? read.data : read.error.issues[0]!.message
}

test('A-072 a text is trimmed, limited in characters and free of control characters, with the messages of G107', () => {
  const name = text('Name', { least: 2, most: 5 })
  expect(said(name, '  Acme ')).toBe('Acme')
  for (const nothing of [undefined, null, '', '   ']) expect(said(name, nothing)).toBe('Name is required')
  expect(said(name, 'A')).toBe('Name must be between 2 and 5 characters')
  expect(said(name, 'Abcdef')).toBe('Name must be between 2 and 5 characters')
  expect(said(name, '😀😀😀😀😀')).toBe('😀😀😀😀😀')
  for (const bad of ['a\u0000b', 'a\nb', 'ab\ud800', 12, {}, []]) expect(said(name, bad)).toBe('Name is not valid')
})

test('a missing optional text is empty', () => {
  const note = optionalText('Note', { most: 3, pattern: /^a/ })
  expect([undefined, null, ' '].map((given) => said(note, given))).toEqual(['', '', ''])
  expect(said(note, 'b')).toBe('Note is not valid')
  expect(said(note, 'aaaa')).toBe('Note must be between 0 and 3 characters')
})

test('a day is read day first and must not be before the minimum', () => {
  const start = day('Start date', '2000-01-01')
  expect(said(start, '31/12/2024')).toBe('2024-12-31')
  expect(said(start, '2000-01-01')).toBe('2000-01-01')
  expect(said(start, '1999-12-31')).toBe('Start date is not valid')
  expect(said(start, '31/02/2024')).toBe('Start date is not valid')
  expect(said(start, '')).toBe('Start date is required')
  expect(said(start, 'x'.repeat(100_000))).toBe('Start date is not valid')
})

test('a record is referenced by its id, or by an object with its id', () => {
  const id = '019a0000-0000-7000-8000-000000000001'
  const company = reference('Company')
  for (const given of [id, { _id: id }, { id }, [{ _id: id, name: 'x' }]]) expect(said(company, given)).toBe(id)
  expect(said(company, '')).toBe('Company is required')
  expect(said(company, 'nonsense')).toBe('Company is not valid')
  for (const nothing of ['', null, undefined, []])
    expect(said(optionalReference('Parent company'), nothing)).toBeUndefined()
})

test('one of a set of values', () => {
  const role = oneOf('Role', ['Client', 'Admin'])
  expect(['Admin', 'admin', '', undefined].map((given) => said(role, given))).toEqual([
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
