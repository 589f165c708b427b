import fc from 'fast-check'
import { expect, test } from 'vitest'
import { webAddress } from '#vocabulary/testing.ts'
import { normaliseAddress } from '#vocabulary/addresses.ts'
import { readLines } from './read-lines.ts'

const addresses = async (given: string | string[]) => {
  const read = await readLines(given)
  return 'lines' in read ? read.lines.map(({ address }) => address) : read.problem
}

test('G104 blanks are dropped, lines are normalised as findings are, duplicates removed, order preserved', async () => {
  const text =
    '\uFEFFhttps://www.Acme.example/Shop/\r\n\n  acme.example/Shop  \rshop.acme.example\nHTTP://BÜCHER.example#top\n10.0.0.1/x\n'
  expect(await addresses(text)).toEqual([
    'acme.example/Shop',
    'shop.acme.example',
    'xn--bcher-kva.example',
    '10.0.0.1/x',
  ])
  expect(await addresses(['acme.example\nother.example', ' ', 'acme.example'])).toBe(
    'Line 1 is not a web address: acme.example\nother.example',
  )
})

test('G104 each line is kept as it was written, the first of those with the same address', async () => {
  const read = await readLines('  https://www.UI-shop.test/Path/\nui-shop.test/Path\nplain.test')
  expect(read).toEqual({
    lines: [
      { line: 'https://www.UI-shop.test/Path/', address: 'ui-shop.test/Path' },
      { line: 'plain.test', address: 'plain.test' },
    ],
  })
})

test('G107 one to 20,000 lines of up to 2048 characters', async () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => `host${i}.example`)
  expect(await addresses(many(20_000).join('\n\n'))).toHaveLength(20_000)
  expect(await addresses(many(20_001))).toBe('Whitelabel URL must be between 1 and 20000 lines')
  for (const nothing of ['', ' \n\r\n\t', '\uFEFF']) expect(await addresses(nothing)).toBe('Whitelabel URL is required')
  expect(await addresses([])).toBe('Whitelabel URL is required')
  const long = `acme.example/${'x'.repeat(2048 - 'acme.example/'.length)}`
  expect(await addresses(long)).toEqual([long])
  expect(await addresses(`a.example\n\n${long}x`)).toBe('Line 3 is longer than 2048 characters')
})

test.each(['acme', 'https://', 'two words.example', '/path/only', 'a.example/\u0007', '?q=acme.example', '...'])(
  'an address that no finding can have is refused with its line number: %j',
  async (line) => {
    expect(await addresses(`acme.example\n${line}`)).toMatch(/^Line 2 is not a web address: /)
  },
)

test('whatever a file contains, an accepted list has no duplicates, no blanks, and only normalised lines', async () => {
  const line = fc.oneof(webAddress, fc.domain(), fc.string(), fc.constant(''))
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (lines) => {
      const read = await readLines(lines)
      if (!('lines' in read)) return
      const accepted = read.lines.map(({ address }) => address)
      expect(new Set(accepted).size).toBe(accepted.length)
      const compared = lines.filter((one) => one.trim()).map(normaliseAddress)
      expect(accepted).toEqual([...new Set(compared)])
      for (const { line, address } of read.lines) expect(normaliseAddress(line)).toBe(address)
    }),
    { numRuns: 50 },
  )
})
