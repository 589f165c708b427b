import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, testPassword, type TestWorld } from '#app/testing-world.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { emailText } from '#kit/server/testing-email-text.ts'
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

async function send(method: 'POST', url: string, token?: string, payload?: object) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await testApp.server.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json() }
}
const signIn = async (username: string, password = testPassword) =>
  (await send('POST', '/users/authenticate', undefined, { username, password })).body
/** The emails to a person since the last call, unwrapped. */
const seen = new Set<string>()
async function emailsTo(person: string): Promise<string[]> {
  await testApp.runJobs()
  const found = testApp.emails().filter((email) => email.includes(`To: ${person}@mail.test`) && !seen.has(email))
  for (const email of found) seen.add(email)
  return found.map((email) => emailText(email).replaceAll('\r\n', '\n'))
}

test('whose password is changed reads so in an email, with the time and what to do, however it was changed; a new address is announced at both', async () => {
  const { jwtToken: token } = await signIn('client')
  const changed = { token, password: testPassword, newPassword: 'Heron-Tarn-41!', isLogin: 1 }
  expect((await send('POST', '/users/v1/updatepassword', token, changed)).status).toBe(200)
  const [own, ...others] = await emailsTo('client')
  expect(others).toEqual([])
  expect(own).toContain('Subject: Brandkeep: your password was changed')
  expect(own).toMatch(/was changed on \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [ap]m \(Asia\/Kolkata\)/)
  expect(own).toContain('If this was not you')

  await send('POST', '/users/forgotpassword', undefined, { username: 'client' })
  const link = /reset-password\/([\w-]+)/.exec((await emailsTo('client')).join())?.[1]
  const set = { token: link, newPassword: 'Heron-Tarn-42!', isLogin: 0 }
  expect((await send('POST', '/users/v1/updatepassword', undefined, set)).status).toBe(200)
  expect((await emailsTo('client')).join()).toContain('with a link to choose a new password')

  const admin = await signInAs(database.db, world.people.admin)
  const form = {
    firstName: 'First',
    lastName: 'Last',
    email: 'client@mail.test',
    username: 'client@mail.test',
    mobile: '+919876543210',
    role: 'Client',
    company: world.companies.parent,
    passwordHash: 'Heron-Tarn-43!',
  }
  const updated = await send('POST', `/users/update/${world.people.client}`, admin, form)
  expect(updated.body).toMatchObject({ message: 'User updated successfully' })
  expect((await emailsTo('client')).join()).toContain('by an administrator')

  const moved = { ...form, email: 'moved@mail.test', username: 'moved@mail.test', passwordHash: 'Heron-Tarn-44!' }
  expect((await send('POST', `/users/update/${world.people.client}`, admin, moved)).status).toBe(200)
  const [old, ...more] = await emailsTo('client')
  expect(more).toEqual([])
  expect(old).toContain('Subject: Brandkeep: your email address was changed')
  expect(old).toContain('changed to mo****@mail.test')
  const atNew = await emailsTo('moved')
  expect(atNew).toHaveLength(2)
  expect(atNew.join()).toContain('changed to moved@mail.test')
  expect(atNew.join()).toContain('The password of your account was changed')
})

test('a used recovery code and new ones are reported by email', async () => {
  const token = await signInAs(database.db, world.people.childClient)
  const { secret } = (await send('POST', '/users/authenticator/begin', token, { password: testPassword })).body
  const { recoveryCodes } = (
    await send('POST', '/users/authenticator/confirm', token, { code: await codeAt(secret, Date.now()) })
  ).body
  await emailsTo('childclient')
  const pending = await signIn('childclient')
  const entered = { id: pending.id, twoFactorAuthCode: [recoveryCodes[0]] }
  expect((await send('POST', '/users/v2/authenticate', pending.jwtToken, entered)).status).toBe(200)
  const used = await emailsTo('childclient')
  expect(used).toHaveLength(1)
  expect(used[0]).toContain('A recovery code was used to sign in. 9 of 10 are left.')

  const renewed = { password: testPassword, code: recoveryCodes[1] }
  expect((await send('POST', '/users/authenticator/recovery-codes', token, renewed)).status).toBe(200)
  expect((await emailsTo('childclient')).join()).toContain('New recovery codes were made')
})
