import { expect, test } from 'vitest'
import { plainName } from './plain-name.ts'

const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code))

test('a name of a file has no folder, no control character and no mark of text direction, and is never empty', () => {
  expect(plainName('C:\\papers/shop\\proof.pdf')).toBe('proof.pdf')
  const marks = characters.filter((one) => /[\p{Cc}\p{Bidi_Control}]/u.test(one))
  expect(marks).toEqual(expect.arrayContaining(['\u061c', '\u200e', '\u200f', '\u202e', '\u2066']))
  for (const mark of marks) expect(plainName(`gnp${mark}.exe`)).toBe('gnp.exe')
  expect([plainName(undefined), plainName('\u202e'), plainName('a/')]).toEqual(['file', 'file', 'file'])
})
