import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, testPassword, type TestWorld } from '#app/testing-world.ts'
import { inTransaction } from '#kit/server/db.ts'
import { locksWaitedFor, type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { signInAs } from './testing.ts'

let database: TestDatabase
let testApp: TestApp
let world: TestWorld

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

const post = (url: string, payload: object = {}, token?: string, address?: string) =>
  testApp.server.inject({
    method: 'POST',
    url: `/api${url}`,
    payload,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(address ? { remoteAddress: address } : {}),
  })
const signIn = (username: string, password = testPassword, address = '203.0.113.1') =>
  post('/users/authenticate', { username, password }, undefined, address)

describe('signing in with a password', () => {
  test('C-256 C-204 returns the user with a token that authorises calls', async () => {
    const answer = await signIn('client')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      id: world.people.client,
      twoFactorAuth: false,
      isVerified: true,
      role: 'Client',
    })
    const checked = await post('/users/verify/token', { token: answer.json().jwtToken })
    expect(checked.json()).toMatchObject({ id: world.people.client })
  })

  test('C-143 C-144 C-145 C-249 the user carries names, flags, and exactly its own companies and enabled brands', async () => {
    const user = (await signIn('CLIENT ')).json()
    expect(Object.keys(user).sort()).toEqual(
      [
        'id',
        '_id',
        'role',
        'firstName',
        'lastName',
        'avatar',
        'seen',
        'twoFactorAuth',
        'isGoogleAuth',
        'maskEmailId',
        'jwtToken',
        'brandDetails',
        'companyDetails',
        'username',
        'isVerified',
      ].sort(),
    )
    expect(user.maskEmailId).toBe('cl****@mail.test')
    expect(user.companyDetails).toEqual([
      { _id: world.companies.parent, id: world.companies.parent, name: 'Acme' },
      { _id: world.companies.child, id: world.companies.child, name: 'Acme Child' },
    ])
    expect(user.brandDetails).toEqual([
      {
        id: world.brands.child,
        brandName: 'Acme Junior',
        company: world.companies.child,
        status: true,
        platform: { domain: {}, eCommerce: {} },
      },
      {
        id: world.brands.own,
        brandName: 'Acme One',
        company: world.companies.parent,
        status: true,
        platform: expect.objectContaining({ tmch: {} }),
      },
    ])
    expect(JSON.stringify(user)).not.toContain('argon2')
  })

  test('C-225 empty fields and wrong credentials are reported under username and password, as one object', async () => {
    const empty = await post('/users/authenticate', { username: ' ' })
    expect(empty.statusCode).toBe(422)
    expect(empty.json().errors).toEqual({ username: 'Username is required', password: 'Password is required' })
    for (const [name, password] of [
      ['client', 'Wrong@2026'],
      ['nobody', testPassword],
      ['google', testPassword],
    ] as const) {
      const wrong = await signIn(name, password)
      expect(wrong.statusCode).toBe(401)
      expect(wrong.json()).toEqual({
        message: 'Username or password is incorrect.',
        errors: { password: 'Username or password is incorrect.' },
      })
    }
    const long = await signIn('x'.repeat(300))
    expect(long.statusCode).toBe(422)
    expect(Object.keys(long.json().errors)).toEqual(['username'])
  })

  test('a blocked user with the right password gets 403 and the reason', async () => {
    const answer = await signIn('blocked')
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual({ message: 'Your account is blocked. Please contact administrator.' })
    expect((await signIn('blocked', 'Wrong@2026')).statusCode).toBe(401)
  })

  test('ten failures lock out this username and address, even in a burst, and nobody else', async () => {
    const tries = await Promise.all(
      Array.from({ length: 25 }, () => signIn('childclient', 'Wrong@2026', '203.0.113.9')),
    )
    expect(tries.filter((one) => one.statusCode === 401)).toHaveLength(10)
    const late = await signIn('childclient', testPassword, '203.0.113.9')
    expect(late.statusCode).toBe(429)
    expect(late.json().message).toBe('Too many attempts. Please try again later.')
    expect((await signIn('childclient', testPassword, '203.0.113.10')).statusCode).toBe(200)
    expect((await signIn('client', testPassword, '203.0.113.9')).statusCode).toBe(200)
    const pass = (time: string) =>
      database.pool.query('update sign_in_failures set at = at - $1::interval where username = $2', [
        time,
        'childclient',
      ])
    await pass('14 minutes 30 seconds')
    expect((await signIn('childclient', testPassword, '203.0.113.9')).statusCode).toBe(429)
    await pass('31 seconds')
    expect((await signIn('childclient', testPassword, '203.0.113.9')).statusCode).toBe(200)
  })
})

test('a password that is changed while it is being checked starts no session', async () => {
  const { rows } = await database.pool.query('select password_hash hash from users where id = $1', [
    world.people.analyst,
  ])
  const result = await inTransaction(database.pool, async ({ client }) => {
    await client.query("update users set password_hash = 'another' where id = $1", [world.people.analyst])
    const begun = signIn('analyst')
    await expect.poll(() => locksWaitedFor(database)).toBe(1)
    return { begun }
  })
  expect((await result.begun).statusCode).toBe(401)
  await database.pool.query('update users set password_hash = $2 where id = $1', [world.people.analyst, rows[0].hash])
  expect((await signIn('analyst')).statusCode).toBe(200)
})

describe('a session', () => {
  test('C-255 S-190 A-154 a call without a live token is refused with 401', async () => {
    for (const token of [undefined, 'nonsense', 'a'.repeat(600)]) {
      const answer = await post('/users/revoke-token', {}, token)
      expect(answer.statusCode).toBe(401)
      expect(answer.json().message).toBe('Session timed out. Please login again.')
    }
  })

  test('C-261 C-251 the user of a token is returned whatever other headers say; an ended token is 401', async () => {
    const token = await signInAs(database.db, world.people.analyst)
    expect((await post('/users/verify/token', { token }, 'not a token')).json()).toMatchObject({
      role: 'Analyst',
      jwtToken: token,
    })
    expect((await post('/users/verify/token', { token: 'dead' })).statusCode).toBe(401)
    expect((await post('/users/verify/token', {})).statusCode).toBe(401)
  })

  test('C-262 C-263 after signing out the token is refused and its status is false', async () => {
    const token = await signInAs(database.db, world.people.client)
    const otherBrowser = await signInAs(database.db, world.people.client)
    expect((await post(`/users/verify-token/${token}`)).json()).toEqual({ status: true, purpose: 'session' })
    expect((await post('/users/revoke-token', {}, token)).statusCode).toBe(200)
    expect((await post(`/users/verify-token/${otherBrowser}`)).json()).toEqual({ status: true, purpose: 'session' })
    expect((await post('/users/revoke-token', {}, token)).statusCode).toBe(401)
    for (const dead of [token, 'x', '%00', '%F0%9F%98%80', 'x'.repeat(900)])
      expect((await post(`/users/verify-token/${dead}`)).json()).toEqual({ status: false })
  })

  test('ends when the user is blocked, and after twelve hours', async () => {
    const token = await signInAs(database.db, world.people.foreignClient)
    const isLive = async () => (await post(`/users/verify-token/${token}`)).json().status as boolean
    await database.pool.query('update users set is_blocked = true where id = $1', [world.people.foreignClient])
    expect(await isLive()).toBe(false)
    await database.pool.query('update users set is_blocked = false where id = $1', [world.people.foreignClient])
    expect(await isLive()).toBe(true)
    await database.pool.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
      world.people.foreignClient,
    ])
    expect(await isLive()).toBe(false)
    const fresh = (await signIn('stranger')).json()
    const hours = await database.pool.query(
      'select extract(epoch from expires_at - created_at) / 3600 as hours from sessions where user_id = $1 order by created_at desc limit 1',
      [fresh.id],
    )
    expect(hours.rows[0].hours).toBe(12)
  })
})
