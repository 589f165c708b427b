import { expect, test } from 'vitest'
import { registeredName, siteOf } from './sites.ts'

test.each([
  ['shop.acme.co.uk', 'acme.co.uk', 'acme.co.uk'],
  ['a.b.github.io', 'b.github.io', undefined],
  ['www.github.io', 'github.io', 'github.io'],
  ['github.io', 'github.io', 'github.io'],
  ['https://Acme-q.myshopify.com:8443/x?y', 'acme-q.myshopify.com', undefined],
  ['acme.blogspot.com', 'acme.blogspot.com', undefined],
  ['login.acme.weebly.com', 'acme.weebly.com', undefined],
  ['www.weebly.com', 'weebly.com', 'weebly.com'],
  ['weebly.com', 'weebly.com', 'weebly.com'],
  ['203.0.113.7', '203.0.113.7', undefined],
  ['co.uk', 'co.uk', undefined],
  ['localhost', 'localhost', undefined],
])('%s is of the site %s; a registrar knows %s', (address, site, name) => {
  expect([siteOf(address), registeredName(address)]).toEqual([site, name])
})
