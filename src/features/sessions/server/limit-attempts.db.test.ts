import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { networkOf } from '#kit/server/network-of.ts'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, testPassword } from '#app/testing-world.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { emailText } from '#kit/server/testing-email-text.ts'
import { addFailure } from './attempt-queries.ts'

let database: TestDatabase
let testApp: TestApp
beforeAll(async () => {
  database = await testDatabase()
  await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})
afterEach(async () => {
  for (const table of ['sign_in_failures', 'known_addresses', 'guessing_notices'])
    await database.pool.query(`delete from ${table}`)
})

const post = (url: string, payload: object, remoteAddress: string) =>
  testApp.server.inject({ method: 'POST', url: `/api${url}`, payload, remoteAddress })
const signIn = async (username: string, password: string, address: string) =>
  (await post('/users/authenticate', { username, password }, address)).statusCode
/** Wrong passwords as others left them; trying each really would take a second for every thirty. */
async function failures(count: number, of: (n: number) => [name: string, address: string]) {
  for (let n = 0; n < count; n++) await addFailure(database.db, ...of(n))
}
const places = (n: number) => `198.51.100.${n}`

describe('wrong passwords for one name from many addresses', () => {
  test('are refused after fifty in a day, alike for names that do not exist', async () => {
    for (const name of ['client', 'nobody']) {
      await failures(49, (n) => [name, places(n)])
      expect(await signIn(name, 'Wrong@2026', '203.0.113.1')).toBe(401)
      const late = await post('/users/authenticate', { username: name, password: testPassword }, '203.0.113.2')
      expect(late.statusCode).toBe(429)
      expect(late.json().message).toContain('Forgot Password?')
    }
    await database.pool.query("update sign_in_failures set at = at - interval '1 day'")
    expect(await signIn('client', testPassword, '203.0.113.2')).toBe(200)
  })

  test('lock nobody out where they have signed in, nor after a reset link', async () => {
    expect(await signIn('client', testPassword, '203.0.113.20')).toBe(200)
    await failures(60, (n) => ['client', places(n)])
    expect(await signIn('client', testPassword, '203.0.113.20')).toBe(200)
    // The pair is still bounded there.
    for (let n = 0; n < 10; n++) expect(await signIn('client', 'Wrong@2026', '203.0.113.20')).toBe(401)
    expect(await signIn('client', testPassword, '203.0.113.20')).toBe(429)

    expect(await signIn('client', testPassword, '203.0.113.21')).toBe(429)
    await post('/users/forgotpassword', { username: 'client' }, '203.0.113.21')
    await testApp.runJobs()
    const link = /reset-password\/([\w-]+)/.exec(emailText(testApp.emails().join('')))?.[1]
    const chosen = 'Heron-Tarn-41!'
    const set = { token: link, newPassword: chosen, isLogin: 0 }
    expect((await post('/users/v1/updatepassword', set, '203.0.113.21')).statusCode).toBe(200)
    expect(await signIn('client', chosen, '203.0.113.21')).toBe(200)
    expect(await signIn('client', chosen, '203.0.113.22')).toBe(429)
  })

  test('are told to the owner once a day', async () => {
    await failures(60, (n) => ['childclient', places(n)])
    for (const n of [1, 2, 3]) expect(await signIn('childclient', testPassword, `203.0.113.3${n}`)).toBe(429)
    await testApp.runJobs()
    const notified = testApp.emails().filter((mail) => /^To: .*childclient@mail\.test/m.test(mail))
    expect(notified).toHaveLength(1)
    expect(notified[0]).toContain('wrong passwords')
  })
})

describe('wrong passwords from one address for many names', () => {
  test('are refused after a hundred in an hour, except for who has signed in there', async () => {
    expect(await signIn('childclient', testPassword, '203.0.113.40')).toBe(200)
    await failures(100, (n) => [`name${n}`, '203.0.113.40'])
    expect(await signIn('another', 'Wrong@2026', '203.0.113.40')).toBe(429)
    expect(await signIn('analyst', testPassword, '203.0.113.40')).toBe(429)
    expect(await signIn('analyst', testPassword, '203.0.113.41')).toBe(200)
    expect(await signIn('childclient', testPassword, '203.0.113.40')).toBe(200)
    await database.pool.query("update sign_in_failures set at = at - interval '1 hour'")
    expect(await signIn('analyst', testPassword, '203.0.113.40')).toBe(200)
  })

  test('a network of IPv6 is one address', async () => {
    expect(
      ['2001:db8:1:2::7', '2001:db8:1:2:ffff::1', '2001:db8:1:3::7', '::1', '::ffff:203.0.113.7'].map((address) =>
        networkOf(address),
      ),
    ).toEqual(['2001:db8:1:2::/64', '2001:db8:1:2::/64', '2001:db8:1:3::/64', '0:0:0:0::/64', '203.0.113.7'])
    for (let n = 0; n < 10; n++) expect(await signIn('analyst', 'Wrong@2026', `2001:db8:5:5::${n}`)).toBe(401)
    expect(await signIn('analyst', testPassword, '2001:db8:5:5:1:2:3:4')).toBe(429)
  })
})

test('a common password is refused in every place where one is set, with a text for its field', async () => {
  const { jwtToken } = (
    await post('/users/authenticate', { username: 'stranger', password: testPassword }, '203.0.113.60')
  ).json<{ jwtToken: string }>()
  const change = (newPassword: string) =>
    testApp.server.inject({
      method: 'POST',
      url: '/api/users/v1/updatepassword',
      headers: { authorization: `Bearer ${jwtToken}` },
      payload: { token: jwtToken, password: testPassword, newPassword, isLogin: 1 },
    })
  for (const common of ['Password@1', 'P@ssw0rd2026!', 'Stranger@26']) {
    const answer = await change(common)
    expect(answer.statusCode, common).toBe(422)
    expect(answer.json().errors[0].newPassword).toContain('easy to guess')
  }
  expect((await change('Demo@2026')).statusCode).toBe(200)
  const elsewhere = await buildTestApp(database, { settings: { demoPassword: undefined } })
  const again = await elsewhere.server.inject({
    method: 'POST',
    url: '/api/users/authenticate',
    payload: { username: 'stranger', password: 'Demo@2026' },
  })
  const fresh = again.json<{ jwtToken: string }>().jwtToken
  const refused = await elsewhere.server.inject({
    method: 'POST',
    url: '/api/users/v1/updatepassword',
    headers: { authorization: `Bearer ${fresh}` },
    payload: { token: fresh, password: 'Demo@2026', newPassword: 'Demo@2026', isLogin: 1 },
  })
  expect(refused.json().errors[0].newPassword).toContain('easy to guess')
  await elsewhere.close()
})
