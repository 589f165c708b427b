import { expect, test } from 'vitest'
import { namedHostIn } from './named-host.ts'

const from = 'noreply@cdn.test'

/** Milliseconds that reading a text takes. */
const timeOf = (text: string) => {
  const began = performance.now()
  namedHostIn(text, from)
  return performance.now() - began
}

test('a label with a long line of signs behind it is read in time', () => {
  expect(timeOf(`hosting abuse contact${'_'.repeat(19_900)}`)).toBeLessThan(200)
})

test.each([
  [
    'in blocks with lines below the labels',
    'We have passed your report on.\n\nHosting Provider:\n-----------------\nNordkeep Hosting GmbH\n\nAbuse Contact:\n--------------\nabuse@nordkeep.test\n',
    { name: 'Nordkeep Hosting GmbH', email: 'abuse@nordkeep.test' },
  ],
  [
    'in one line each',
    'Hosting Provider(s): Nordkeep, Inc.\nAbuse contact: Abuse@Nordkeep.test',
    { name: 'Nordkeep, Inc', email: 'abuse@nordkeep.test' },
  ],
  [
    'in a sentence',
    'The hosting provider of www.shop.test is: Nordkeep SAS. Their abuse contact is abuse@nordkeep.test.',
    { name: 'Nordkeep SAS', email: 'abuse@nordkeep.test' },
  ],
  [
    'as hosted by',
    'The site is hosted by Nordkeep (abuse@nordkeep.test), please write to them.',
    { name: 'Nordkeep', email: 'abuse@nordkeep.test' },
  ],
  [
    'as forwarded to the host',
    'We forwarded your complaint to the hosting provider, Nordkeep Ltd (abuse@nordkeep.test).',
    { name: 'Nordkeep Ltd', email: 'abuse@nordkeep.test' },
  ],
  [
    'with a sign of two halves where it is cut',
    `Hosting provider: ${'x'.repeat(99)}😀\nAbuse contact: abuse@nordkeep.test`,
    { name: 'x'.repeat(99), email: 'abuse@nordkeep.test' },
  ],
  [
    'by address alone',
    'We do not host this content. The abuse email address: <abuse@nordkeep.test>',
    { name: 'nordkeep.test', email: 'abuse@nordkeep.test' },
  ],
])('the host that an answer names %s', (_what, body, host) => {
  expect(namedHostIn(body, from)).toEqual(host)
})

test.each([
  ['the sender itself', 'Hosting provider: CDN\nAbuse contact: abuse@cdn.test'],
  ['a quoted notice', 'Thank you.\n> Hosting provider: Nordkeep\n> Abuse contact: abuse@nordkeep.test'],
  ['a name without an address', 'The site is hosted by Nordkeep. Please contact them.'],
  ['an address of something else', 'Please write to legal@brand.test about invoices.'],
  ['no host at all', 'Our abuse contact is abuse@nordkeep.test.'],
])('%s is no host', (_what, body) => {
  expect(namedHostIn(body, from)).toBeUndefined()
})

test('a long answer is read in linear time', () => {
  const texts = [
    'hosting provider '.repeat(50_000),
    `host ${'a '.repeat(50_000)}`,
    `abuse contact ${'-'.repeat(50_000)}`,
  ]
  for (const text of texts) expect(() => namedHostIn(text, from), text.slice(0, 20)).toTakeLessThan(500)
})
