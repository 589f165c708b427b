import { expect, test } from 'vitest'
import { openPdf } from '#kit/server/pdf.ts'
import { readable } from './pdf-text.ts'

test('what the fonts have stands as it is; what they lack, and what hides or turns, stands as code points', () => {
  const doc = openPdf({ title: '', author: '' })
  for (const text of ['Tiếng Việt đường phố', 'İstanbul ğüşöçı', 'Привет, Київ', 'Ελλάδα ᾧ', 'नमस्ते', 'a – b “c” ₹ € ₫'])
    expect(readable(doc, text)).toBe(text)
  expect(readable(doc, '漢字 fake')).toBe('[U+6F22 U+5B57] fake')
  expect(readable(doc, 'safe\u202Egnp.exe')).toBe('safe[U+202E]gnp.exe')
  expect(readable(doc, 'a\r\nb\tc\u0000😀')).toBe('a\nb    c[U+0000 U+1F600]')
})
