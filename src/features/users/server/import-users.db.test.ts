import { setTimeout as sleep } from 'node:timers/promises'
import * as sheets from '@e965/xlsx'
import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rowsFromCells } from '#columns/sheet.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { userSheet } from '#features/users/contract.ts'

const { at, post } = setUpActionTests()
const importSheet = async (rows: object[], apply: boolean) =>
  (await post('users/import', { rows, apply }, 'admin')).json()
const rowFor = (name: string, more: object = {}) => ({
  email: `${name}@mail.test`,
  firstName: 'Ada',
  lastName: 'Byron',
  mobile: '+919800012345',
  role: 'analyst',
  employeeCode: name,
  firstPassword: 'First-Tarn-26',
  ...more,
})
const query = async (text: string) => (await at.database.pool.query(text)).rows as Record<string, unknown>[]
const log = () => query("select type, total_affected from data_log where model = 'User' order by id")
const signIn = async (username: string, password = 'First-Tarn-26') =>
  (await at.testApp.server.inject({ method: 'POST', url: '/api/users/authenticate', payload: { username, password } }))
    .statusCode

test('A-093 a sheet of users is reported row by row and stored completely or not at all, by the rules of the form', async () => {
  const bad = [
    rowFor('fine'),
    rowFor('weak', { firstPassword: 'weak' }),
    rowFor('common', { firstPassword: 'Welcome@123' }),
    rowFor('bare', { firstPassword: undefined }),
    rowFor('lost', { role: 'Client', company: 'nobody' }),
    rowFor('odd', { role: 'Owner', mobile: 'x', isBlocked: 'perhaps' }),
    rowFor('fine', { firstPassword: 'Other-Tarn-26' }),
    rowFor('admin', { role: 'Client', company: 'acme', firstPassword: '' }),
    rowFor('twice', { employeeCode: 'FINE' }),
  ]
  const report = await importSheet(bad, true)
  expect(report).toMatchObject({ applied: false, added: 1, updated: 0, refused: 8 })
  expect(report.rows.slice(1).map((row: { errors: unknown[] }) => row.errors)).toEqual([
    [{ column: 'firstPassword', message: 'Password must be at least 8 characters long' }],
    [{ column: 'firstPassword', message: expect.stringContaining('easy to guess') }],
    [{ column: 'firstPassword', message: 'Password is required' }],
    [{ column: 'company', message: 'Company is not valid' }],
    [{ column: 'isBlocked', message: 'Blocked is not valid' }],
    [{ column: 'email', message: 'Row 1 is for the same record' }],
    [{ column: '', message: 'You cannot block yourself or give up your own Admin role.' }],
    [{ column: 'employeeCode', message: 'Employee code already exists' }],
  ])
  const good = [
    rowFor('fine', { twoFactorAuth: 'no' }),
    rowFor('sheet.client', { role: 'Client', company: 'ACME', employeeCode: undefined }),
    rowFor('sheet-google', { isGoogleAuth: 'yes', firstPassword: undefined }),
  ]
  expect(await importSheet(good, false)).toMatchObject({ applied: false, added: 3 })
  expect([await signIn('fine@mail.test'), await log()]).toEqual([401, []])
  expect(await importSheet(good, true)).toMatchObject({
    applied: true,
    message: '3 rows were added, 0 rows were updated.',
  })
  expect([
    await signIn('fine@mail.test'),
    await signIn('sheet.client@mail.test'),
    await signIn('sheet-google@mail.test'),
  ]).toEqual([200, 200, 401])
  expect(await log()).toEqual([{ type: 'add', total_affected: 3 }])
  const hashes = await query(
    "select password_hash from users where email in ('fine@mail.test', 'sheet.client@mail.test')",
  )
  expect(new Set(hashes.map((one) => one['password_hash'])).size).toBe(2)
})

test('A-093 C-012 a row of an existing user leaves the password and empty cells unchanged; blocking ends the sessions', async () => {
  await importSheet([rowFor('stays', { twoFactorAuth: 'yes' })], true)
  const [{ id } = {}] = await query("select id from users where email = 'stays@mail.test'")
  const token = await signInAs(at.database.db, String(id))
  const isLive = async () =>
    (await at.testApp.server.inject({ method: 'POST', url: `/api/users/verify-token/${token}` })).json()
      .status as boolean
  const change = (more: object) => importSheet([rowFor('STAYS', { firstPassword: undefined, ...more })], true)
  expect(await change({ lastName: 'Moved' })).toMatchObject({ applied: true, updated: 1 })
  expect([await isLive(), await signIn('stays@mail.test')]).toEqual([true, 200])
  expect(await query(`select last_name, two_factor from users where id = '${String(id)}'`)).toEqual([
    { last_name: 'Moved', two_factor: true },
  ])
  expect((await change({ firstPassword: 'Other-Tarn-26' })).rows[0].errors).toEqual([
    { column: 'firstPassword', message: 'First password can only be set for a new user' },
  ])
  await change({ isBlocked: 'yes' })
  expect(await isLive()).toBe(false)
  expect((await log()).at(-1)).toEqual({ type: 'update', total_affected: 1 })
})

test('A-093 the export has every user and no password, and importing it changes nothing', async () => {
  const cells = await sheetOf('users/export')
  expect(cells[0]).toEqual(['sn', ...userSheet.imported])
  expect(JSON.stringify(cells)).not.toMatch(/argon2|@2026/i)
  const rows = rowsFromCells(cells, userSheet.columns, userSheet.imported)
  const people = await query('select 1 from users where deleted_at is null')
  expect(rows.length).toBe(people.length)
  const own = rows.filter(({ email }) => String(email).startsWith('sheet.client@'))
  expect(own).toEqual([expect.objectContaining({ role: 'Client', company: expect.any(String) })])
  expect(own[0]).not.toHaveProperty('firstPassword')
  expect(await importSheet(own, true)).toMatchObject({ applied: true, added: 0, updated: 1 })
  expect(await sheetOf('users/import/template')).toEqual([['sn', ...userSheet.imported]])
})

test('an import, or a trial of one, locks the Admins only if a row removes one of them: they can sign in meanwhile', async () => {
  const other = rowFor('other-admin', { role: 'Admin' })
  expect(await importSheet([other], true)).toMatchObject({ applied: true })
  const change = (more: object) => rowFor('fine', { firstPassword: '', ...more })
  const again = (more: object) => ({ ...other, firstPassword: '', ...more })
  const client = await at.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for no key update', [at.world.people.admin])
    const quick = [change({ isBlocked: 'yes' }), change({ role: 'Client', company: 'acme' }), again({ role: 'ADMIN' })]
    for (const row of quick)
      expect(await Promise.race([importSheet([row], false), sleep(5000, 'waits')])).toMatchObject({ updated: 1 })
    for (const more of [{ isBlocked: 'yes' }, { role: 'Analyst' }]) {
      const removing = importSheet([again(more)], false)
      expect(await Promise.race([removing, sleep(200, 'waits')])).toBe('waits')
      await client.query('rollback')
      expect(await removing).toMatchObject({ updated: 1 })
      await client.query('begin')
      await client.query('select 1 from users where id = $1 for no key update', [at.world.people.admin])
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})

async function sheetOf(path: string): Promise<unknown[][]> {
  const { rawPayload } = await at.testApp.server.inject({
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${at.tokens['admin']!}` },
  })
  const book = sheets.read(rawPayload)
  return sheets.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
}
