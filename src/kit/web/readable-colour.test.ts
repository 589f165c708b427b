import { expect, test } from 'vitest'
import { otherStatus, purchaseIncomplete, statuses } from '#vocabulary/statuses.ts'
import { contrastOf, readableColour } from './readable-colour.ts'

const statusColours = [...statuses, otherStatus, purchaseIncomplete]

test.each(statusColours)(
  'C-195 the word $name ($colour) is readable on every background of both schemes',
  ({ colour }) => {
    for (const background of ['#ffffff', '#f6f7f9', '#f1f3f6', '#e7f0fa'])
      expect(contrastOf(readableColour(colour, 'light'), background)).toBeGreaterThanOrEqual(4.5)
    for (const background of ['#191c22', '#131519', '#20242b', '#22303f'])
      expect(contrastOf(readableColour(colour, 'dark'), background)).toBeGreaterThanOrEqual(4.5)
  },
)

test('the ratio is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
})
