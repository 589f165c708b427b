import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { openRequestLimits } from './limit-requests.ts'
import { signInLimitedAs } from './testing.ts'

let database: TestDatabase
let world: TestWorld
let testApp: TestApp
beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

const post = (path: string, payload: object, { from = '192.0.2.1', token = '' } = {}) =>
  testApp.server.inject({
    method: 'POST',
    url: `/api${path}`,
    payload,
    remoteAddress: from,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
const queued = async () => {
  const found = await database.pool.query<{ n: number }>(
    "select count(*)::int as n from pgboss.job where name = 'password-reset-requested'",
  )
  return found.rows[0]!.n
}

describe('calls that cost a job or a guess', () => {
  test('one address queues at most 30 reset links in 15 minutes; every response is the same', async () => {
    const answers = new Set<string>()
    for (let n = 0; n < 60; n++) {
      const answer = await post('/users/forgotpassword', { username: n % 2 ? 'client' : `nobody${n}` })
      answers.add(`${answer.statusCode} ${answer.body}`)
    }
    expect(await queued()).toBe(30)
    expect([...answers]).toEqual([expect.stringMatching(/^200 .*If your username is valid/)])
    await post('/users/forgotpassword', { username: 'client' }, { from: '192.0.2.2' })
    expect(await queued()).toBe(31)
  })

  test('one address tries at most 150 codes, or requests for codes, in 15 minutes', async () => {
    const token = await signInLimitedAs(database.db, world.people.twoFactor)
    const options = { from: '192.0.2.3', token }
    const guess = { id: world.people.twoFactor, twoFactorAuthCode: [1, 2, 3, 4, 5, 6] }
    for (let n = 0; n < 150; n++) expect((await post('/users/v2/authenticate', guess, options)).statusCode).toBe(401)
    const refused = await post('/users/v2/authenticate', guess, options)
    expect([refused.statusCode, refused.json().message]).toEqual([429, 'Too many attempts. Please try again later.'])
    expect((await post('/users/v1/send2FaMail', { id: world.people.twoFactor }, options)).statusCode).toBe(429)
    expect((await post('/users/v2/authenticate', guess, { from: '192.0.2.4', token })).statusCode).toBe(401)
  })

  test('all addresses together have a bound, and an IPv6 network counts as one address', async () => {
    const { resetLinks } = openRequestLimits()
    const countOf = async (addresses: string[]) => {
      let accepted = 0
      for (const address of addresses) if (await resetLinks(address)) accepted++
      return accepted
    }
    const numbers = Array.from({ length: 700 }, (_, n) => n)
    expect(await countOf(numbers.map((n) => `2001:db8:0:1::${n.toString(16)}`))).toBe(30)
    expect(await countOf(numbers.slice(0, 40).map(() => '::ffff:192.0.2.9'))).toBe(30)
    expect(await countOf(['192.0.2.9'])).toBe(0)
    // The first three of an address do not count in the total, nor are they refused when it is used up.
    expect(await countOf(numbers.map((n) => `10.0.${n >> 8}.${n & 255}`))).toBe(700)
    const many = Array.from({ length: 60 }, (_, n) => Array.from({ length: 30 }, () => `10.1.0.${n}`)).flat()
    expect(await countOf(many)).toBe(60 * 3 + 600 - 2 * 27)
    expect(await countOf(Array.from({ length: 10 }, () => '10.2.0.1'))).toBe(3)
  })

  test('the owner of an IPv6 network of 48 bits switches it off for nobody else', async () => {
    const before = await queued()
    for (let n = 0; n < 700; n++)
      await post('/users/forgotpassword', { username: 'nobody' }, { from: `2001:db8:7:${(n % 40).toString(16)}::${n}` })
    expect(await queued()).toBe(before + 60)
    await post('/users/forgotpassword', { username: 'client' }, { from: '192.0.2.5' })
    expect(await queued()).toBe(before + 61)
  })
})
