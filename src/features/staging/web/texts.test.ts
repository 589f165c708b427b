import { expect, test } from 'vitest'
import { texts } from './texts.ts'

test('one and several are told apart', () => {
  expect(texts.editsRow(['Ana Li'])).toBe('Ana Li is in this row')
  expect(texts.editsRow(['Ana Li', 'Bo Rao'])).toBe('Ana Li, Bo Rao are in this row')
})
