import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, testPassword, type TestWorld } from '#app/testing-world.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { codeAt } from './authenticator-secret.ts'
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

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token?: string, payload?: object) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await testApp.server.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json() }
}
const signIn = async (username: string) =>
  (await send('POST', '/users/authenticate', undefined, { username, password: testPassword })).body
const enter = (pending: { id: string; jwtToken: string }, code: string) =>
  send('POST', '/users/v2/authenticate', pending.jwtToken, { id: pending.id, twoFactorAuthCode: code.split('-') })
const STEP = 30_000
const wrongCode = 'Wrong OTP, please enter a valid OTP.'

/** Sets up an app for somebody; returns its secret, the recovery codes and a session. */
async function enrol(userId: string) {
  const token = await signInAs(database.db, userId)
  const begun = await send('POST', '/users/authenticator/begin', token, { password: testPassword })
  expect(begun.status).toBe(200)
  const { secret, uri } = begun.body as { secret: string; uri: string }
  // Of the step before, so that the present one is left for the sign-in.
  const confirmed = await send('POST', '/users/authenticator/confirm', token, {
    code: await codeAt(secret, Date.now() - STEP),
  })
  expect(confirmed.status).toBe(200)
  return { token, secret, uri, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

describe('an authenticator app', () => {
  test('is set up with the password and a code, asked for at the next sign-in, and a code works once', async () => {
    const { secret, uri, recoveryCodes } = await enrol(world.people.client)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Brandkeep:client\?.*secret=[A-Z2-7]{32}/)
    expect(new Set(recoveryCodes).size).toBe(10)
    const pending = await signIn('client')
    expect(pending).toMatchObject({ isVerified: false, twoFactorAuth: true, secondStep: 'app' })
    expect(Object.keys(pending)).not.toContain('brandDetails')
    expect((await send('GET', '/users/sessions', pending.jwtToken)).status).toBe(401)
    // No code by email leads around the app.
    expect((await send('POST', '/users/v1/send2FaMail', pending.jwtToken, { id: pending.id })).status).toBe(409)

    const code = await codeAt(secret, Date.now())
    expect((await enter(pending, code)).status).toBe(200)
    const again = await enter(await signIn('client'), code)
    expect([again.status, again.body.message]).toEqual([401, wrongCode])
    // Nor does an earlier one, although its time is not over.
    expect((await enter(await signIn('client'), await codeAt(secret, Date.now() - STEP))).status).toBe(401)
    expect((await enter(await signIn('client'), await codeAt(secret, Date.now() + STEP))).status).toBe(200)
  })

  test('can be replaced by a recovery code, once, however it is typed', async () => {
    const { recoveryCodes, token } = await enrol(world.people.childClient)
    expect((await enter(await signIn('childclient'), recoveryCodes[3]!.toUpperCase())).status).toBe(200)
    expect((await enter(await signIn('childclient'), recoveryCodes[3]!)).status).toBe(401)
    expect((await send('GET', '/users/security', token)).body.app.recoveryCodesLeft).toBe(9)
    const stored = await database.pool.query(
      'select secret, code_hash from authenticators join recovery_codes using (user_id)',
    )
    for (const plain of recoveryCodes) expect(JSON.stringify(stored.rows)).not.toContain(plain)
  })

  test('malformed and wrong codes answer 401 and count; after five none is looked at', async () => {
    const { secret, recoveryCodes } = await enrol(world.people.analyst)
    for (const wrong of ['', 'abcdef', '12345', '000 000', 'zzzz-zzzz-zzzz'])
      expect((await enter(await signIn('analyst'), wrong)).body.message).toBe(wrongCode)
    expect((await enter(await signIn('analyst'), await codeAt(secret, Date.now()))).status).toBe(401)
    expect((await enter(await signIn('analyst'), recoveryCodes[0]!)).status).toBe(401)
    await database.pool.query("update authenticators set wrong_since = wrong_since - interval '15 minutes'")
    expect((await enter(await signIn('analyst'), recoveryCodes[0]!)).status).toBe(200)
  })

  test('of two sign-ins at once with one code only one is let in', async () => {
    const { secret } = await enrol(world.people.foreignClient)
    const code = await codeAt(secret, Date.now())
    const pending = [await signIn('stranger'), await signIn('stranger')]
    const answers = await Promise.all(pending.map((one) => enter(one, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('its secret is stored encrypted, for this person and this installation only', async () => {
    const { secret } = await enrol(world.people.blocked).catch(() => ({ secret: '' }))
    expect(secret).toBe('')
    const { openSecret } = await import('./authenticator-secret.ts')
    const { rows } = await database.pool.query('select secret from authenticators where user_id = $1', [
      world.people.client,
    ])
    const { signingSecret } = testApp.app.settings
    expect(openSecret(signingSecret, world.people.client, rows[0].secret)).toHaveLength(20)
    expect(() => openSecret(signingSecret, world.people.analyst, rows[0].secret)).toThrow()
    expect(() => openSecret(`${signingSecret}x`, world.people.client, rows[0].secret)).toThrow()
  })

  test('is not set up by a stolen session, twice, nor by who signs in with Google', async () => {
    const token = await signInAs(database.db, world.people.client)
    const begin = (password: string) => send('POST', '/users/authenticator/begin', token, { password })
    expect((await begin('Wrong@2026')).status).toBe(401)
    expect((await begin(testPassword)).status).toBe(409)
    const google = await signInAs(database.db, world.people.google)
    expect((await send('POST', '/users/authenticator/begin', google, { password: '' })).status).toBe(403)
  })

  test('is turned off with password and code only, and an Admin resets that of others, with rows in both logs', async () => {
    const token = await signInAs(database.db, world.people.client)
    const off = (password: string, code: string) =>
      send('POST', '/users/authenticator/turn-off', token, { password, code })
    const { rows } = await database.pool.query('select secret from authenticators where user_id = $1', [
      world.people.client,
    ])
    expect(rows).toHaveLength(1)
    const { recoveryCodes } = await (async () => {
      await database.pool.query('delete from authenticators where user_id = $1', [world.people.client])
      return enrol(world.people.client)
    })()
    expect((await off('Wrong@2026', recoveryCodes[0]!)).status).toBe(401)
    expect((await off(testPassword, '000000')).status).toBe(401)
    expect((await off(testPassword, recoveryCodes[0]!)).body).toEqual({ isSignedOut: false })
    expect((await signIn('client')).isVerified).toBe(true)

    const admin = await signInAs(database.db, world.people.admin)
    const reset = (id: string) => send('POST', `/users/reset-authenticator/${id}`, admin, {})
    const theirs = await signInAs(database.db, world.people.analyst)
    expect((await reset(world.people.analyst)).status).toBe(200)
    expect((await send('GET', '/users/sessions', theirs)).status).toBe(401)
    expect((await reset(world.people.analyst)).status).toBe(404)
    expect((await reset(world.people.admin)).status).toBe(409)
    const logged = await database.pool.query("select type, model from data_log where model = 'User'")
    expect(logged.rows).toEqual([{ type: 'update', model: 'User' }])
    const events = await send('GET', '/sign-in-events?kind=authenticator-reset', admin)
    expect(events.body.docs).toMatchObject([{ user: { username: 'analyst' }, by: 'First Last' }])
    await testApp.runJobs()
    expect(testApp.emails().filter((mail) => mail.includes('removed your authenticator app'))).toHaveLength(1)
  })
})

describe('two-factor sign-in required for a role', () => {
  test('leads who lacks it to the set-up after the password, before anything else opens', async () => {
    const admin = await signInAs(database.db, world.people.admin)
    expect((await send('PUT', '/two-factor-roles', admin, { roles: ['Analyst', 'Owner'] })).status).toBe(422)
    expect((await send('PUT', '/two-factor-roles', admin, { roles: ['Analyst'] })).status).toBe(200)
    expect((await send('GET', '/two-factor-roles', admin)).body).toEqual({ roles: ['Analyst'] })

    const pending = await signIn('analyst')
    expect(pending).toMatchObject({ isVerified: false, secondStep: 'set-up' })
    for (const url of ['/users/sessions', '/brand', '/domain'])
      expect((await send('GET', url, pending.jwtToken)).status).toBe(401)
    // Neither a code by email nor an empty one opens the console.
    expect((await send('POST', '/users/v1/send2FaMail', pending.jwtToken, { id: pending.id })).status).toBe(403)
    expect((await enter(pending, '000000')).status).toBe(401)

    const begun = await send('POST', '/users/authenticator/required/begin', pending.jwtToken, {})
    const confirm = (code: string) => send('POST', '/users/authenticator/required/confirm', pending.jwtToken, { code })
    expect((await confirm('000000')).status).toBe(422)
    const done = await confirm(await codeAt(begun.body.secret, Date.now()))
    expect(done.body.recoveryCodes).toHaveLength(10)
    expect((await send('GET', '/users/sessions', done.body.user.jwtToken)).status).toBe(200)
    expect((await confirm(await codeAt(begun.body.secret, Date.now() + STEP))).status).toBe(401)

    // Turned off where it is required: every session ends, and the next sign-in sets it up again.
    const token = done.body.user.jwtToken as string
    const body = { password: testPassword, code: done.body.recoveryCodes[0] as string }
    expect((await send('POST', '/users/authenticator/turn-off', token, body)).body).toEqual({ isSignedOut: true })
    expect((await send('GET', '/users/sessions', token)).status).toBe(401)
    expect((await signIn('analyst')).secondStep).toBe('set-up')
  })

  test('a limited token of somebody with a second factor sets up no other', async () => {
    const admin = await signInAs(database.db, world.people.admin)
    await send('PUT', '/two-factor-roles', admin, { roles: ['Client'] })
    // Codes by email are a second factor too.
    const pending = await signIn('twofactor')
    expect(pending).toMatchObject({ isVerified: false, twoFactorAuth: true })
    expect(pending.secondStep).toBeUndefined()
    expect((await send('POST', '/users/authenticator/required/begin', pending.jwtToken, {})).status).toBe(409)
    expect((await send('POST', '/users/authenticator/required/confirm', pending.jwtToken, { code: '1' })).status).toBe(
      409,
    )
    const app = await signIn('childclient')
    expect(app.secondStep).toBe('app')
    expect((await send('POST', '/users/authenticator/required/begin', app.jwtToken, {})).status).toBe(409)
    await send('PUT', '/two-factor-roles', admin, { roles: [] })
  })
})
