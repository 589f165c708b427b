import { expect, test } from 'vitest'
import { platformOf } from '#platforms/all.ts'
import { importCells } from './import-cells.ts'

test.each([
  ['https://victim.github.io/login', 'victim.github.io'],
  ['https://a.shop.myshopify.com/', 'shop.myshopify.com'],
  ['https://acme.blogspot.com/2026/', 'acme.blogspot.com'],
  ['https://www.shop.acme.co.uk/', 'acme.co.uk'],
  ['http://203.0.113.7/x', '203.0.113.7'],
])('the domain of the website %s is %s', (address, domain) => {
  const page = { address, title: 'A', picture: 'a.png', ipAddress: null, read: {} }
  const platform = platformOf('website')
  if (!platform || !('value' in platform)) throw new Error('no such platform')
  expect(importCells(platform as Parameters<typeof importCells>[0], page)['domain']).toBe(domain)
})
