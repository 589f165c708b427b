import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { website } from '#platforms/website.ts'

const { at, own } = setUpActionTests()
const list = '/api/website?startDate=2025-01-01&endDate=2025-12-31&page=1&perPage=50'
beforeAll(async () => {
  await own(
    website,
    Array.from({ length: 40 }, () => '33'),
    { reportingDate: '2025-03-05' },
  )
  await own(eCommerce, ['33'], { reportingDate: '2025-03-05' })
})

const get = (url: string, encoding?: string, who = 'client') =>
  at.testApp.server.inject({
    url,
    headers: { authorization: `Bearer ${at.tokens[who]!}`, ...(encoding && { 'accept-encoding': encoding }) },
  })

test('long answers are compressed as the caller accepts, and say the same', async () => {
  const plain = await get(list)
  expect([plain.statusCode, plain.headers['content-encoding'], plain.headers['vary']]).toEqual([
    200,
    undefined,
    'accept-encoding',
  ])
  expect(plain.json().docs).toHaveLength(40)
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const answer = await get(list, accepted)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    expect(answer.rawPayload.length * 2).toBeLessThan(plain.rawPayload.length)
    expect(unpack(answer.rawPayload).toString()).toBe(plain.payload)
  }
  expect((await get(list, 'identity')).headers['content-encoding']).toBe(undefined)
})

test('short answers, errors, streams and answers of the sign-in are never compressed', async () => {
  const encoding = async (answer: ReturnType<typeof get>) => (await answer).headers['content-encoding']
  const br = 'br, gzip'
  expect(await encoding(get('/api/settings', br))).toBe(undefined)
  expect(await encoding(get(list.replace('website', 'e-commerce'), br, 'foreignClient'))).toBe(undefined)
  expect(await encoding(get('/api/website?page=no', br))).toBe(undefined)
  expect(await encoding(get('/api/website/download-xls?type=csv&startDate=2025-01-01&endDate=2025-12-31', br))).toBe(
    undefined,
  )
  const token = at.tokens['client']!
  const session = await at.testApp.server.inject({
    method: 'POST',
    url: '/api/users/verify/token',
    headers: { 'accept-encoding': br },
    payload: { token },
  })
  expect([session.statusCode, session.headers['content-encoding']]).toEqual([200, undefined])
  expect(session.json().jwtToken).toBe(token)
  // Public text without a secret.
  expect(await encoding(get('/api/docs/json', br))).toBe('br')
})
