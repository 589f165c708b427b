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
  ['no number', undefined],
])('%s', (text, count) => expect(readCountText(text)).toBe(count))
