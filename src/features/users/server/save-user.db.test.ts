import { describe, expect, test } from 'vitest'
import { setUpActionTests, testPassword } from '#app/testing-world.ts'
import { sampleCompany } from '#features/companies/server/testing.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { newId } from '#kit/server/id.ts'
import { formOf } from './testing.ts'

const { at, post } = setUpActionTests()
const create = (form: object, who = 'admin') => post('users/create', form, who)
const update = (id: string, form: object, who = 'admin') => post(`users/update/${id}`, form, who)
const signIn = (username: string, password = 'First-Tarn-26') =>
  at.testApp.server.inject({ method: 'POST', url: '/api/users/authenticate', payload: { username, password } })
const isLive = async (token: string) =>
  (await at.testApp.server.inject({ method: 'POST', url: `/api/users/verify-token/${token}` })).json().status as boolean
const entries = async () =>
  (await at.database.pool.query("select type, user_id, total_affected from data_log where model = 'User' order by id"))
    .rows as unknown[]

describe('creating a user', () => {
  test('A-110 A-056 A-093 A-076 the Admin creates a Client who signs in with the typed password', async () => {
    const answer = await create(
      formOf('Client', 'New.Client', { company: at.world.companies.child, employeeCode: 'ignored!', username: '' }),
    )
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      message: 'User created successfully',
      data: {
        id: expect.any(String),
        _id: answer.json().data.id,
        username: 'New.Client@mail.test',
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'New.Client@mail.test',
        mobile: '+919800012345',
        role: 'Client',
        company: { id: at.world.companies.child, _id: at.world.companies.child, name: 'Acme Child' },
        employeeCode: null,
        twoFactorAuth: false,
        hasAuthenticator: false,
        isBlocked: 0,
        isGoogleAuth: 0,
        lastLoggedInAt: null,
        version: 1,
      },
    })
    expect((await signIn('new.client@MAIL.test')).json()).toMatchObject({
      role: 'Client',
      companyDetails: [{ name: 'Acme Child' }],
    })
    expect(await entries()).toEqual([{ type: 'add', user_id: at.world.people.admin, total_affected: 1 }])
  })

  test('A-026 a Google user has neither two-factor nor a password here, whatever was sent', async () => {
    const form = formOf('Analyst', 'googler', { isGoogleAuth: 1, twoFactorAuth: true })
    const { data } = (await create(form)).json()
    expect(data).toMatchObject({ isGoogleAuth: 1, twoFactorAuth: false, employeeCode: 'googler', company: null })
    const stored = await at.database.pool.query('select password_hash, two_factor from users where id = $1', [data.id])
    expect(stored.rows).toEqual([{ password_hash: null, two_factor: false }])
    expect((await signIn('googler@mail.test')).statusCode).toBe(401)
    expect(
      (await create({ ...form, email: 'g2@mail.test', username: '', employeeCode: 'g2', passwordHash: '' })).statusCode,
    ).toBe(200)
  })

  test('A-074 all errors are reported at once, as a list of single-field objects', async () => {
    const answer = await create({ passwordHash: 'weak', isGoogleAuth: 0 })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      message: 'First name is required',
      errors: [
        { firstName: 'First name is required' },
        { lastName: 'Last name is required' },
        { email: 'Email is required' },
        { mobile: 'Mobile is required' },
        { role: 'Role is required' },
        { passwordHash: 'Password must be at least 8 characters long' },
      ],
    })
    for (const common of ['Welcome@123', 'Common@2026', 'P@ssw0rd!'])
      expect(
        (await create(formOf('Analyst', 'common', { firstName: 'Common', passwordHash: common }))).json().errors,
      ).toEqual([{ passwordHash: expect.stringContaining('easy to guess') }])
    const errorsOf = async (fields: object) => (await create(formOf('Client', 'bounds', fields))).json().errors
    const company = at.world.companies.parent
    expect(await errorsOf({})).toEqual([{ company: 'Company is required' }])
    expect(await errorsOf({ company: 'acme' })).toEqual([{ company: 'Company is not valid' }])
    expect(await errorsOf({ company: newId() })).toEqual([{ company: 'Company is not valid' }])
    expect(await errorsOf({ company, passwordHash: '' })).toEqual([{ passwordHash: 'Password is required' }])
    expect(await errorsOf({ company, username: 'other@mail.test' })).toEqual([{ username: 'Username is not valid' }])
    expect(await errorsOf({ company, email: 'not an address', username: '' })).toEqual([
      { email: 'Email is not valid' },
    ])
    expect(await errorsOf({ company, mobile: '12-34-56-78' })).toEqual([{ mobile: 'Mobile is not valid' }])
    expect(await errorsOf({ company, role: 'Owner' })).toEqual([{ role: 'Role is not valid' }])
    expect(await errorsOf({ company, firstName: 'x'.repeat(51) })).toEqual([
      { firstName: 'First name must be between 1 and 50 characters' },
    ])
    expect(await errorsOf({ company, lastName: 'a\nb' })).toEqual([{ lastName: 'Last name is not valid' }])
    // A value that cannot become a text is a 422, not a server error.
    for (const field of ['email', 'username', 'employeeCode', 'passwordHash', 'company', 'role'])
      expect((await create(formOf('Analyst', 'odd', { [field]: { toString: 1 } }))).statusCode, field).toBe(422)
    expect(await errorsOf({ role: 'Admin' })).toEqual([{ employeeCode: 'Employee code is required' }])
    expect(await errorsOf({ role: 'Analyst', employeeCode: 'A 1' })).toEqual([
      { employeeCode: 'Employee code is not valid' },
    ])
  })

  test('an email or employee code of another user is refused in any letter case, also in concurrent calls', async () => {
    await create(formOf('Analyst', 'first'))
    const again = await create(formOf('Analyst', 'FIRST'))
    expect(again.statusCode).toBe(422)
    expect(again.json().errors).toEqual([
      { email: 'Email already exists' },
      { employeeCode: 'Employee code already exists' },
    ])
    const race = await Promise.all(['race', 'Race', 'RACE', 'rACE'].map((name) => create(formOf('Analyst', name))))
    expect(race.map((one) => one.statusCode).sort()).toEqual([200, 422, 422, 422])
    for (const one of race.filter(({ statusCode }) => statusCode === 422))
      expect(one.json().errors[0]).toEqual({ email: 'Email already exists' })
    // An email is also refused when it is the username of a user made by create-admin.
    expect((await create(formOf('Analyst', 'admin', { employeeCode: 'other' }))).json().errors).toEqual([
      { email: 'Email already exists' },
    ])
  })
})

describe('changing a user', () => {
  const newcomer = async (name: string, more: object = {}) => {
    const form = formOf('Client', name, { company: at.world.companies.parent, ...more })
    const { data } = (await create(form)).json()
    return { id: data.id as string, form, token: await signInAs(at.database.db, data.id as string) }
  }

  test('A-111 A-093 saves every field, leaves the password unchanged when none is typed, and ends no session', async () => {
    const { id, form, token } = await newcomer('plain')
    const answer = await update(id, {
      ...form,
      firstName: 'Grace',
      email: 'Moved@mail.test',
      username: 'Moved@mail.test',
      passwordHash: '',
      twoFactorAuth: true,
    })
    expect(answer.json()).toMatchObject({
      message: 'User updated successfully',
      data: {
        firstName: 'Grace',
        username: 'Moved@mail.test',
        email: 'Moved@mail.test',
        twoFactorAuth: true,
        version: 2,
      },
    })
    expect(await isLive(token)).toBe(true)
    expect((await signIn('moved@mail.test')).json()).toMatchObject({ twoFactorAuth: true, isVerified: false })
    expect((await entries()).at(-1)).toMatchObject({ type: 'update', user_id: at.world.people.admin })
    expect((await update(newId(), form)).statusCode).toBe(404)
    expect((await update('nonsense', form)).statusCode).toBe(404)
  })

  test('C-012 blocking, or a new role, company or password, ends every session and link of the user at once', async () => {
    const foreign = { company: at.world.companies.foreign }
    const changes = {
      isBlocked: 1,
      role: { role: 'Analyst', employeeCode: 'now-staff' },
      foreign,
      google: { isGoogleAuth: 1 },
      typed: { passwordHash: 'Second-Tarn-26' },
    }
    for (const [name, change] of Object.entries(changes)) {
      const { id, form, token } = await newcomer(`out-${name}`)
      const second = await signInAs(at.database.db, id)
      await at.database.pool.query(
        "insert into reset_links (token_hash, user_id, expires_at) values (sha256($1), $2, now() + interval '1 hour')",
        [Buffer.from(`link-${name}`), id],
      )
      expect(await isLive(`link-${name}`)).toBe(true)
      const more = typeof change === 'number' ? { isBlocked: change } : change
      expect((await update(id, { ...form, passwordHash: '', ...more })).statusCode, name).toBe(200)
      expect([await isLive(token), await isLive(second), await isLive(`link-${name}`)], name).toEqual([
        false,
        false,
        false,
      ])
    }
    expect((await signIn('out-isBlocked@mail.test')).statusCode).toBe(403)
    expect((await signIn('out-typed@mail.test')).statusCode).toBe(401)
    expect((await signIn('out-typed@mail.test', 'Second-Tarn-26')).statusCode).toBe(200)
    expect((await signIn('out-role@mail.test')).json()).toMatchObject({ role: 'Analyst', companyDetails: [] })
  })

  test('C-012 changing the email voids reset links sent to the old one; the user stays signed in', async () => {
    const { id, form, token } = await newcomer('moves-on')
    await at.database.pool.query(
      "insert into reset_links (token_hash, user_id, expires_at) values (sha256('link-old'), $1, now() + interval '1 hour')",
      [id],
    )
    const email = 'successor@mail.test'
    expect((await update(id, { ...form, email, username: email, passwordHash: '' })).statusCode).toBe(200)
    expect([await isLive('link-old'), await isLive(token)]).toEqual([false, true])
  })

  test('a former Google user needs a password before signing in with one', async () => {
    const { id, form } = await newcomer('from-google', { isGoogleAuth: 1 })
    const without = { ...form, isGoogleAuth: 0, passwordHash: '' }
    expect((await update(id, without)).json().errors).toEqual([{ passwordHash: 'Password is required' }])
    expect((await update(id, { ...without, passwordHash: 'Second-Tarn-26' })).statusCode).toBe(200)
    expect((await signIn('from-google@mail.test', 'Second-Tarn-26')).statusCode).toBe(200)
  })

  test('A-093 G101 a Client whose company was deleted is blocked without another company', async () => {
    const made = await post('company', { ...sampleCompany, name: 'Gone Ltd' }, 'admin')
    const company = made.json().data.id as string
    const { id, form, token } = await newcomer('of-the-gone', { company })
    const gone = { method: 'DELETE', url: `/api/company/delete/${company}` } as const
    const headers = { authorization: `Bearer ${at.tokens['admin']!}` }
    expect((await at.testApp.server.inject({ ...gone, headers })).statusCode).toBe(200)
    const blocked = await update(id, { ...form, passwordHash: '', isBlocked: 1 })
    expect(blocked.statusCode, blocked.body).toBe(200)
    expect([blocked.json().data.company.name, await isLive(token)]).toEqual(['Gone Ltd', false])
    const other = (await newcomer('of-another')).form
    expect((await create({ ...other, email: 'x@mail.test', username: '', company })).json().errors).toEqual([
      { company: 'Company is not valid' },
    ])
  })

  test('saving from an older version gives 409 with the current record', async () => {
    const { id, form } = await newcomer('versions')
    expect((await update(id, { ...form, passwordHash: '', lastName: 'Theirs', version: 1 })).statusCode).toBe(200)
    const late = await update(id, { ...form, passwordHash: '', lastName: 'Mine', version: 1 })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toEqual({
      message: 'This record was changed by somebody else. Please check and save again.',
      current: expect.objectContaining({ id, lastName: 'Theirs', version: 2 }),
    })
    const race = await Promise.all(
      [1, 2, 3].map((n) => update(id, { ...form, passwordHash: '', lastName: `N${n}`, version: 2 })),
    )
    expect(race.map((one) => one.statusCode).sort()).toEqual([200, 409, 409])
  })

  test('an Admin neither blocks nor demotes oneself, and no answer ever carries a password', async () => {
    const own = formOf('Admin', 'admin', { employeeCode: 'boss', passwordHash: '' })
    for (const change of [{ isBlocked: 1 }, { role: 'Client', company: at.world.companies.parent }]) {
      const answer = await update(at.world.people.admin, { ...own, ...change })
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toBe('You cannot block yourself or give up your own Admin role.')
    }
    // Without Google configured, this Admin could never sign in again.
    const google = await update(at.world.people.admin, { ...own, isGoogleAuth: 1 })
    expect([google.statusCode, google.json().message]).toEqual([
      409,
      'You cannot change your own sign-in method. Ask another Admin.',
    ])
    const answer = await update(at.world.people.admin, own)
    expect(answer.json().data).toMatchObject({ employeeCode: 'boss', username: 'admin@mail.test' })
    expect(answer.body).not.toMatch(/argon2|hash/i)
    expect((await signIn('admin@mail.test', testPassword)).statusCode).toBe(200)
  })
})
