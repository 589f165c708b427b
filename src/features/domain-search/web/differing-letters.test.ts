import { expect, test } from 'vitest'
import { differingLetters } from './differing-letters.ts'

const marked = (name: string, keyword: string) =>
  differingLetters(name, keyword)
    .map(({ text, differs }) => (differs ? `[${text}]` : text))
    .join('')

test('S-097 the letters that differ from the keyword are marked: exchanged, added, in another script', () => {
  expect(marked('acrne.com', 'acme')).toBe('ac[rn]e.com')
  expect(marked('acme-login.com', 'acme')).toBe('acme[-login].com')
  expect(marked('my-acme.shop.test', 'acme')).toBe('[my-]acme.[shop].test')
  expect(marked('\u0430cme.com', 'acme')).toBe('[\u0430]cme.com')
  expect(marked('acmee.com', 'acme')).toBe('acme[e].com')
  expect(marked('acmebank.co', 'acme bank')).toBe('acmebank.co')
  expect(marked('acme.net', 'acme.com')).toBe('acme.net')
  expect(marked('nothing', '')).toBe('[nothing]')
})
