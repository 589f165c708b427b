import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { safeHeaders } from '#app/safe-headers.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
let world: TestWorld
const apps: TestApp[] = []
const build = async (...options: Parameters<typeof buildTestApp> extends [unknown, ...infer Rest] ? Rest : never) => {
  const built = await buildTestApp(database, ...options)
  apps.push(built)
  return built
}
beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await database.drop()
})

/** An app that writes its log into the returned list. */
async function logging(server: { proxies?: string } = {}) {
  const lines: string[] = []
  const logTo = { stream: { write: (line: string) => void lines.push(line) } }
  return { ...(await build({ server: { log: 'info', logTo, ...server } })), lines }
}

describe('the log', () => {
  test('has no reset token and no signature of a link, whatever asks for them', async () => {
    const { server, lines } = await logging()
    const token = 'T0ken_'.repeat(7) + 'x'
    const headers = { referer: `http://127.0.0.1:4000/reset-password/${token}`, authorization: `Bearer ${token}` }
    for (const url of [
      `/reset-password/${token}`,
      `/reset%2Dpassword/${token}`,
      `/api/files/newscrapper/a.png?expires=1&signature=${token}`,
      `/api/nothing/${token}?x=${token}`,
      `/api/auth/google/callback?state=${token}&code=${token}`,
    ])
      await server.inject({ url, headers })
    await server.inject({ method: 'POST', url: `/api/users/verify-token/${token}`, headers })
    await server.inject({ method: 'POST', url: '/api/users/verify-token', headers, payload: { token } })
    expect(lines.length).toBeGreaterThanOrEqual(14)
    expect(lines.join('')).toContain('/reset-password/[cut]')
    expect(lines.join('')).not.toContain(token)
  })

  test('says once that a proxy is not configured', async () => {
    const { server, lines } = await logging()
    for (let n = 0; n < 3; n++)
      await server.inject({ url: '/api/settings', headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
  })
})

describe('the address of a caller', () => {
  const wrong = { username: 'client', password: 'Wrong@2026' }
  const guess = (app: TestApp, forwarded: string, from: string) =>
    app.server.inject({
      method: 'POST',
      url: '/api/users/authenticate',
      payload: wrong,
      headers: { 'x-forwarded-for': forwarded },
      remoteAddress: from,
    })

  test('is never its own choice unless it is a configured proxy', async () => {
    const app = await build()
    for (const from of ['127.0.0.1', '10.1.2.3', '192.168.7.7', '169.254.1.1', '::1', 'fd00::7']) {
      for (let n = 0; n < 10; n++) expect((await guess(app, `203.0.113.${n}`, from)).statusCode).toBe(401)
      expect((await guess(app, '203.0.113.99', from)).statusCode, from).toBe(429)
      await database.pool.query('delete from sign_in_failures')
    }
  })

  test('is taken from X-Forwarded-For of a configured proxy', async () => {
    const app = await build({ server: { proxies: '10.0.0.0/8' } })
    for (let n = 0; n < 11; n++) expect((await guess(app, `203.0.113.${n}`, '10.1.2.3')).statusCode).toBe(401)
    await database.pool.query('delete from sign_in_failures')
  })
})

test('browsers are told to stay on https where the console is on https', async () => {
  const https = await build({ settings: { appUrl: 'https://console.example' } })
  expect((await https.server.inject({ url: '/api/settings' })).headers['strict-transport-security']).toBe(
    'max-age=31536000',
  )
  expect(Object.fromEntries(await safeHeaders('http://console.example'))).not.toHaveProperty(
    'strict-transport-security',
  )
})

describe('the documentation of the API', () => {
  test('its page may run own files only, no inline script and no eval', async () => {
    const { server } = await build()
    const page = await server.inject({ url: '/api/docs' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    expect(page.headers['content-security-policy']).not.toContain('unsafe-eval')
    expect(page.body).not.toMatch(/<script[^>]*>[^<]/)
  })

  test('needs a session or a signed link where the operator wants it', async () => {
    const { server } = await build({ settings: { docsNeedSignIn: true } })
    const read = async (url: string, token?: string) =>
      (await server.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} })).statusCode
    const token = await signInAs(database.db, world.people.client)
    for (const url of ['/api/docs', '/api/docs/', '/api/docs/json']) {
      expect([await read(url), await read(url, 'x'.repeat(43)), await read(url, token)], url).toEqual([401, 401, 200])
      expect(await read(`${url}?expires=9999999999&signature=${'a'.repeat(43)}`)).toBe(401)
    }
    const link = await server.inject({ url: '/api/docs/link', headers: { authorization: `Bearer ${token}` } })
    const { url } = link.json<{ url: string }>()
    expect([await read(url), await read(url.replace('/docs', '/docs/json'))]).toEqual([200, 200])
    // The page asks for the description with the same signature.
    expect((await server.inject({ url })).body).toContain('/api/docs/json?expires=')
  })
})
