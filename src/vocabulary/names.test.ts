import { expect, test } from 'vitest'
import { tidyName } from './names.ts'

test('names that look the same are kept the same', () => {
  const spellings = [
    'Café Zed',
    'Cafe\u0301 Zed',
    ' Café  Zed',
    'Café\u00a0Zed',
    'Ca\u00adfé\u200b Zed',
    '\u202eCafé Zed\u202c',
  ]
  expect([...new Set(spellings.map(tidyName))]).toEqual(['Café Zed'])
})

test('what changes the reading stays: joiners of Indian scripts and of emoji, letters of other scripts', () => {
  for (const name of ['क्‍ष', 'नर्‌मदा', '👩‍🔬 Lab', 'Асме', 'İstanbul']) expect(tidyName(name)).toBe(name.normalize('NFC'))
})
