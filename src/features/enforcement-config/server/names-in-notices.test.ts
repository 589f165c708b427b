import { expect, test } from 'vitest'
import { brandOf, endedOnce, fillHarmText, inVisibleSigns, noticeValues, onOneLine } from './compose-notice.ts'

const valuesOf = (brand: string, company: string) =>
  noticeValues({
    platform: 'website',
    brand,
    company,
    url: 'https://fake.example/',
    domain: null,
    registrar: null,
    ipAddress: null,
    hosting: null,
    date: '2026-03-04',
  })

test('a sentence that ends with the name of a company has one full stop', () => {
  const text = 'What visitors type there does not reach {{company}}.'
  expect(fillHarmText(text, valuesOf('Acme', 'Acme Foods Pvt. Ltd.'))).toBe(
    'What visitors type there does not reach Acme Foods Pvt. Ltd.',
  )
  expect(endedOnce('Employee of Acme Ltd.. It poses')).toBe('Employee of Acme Ltd. It poses')
  expect(endedOnce('and so on...'), 'an ellipsis stays').toBe('and so on...')
})

test('a company named as its brand is named once', () => {
  const text = 'The page poses as {{brand}} of {{company}}.'
  expect(fillHarmText(text, valuesOf('Acme', 'ACME'))).toBe('The page poses as Acme.')
  expect(fillHarmText(text, valuesOf('Acme', 'Acme Foods'))).toBe('The page poses as Acme of Acme Foods.')
  expect([brandOf('Acme', 'Acme'), brandOf('Acme', 'Acme Foods')]).toEqual(['Acme', 'Acme of Acme Foods'])
})

test('no sign turns the direction of a letter, and an address keeps each of its signs, visibly', () => {
  expect(onOneLine('paid \u202Eexe.gnp\u202C \u2067x\u2069')).toBe('paid exe.gnp x')
  expect(onOneLine('דוגמה abc'), 'text from right to left stays').toBe('דוגמה abc')
  const address = inVisibleSigns('https://fake.example/a\u202Egnp.exe?q=\u200b')
  expect(address).toBe('https://fake.example/a%E2%80%AEgnp.exe?q=%E2%80%8B')
  expect(address).toBe(new URL('https://fake.example/a\u202Egnp.exe?q=\u200b').href)
  expect(inVisibleSigns('https://fake.example/ä?q=1'), 'others stay').toBe('https://fake.example/ä?q=1')
})
