import { expect, test } from 'vitest'
import { choicesOf, readDomains } from './rules.ts'

test('G84 domains are read in any shape, once each, and what is no domain is named with its line', () => {
  const text =
    '\uFEFFHTTP://WWW.Shop.Example/a b.example.\r\n\r\n"c.example", d.example;E.example:8080\rbücher.example\nshop.example\nnope\n-x.example\nftp://user:pw@f.example/x'
  expect(readDomains(text)).toEqual({
    domains: ['shop.example', 'b.example', 'c.example', 'd.example', 'e.example', 'xn--bcher-kva.example', 'f.example'],
    repeated: 1,
    unreadable: [
      { line: 6, text: 'nope' },
      { line: 7, text: '-x.example' },
    ],
  })
  expect(readDomains('x'.repeat(1_000_000)).unreadable).toEqual([{ line: 1, text: 'x'.repeat(80) }])
})

test('S-062 only e-commerce has reason codes and sellers', () => {
  expect(choicesOf('e-commerce')).toEqual(['reasonCode', 'seller', 'status', 'actionDate'])
  expect(choicesOf('website')).toEqual(['status', 'actionDate'])
})
