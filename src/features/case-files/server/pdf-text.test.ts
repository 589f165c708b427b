import { expect, test } from 'vitest'
import { openPdf } from '#kit/server/pdf.ts'
import { readable } from './pdf-text.ts'

test('what the fonts have stands as it is; what they lack, and what hides or turns, stands as code points', () => {
  const doc = openPdf({ title: '', author: '' })
  doc.addPage().font('regular')
  for (const text of [
    'Tiếng Việt đường phố',
    'İstanbul ğüşöçı',
    'Привет, Київ',
    'Ελλάδα ᾧ',
    'नमस्ते',
    'a – b “c” ₹ € ₫',
    'تقليد ماركة',
    'தமிழ்',
    '漢字 仮名',
    '한국',
  ])
    expect(readable(doc, text)).toBe(text)
  expect(readable(doc, '𓂀𓂁 fake')).toBe('[U+13080 U+13081] fake')
  expect(readable(doc, 'safe\u202Egnp.exe')).toBe('safe[U+202E]gnp.exe')
  expect(readable(doc, 'a\r\nb\tc\u0000😀')).toBe('a\nb    c[U+0000 U+1F600]')
})
