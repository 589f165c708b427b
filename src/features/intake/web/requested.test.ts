import { expect, test } from 'vitest'
import type { ClientRequest } from '#features/requests/contract.ts'
import { platformOf } from '#platforms/all.ts'
import { rowOfRequest } from './requested.ts'

const row = (platform: string, domain: string) =>
  rowOfRequest(platformOf(platform)!, { id: 'r', domain } as ClientRequest, 3)

test('the row of a client request has the address as the platform expects it, and the id of the request', () => {
  expect(row('website', 'www.fake.example/a#b')).toEqual({
    sn: 3,
    url: 'https://www.fake.example/a#b',
    clientRequest: 'r',
  })
  expect(row('e-commerce', 'HTTP://shop.example/1')['url']).toBe('HTTP://shop.example/1')
  expect(row('social-media', 'social.example/fake')['link']).toBe('https://social.example/fake')
  expect(row('website', 'hxxp://evil[.]example/a')['url']).toBe('http://evil.example/a')
  expect(row('website', 'evil[.]example/a')['url']).toBe('https://evil.example/a')
  expect(row('domain', 'https://WWW.Fake.example/page')['domain']).toBe('fake.example')
})
