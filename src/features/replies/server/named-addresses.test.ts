import { expect, test } from 'vitest'
import { namedAddresses } from './named-addresses.ts'

const listed = [
  ['11111111-0000-7000-8000-0000000000a1', 'https://shop.evil.test/a'],
  ['11111111-0000-7000-8000-0000000000b2', 'https://shop.evil.test/ab'],
  ['11111111-0000-7000-8000-0000000000c3', 'http://www.other.test/'],
  ['11111111-0000-7000-8000-0000000000d4', 'only-domain.test'],
].map(([recordId, about]) => ({ recordId: recordId!, about: about! }))
const [a, b, other, domain] = listed.map(({ recordId }) => recordId)
const all = [a, b, other, domain]

test.each([
  ['nothing named', 'We have suspended the account.', all],
  ['one exact address', 'Removed: https://shop.evil.test/a. Thank you.', [a]],
  ['the longer one only', 'Removed https://shop.evil.test/ab', [b]],
  ['as desks write them', 'hxxps://shop[.]evil[.]test/a is gone', [a]],
  ['a host that one finding has', 'other.test has been suspended', [other]],
  ['a host that two have names none', 'shop.evil.test is with our lawyers', all],
  ['a page of the host is another address', 'see http://other.test/terms', all],
  ['another domain that ends alike', 'my-only-domain.test is not ours', all],
  ['a subdomain of it', 'www2.only-domain.test is not ours', all],
  ['two of them', '- only-domain.test: done\n- https://shop.evil.test/a: done', [a, domain]],
  ['the reference', 'Regarding 000000c3: closed', [other]],
  [
    'the quoted list does not count',
    'only-domain.test is done\n\nOn Mon, X wrote:\n> https://shop.evil.test/a',
    [domain],
  ],
  ['an Outlook quote', 'Done.\n-----Original Message-----\nFrom: us@x.test\nhttps://shop.evil.test/a', all],
  ['a sentence ends with the address', 'We disabled http://www.other.test/.', [other]],
])('%s', (_, body, named) => {
  expect(namedAddresses(body, listed)).toEqual(named)
})

test('a long line that begins like a quote is read in time', () => {
  const began = performance.now()
  namedAddresses(`From: ${'x'.repeat(100_000)}`, listed)
  expect(performance.now() - began).toBeLessThan(500)
})
