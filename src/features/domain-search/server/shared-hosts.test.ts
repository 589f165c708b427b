import { expect, test } from 'vitest'
import { findingRow } from './finding-row.ts'
import { domainsOfKeyword } from './names-of-keywords.ts'

type Given = Parameters<typeof findingRow>[0]

const found = (domain: string, finalAddress: string) =>
  ({
    domain,
    addresses: [],
    nameServers: [],
    mailServers: [],
    likenessParts: [],
    likeness: 0,
    keyword: 'acme',
    visit: { finalAddress },
  }) as unknown as Given

test('the page of another customer of a shared host is not the page of the finding', () => {
  const rowOf = (domain: string, address: string) =>
    findingRow(found(domain, address), { sn: 1, action: 'high', bucket: 'files' })
  const elsewhere = rowOf('acme-q.myshopify.com', 'https://other-customer.myshopify.com/')
  expect(elsewhere['url']).toBe('http://acme-q.myshopify.com/')
  expect(elsewhere['note']).toContain('It leads to https://other-customer.myshopify.com/')
  const own = rowOf('acme-q.myshopify.com', 'https://acme-q.myshopify.com/password')
  expect(own['url']).toBe('https://acme-q.myshopify.com/password')
})

test('look-alikes of a page on a shared host are those of its own name, not of the host', () => {
  expect(domainsOfKeyword('acme.github.io')).toEqual(['acme.com'])
  expect(domainsOfKeyword('acme.co.uk')).toEqual(['acme.co.uk'])
  expect(domainsOfKeyword('acme bank')).toEqual(['acmebank.com', 'acme-bank.com'])
})
