import { expect, test } from 'vitest'
import { readCountText } from './counts.ts'

test.each([
  ['1.2M subscribers', '1200000'],
  ['12 345', '12345'],
  ['3,4 Mio.', '3400000'],
  ['1,234 Followers', '1234'],
  ['1,2 lakh', '120000'],
  ['12万', '120000'],
  ['5 тыс.', '5000'],
  ['1,50,000', '150000'],
  ['1,23,456 followers', '123456'],
  ['12,34,56,789 views', '123456789'],
  ['1.2 लाख', '120000'],
  ['5 हज़ार', '5000'],
  ['1,50', '2'],
  ['no number', undefined],
])('%s', (text, count) => expect(readCountText(text)).toBe(count))
