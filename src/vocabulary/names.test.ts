import { expect, test } from 'vitest'
import { tidyName } from './names.ts'

test('names that look the same are stored the same', () => {
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

test('characters that change how a name is read stay: joiners of Indian scripts and emoji, letters of other scripts', () => {
  for (const name of ['क्‍ष', 'नर्‌मदा', '👩‍🔬 Lab', 'Асме', 'İstanbul']) expect(tidyName(name)).toBe(name.normalize('NFC'))
})
