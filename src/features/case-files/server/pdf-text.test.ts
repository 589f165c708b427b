import { expect, test } from 'vitest'
import { openPdf } from '#kit/server/pdf.ts'
import { readable, sided } from './pdf-text.ts'

test('available characters stay; missing, hidden and direction-changing ones become code points', () => {
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

test('a paragraph is aligned by the direction of its first letter', () => {
  const text = 'Dear team,\n\n12. تقليد ماركة Aurevia\n– 3\nمرحبا\nRegards'
  expect(sided(text)).toEqual([
    { text: 'Dear team,\n', align: 'left' },
    { text: '12. تقليد ماركة Aurevia\n– 3\nمرحبا', align: 'right' },
    { text: 'Regards', align: 'left' },
  ])
  expect(sided('')).toEqual([{ text: '', align: 'left' }])
})
