import { inTransaction } from '#kit/server/db.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, testPassword, type TestWorld } from '#app/testing-world.ts'
import { locksWaitedFor, type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { emailText } from '#kit/server/testing-email-text.ts'
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
beforeEach(() => database.pool.query('delete from one_time_codes'))

const post = (url: string, payload: object = {}, token?: string) =>
  testApp.server.inject({
    method: 'POST',
    url: `/api${url}`,
    payload,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
const firstStep = async () =>
  (await post('/users/authenticate', { username: 'twofactor', password: testPassword })).json()
const tryCode = (pending: { id: string; jwtToken: string }, code: string) =>
  post('/users/v2/authenticate', { id: pending.id, twoFactorAuthCode: code.split('') }, pending.jwtToken)
const mailedCode = async () => {
  await testApp.runJobs()
  return /code is (\d{6})\./.exec(testApp.emails().at(-1) ?? '')?.[1] ?? ''
}
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')
const secondsPass = (seconds: number) =>
  database.pool.query(
    'update one_time_codes set sent_at = sent_at - make_interval(secs => $1), expires_at = expires_at - make_interval(secs => $1)',
    [seconds],
  )

describe('the one-time code', () => {
  test('C-203 before the code a user is an id, flags, a masked address and a token for the code calls only', async () => {
    const pending = await firstStep()
    expect(pending).toEqual({
      id: world.people.twoFactor,
      twoFactorAuth: true,
      isVerified: false,
      maskEmailId: 'tw****@mail.test',
      jwtToken: expect.any(String),
    })
    expect((await post('/users/revoke-token', {}, pending.jwtToken)).statusCode).toBe(401)
    expect((await post('/users/verify/token', { token: pending.jwtToken })).statusCode).toBe(401)
    expect((await post(`/users/verify-token/${pending.jwtToken}`)).json()).toEqual({ status: false })
    const { rows } = await database.pool.query(
      "select extract(epoch from expires_at - created_at) / 60 as minutes from sessions where kind = 'limited'",
    )
    expect(new Set(rows.map(({ minutes }) => Number(minutes)))).toEqual(new Set([10]))
  })

  test('C-257 the emailed code gives a full token once, and the limited token ends', async () => {
    const pending = await firstStep()
    const code = await mailedCode()
    const full = (await tryCode(pending, code)).json()
    expect(full).toMatchObject({ isVerified: true, role: 'Client', username: 'twofactor' })
    expect((await post(`/users/verify-token/${full.jwtToken}`)).json()).toEqual({ status: true, purpose: 'session' })
    const dead = await tryCode(pending, code)
    expect([dead.statusCode, dead.json()]).toEqual([401, { message: 'Session timed out. Please login again.' }])
    const again = await firstStep()
    const reused = await tryCode(again, code)
    expect(reused.json()).toEqual({ message: 'Wrong OTP, please enter a valid OTP.' })
  })

  test('C-308 wrong, expired and void codes get the same response; five wrong tries void the right code', async () => {
    const pending = await firstStep()
    const code = await mailedCode()
    for (const wrong of [otherThan(code), '12345', '1234567', 'abcdef', otherThan(code)]) {
      const answer = await tryCode(pending, wrong)
      expect(answer.statusCode).toBe(401)
      expect(answer.json().message).toBe('Wrong OTP, please enter a valid OTP.')
    }
    expect((await tryCode(pending, code)).statusCode).toBe(401)
    await database.pool.query('delete from one_time_codes')
    const late = await firstStep()
    const lateCode = await mailedCode()
    await secondsPass(601)
    expect((await tryCode(late, lateCode)).statusCode).toBe(401)
    await database.pool.query('delete from one_time_codes')
    const inTime = await firstStep()
    const goodCode = await mailedCode()
    await secondsPass(590)
    expect((await tryCode(inTime, goodCode)).statusCode).toBe(200)
  })

  test('C-257 a code that waits while the limited session is ended signs nobody in', async () => {
    const pending = await firstStep()
    const code = await mailedCode()
    const { begun } = await inTransaction(database.pool, async ({ client }) => {
      await client.query('select 1 from users where id = $1 for update', [world.people.twoFactor])
      const waiting = tryCode(pending, code)
      await expect.poll(() => locksWaitedFor(database)).toBe(1)
      await client.query('update sessions set ended_at = now() where user_id = $1', [world.people.twoFactor])
      return { begun: waiting }
    })
    expect((await begun).statusCode).toBe(401)
    const { rows } = await database.pool.query(
      "select 1 from sessions where user_id = $1 and kind = 'full' and ended_at is null",
      [world.people.twoFactor],
    )
    expect(rows).toEqual([])
  })

  test('a burst of guesses gets five tries', async () => {
    const pending = await firstStep()
    const code = await mailedCode()
    await Promise.all(Array.from({ length: 12 }, () => tryCode(pending, otherThan(code))))
    const { rows } = await database.pool.query('select wrong_tries from one_time_codes')
    expect(rows).toEqual([{ wrong_tries: 5 }])
    expect((await tryCode(pending, code)).statusCode).toBe(401)
  })

  test('C-258 can be sent again after 120 s, voids the first one, and is sent at most five times an hour', async () => {
    const pending = await firstStep()
    const first = await mailedCode()
    const resend = () => post('/users/v1/send2FaMail', { id: pending.id }, pending.jwtToken)
    expect((await resend()).statusCode).toBe(429)
    for (let sent = 2; sent <= 5; sent++) {
      await secondsPass(115)
      expect((await resend()).statusCode).toBe(429)
      await secondsPass(6)
      expect((await resend()).statusCode).toBe(200)
    }
    const last = await mailedCode()
    expect((await tryCode(pending, first)).statusCode).toBe(first === last ? 200 : 401)
    await secondsPass(121)
    expect((await resend()).statusCode).toBe(429)
  })

  test('signing in again at once does not replace the code that was just sent', async () => {
    await firstStep()
    const code = await mailedCode()
    const again = await firstStep()
    expect((await tryCode(again, code)).statusCode).toBe(200)
  })

  test('a limited token is accepted for its own id only, and a full token for none of the code calls', async () => {
    const pending = await firstStep()
    const code = await mailedCode()
    expect((await tryCode({ ...pending, id: world.people.client }, code)).statusCode).toBe(403)
    expect((await post('/users/v1/send2FaMail', { id: world.people.client }, pending.jwtToken)).statusCode).toBe(403)
    const full = await signInAs(database.db, world.people.twoFactor)
    expect((await tryCode({ ...pending, jwtToken: full }, code)).statusCode).toBe(401)
    // It is valid for ten minutes (G21).
    const pass = (seconds: number) =>
      database.pool.query(
        "update sessions set expires_at = expires_at - make_interval(secs => $1) where kind = 'limited'",
        [seconds],
      )
    await pass(590)
    expect((await tryCode(pending, otherThan(code))).json().message).toBe('Wrong OTP, please enter a valid OTP.')
    await pass(11)
    expect((await tryCode(pending, code)).json().message).toBe('Session timed out. Please login again.')
  })

  test('is stored hashed: neither the code nor its plain hash is in the database', async () => {
    await firstStep()
    const code = await mailedCode()
    const { rows } = await database.pool.query(
      'select count(*)::int n from one_time_codes where code_hash = sha256($1::text::bytea)',
      [code],
    )
    expect(rows[0].n).toBe(0)
  })
})

describe('passwords', () => {
  const strong = 'Changed-Tarn-26'
  const change = (token: string, more: object) =>
    post('/users/v1/updatepassword', { token, isLogin: 1, ...more }, token)
  const linkIn = (email: string) => /reset-password\/([\w-]{43})/.exec(emailText(email))?.[1] ?? ''
  const requestLink = async (username: string) => {
    // Those about a change before are sent first.
    await testApp.runJobs()
    const before = testApp.emails().length
    const answer = await post('/users/forgotpassword', { username })
    await testApp.runJobs()
    return { answer, emails: testApp.emails().slice(before) }
  }

  test('C-330 A-088 A-090 weak passwords are refused in the agreed order, with the field newPassword', async () => {
    const token = await signInAs(database.db, world.people.childClient)
    const sentences: [string, string][] = [
      ['', 'Password must be at least 8 characters long'],
      ['Ab1@', 'Password must be at least 8 characters long'],
      ['lower1@lower', 'Password must contain at least one uppercase letter'],
      ['UPPER1@UPPER', 'Password must contain at least one lowercase letter'],
      ['NoDigits@Here', 'Password must contain at least one digit'],
      ['NoSpecial1Here', 'Password must contain at least one special character'],
      ['Space is1 Not special', 'Password must contain at least one special character'],
      [`Aa1@${'x'.repeat(125)}`, 'Password must be at most 128 characters long'],
    ]
    for (const [newPassword, sentence] of sentences) {
      const answer = await change(token, { password: testPassword, newPassword })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toEqual({ message: sentence, errors: [{ newPassword: sentence }] })
    }
    expect((await change(token, { password: testPassword, newPassword: testPassword })).statusCode).toBe(422)
  })

  test('C-310 a wrong current password is refused, and guessing it is limited', async () => {
    const token = await signInAs(database.db, world.people.analyst)
    const answer = await change(token, { password: 'Wrong@2026', newPassword: strong })
    expect(answer.statusCode).toBe(401)
    expect(answer.json().message).toBe('Current password incorrect.')
    for (let tries = 2; tries <= 10; tries++) await change(token, { password: 'Wrong@2026', newPassword: strong })
    expect((await change(token, { password: testPassword, newPassword: strong })).statusCode).toBe(429)
  })

  test('C-264 a change needs the bearer token itself and ends every session of the user', async () => {
    const mine = await signInAs(database.db, world.people.client)
    const phone = await signInAs(database.db, world.people.client)
    const foreign = await signInAs(database.db, world.people.foreignClient)
    expect(
      (
        await post(
          '/users/v1/updatepassword',
          { token: mine, isLogin: 1, password: testPassword, newPassword: strong },
          foreign,
        )
      ).statusCode,
    ).toBe(401)
    expect(
      (await post('/users/v1/updatepassword', { token: mine, isLogin: 1, password: testPassword, newPassword: strong }))
        .statusCode,
    ).toBe(401)
    expect((await change(mine, { password: testPassword, newPassword: strong })).json()).toEqual({
      message: 'Password updated successfully',
    })
    for (const dead of [mine, phone])
      expect((await post(`/users/verify-token/${dead}`)).json()).toEqual({ status: false })
    expect((await post('/users/authenticate', { username: 'client', password: strong })).statusCode).toBe(200)
    expect((await post('/users/authenticate', { username: 'client', password: testPassword })).statusCode).toBe(401)
  })

  test('C-253 a Google user cannot change a password here', async () => {
    const token = await signInAs(database.db, world.people.google)
    expect((await change(token, { password: testPassword, newPassword: strong })).statusCode).toBe(403)
  })

  test('C-259 C-313 the response is the same for everybody, and only existing users get an email', async () => {
    const requested = await requestLink('childclient')
    expect(requested.emails).toHaveLength(1)
    expect(requested.answer.json().message).toBe(
      'If your username is valid, a link to reset the password will be sent to the associated email address. For help, contact support@brandkeep.test.',
    )
    for (const name of ['nobody', 'google', 'blocked', '']) {
      const other = await requestLink(name)
      expect(other.emails).toEqual([])
      expect([other.answer.statusCode, other.answer.body]).toEqual([200, requested.answer.body])
    }
  })

  test('A-091 A-131 A-132 a link sets the password once, ends all sessions, and is never accepted as a session', async () => {
    const session = await signInAs(database.db, world.people.foreignClient)
    const token = linkIn((await requestLink('stranger')).emails[0] ?? '')
    expect((await post(`/users/verify-token/${token}`)).json()).toEqual({ status: true, purpose: 'reset' })
    expect((await post('/users/revoke-token', {}, token)).statusCode).toBe(401)
    const set = (newPassword: string, by = token) =>
      post('/users/v1/updatepassword', { token: by, newPassword, isLogin: 0 })
    expect((await set('weak')).statusCode).toBe(422)
    const both = await Promise.all([set(strong), set('Another-Tarn-26')])
    expect(both.map((one) => one.statusCode).sort()).toEqual([200, 401])
    expect((await set(strong)).statusCode).toBe(401)
    expect((await set(strong, session)).statusCode).toBe(401)
    expect((await post(`/users/verify-token/${token}`)).json()).toEqual({ status: false })
    expect((await post(`/users/verify-token/${session}`)).json()).toEqual({ status: false })
  })

  test('an earlier link is void, a link is valid for one hour, and at most three emails an hour are sent', async () => {
    await database.pool.query('delete from reset_links')
    const links: string[] = []
    for (let requested = 0; requested < 4; requested++)
      links.push(...(await requestLink('twofactor')).emails.map(linkIn))
    expect(links).toHaveLength(3)
    const states = await Promise.all(
      links.map(async (link) => (await post(`/users/verify-token/${link}`)).json().status),
    )
    expect(states).toEqual([false, false, true])
    await database.pool.query("update reset_links set expires_at = expires_at - interval '1 hour'")
    expect((await post(`/users/verify-token/${links[2]}`)).json()).toEqual({ status: false })
  })
})
