import { describe, expect, test } from 'vitest'
import { showValue } from './show-value.ts'

describe('a value in a table', () => {
  test.each([
    ['day', '2026-11-03', '03/11/2026'],
    ['count', 1240, '1,240'],
    ['money', 1299, '1,299.00'],
    ['score', 4.25, '4.25'],
    ['percent', 12.5, '12.5%'],
    ['yesNo', false, 'No'],
    ['status', '00', 'No Action'],
    ['status', '777', 'Other'],
    ['text', null, ''],
  ] as const)('%s %j reads %j', (kind, value, text) => {
    expect(showValue({ kind }, value)).toBe(text)
  })

  test('C-182 a reason code shows its name only when it is known, otherwise blank', () => {
    expect(showValue({ kind: 'reasonCode' }, '12301')).toBe('TM_Title')
    expect(showValue({ kind: 'reasonCode' }, '99999')).toBe('')
  })
})
