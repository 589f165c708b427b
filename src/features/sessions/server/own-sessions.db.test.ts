import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, testPassword, type TestWorld } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { forgetTries } from '#features/sessions/contract-jobs.ts'
import { openDeviceNames } from './device-in-words.ts'
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

type Method = 'GET' | 'POST' | 'DELETE'
const send = async (app: TestApp, method: Method, url: string, token?: string, payload?: object) => {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await app.server.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json() }
}
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
async function signIn(username: string, device: string, remoteAddress: string): Promise<string> {
  const answer = await testApp.server.inject({
    method: 'POST',
    url: '/api/users/authenticate',
    payload: { username, password: testPassword },
    headers: { 'user-agent': device },
    remoteAddress,
  })
  return answer.json<{ jwtToken: string }>().jwtToken
}
type Shown = { id: string; device: string; address: string; isThis: boolean; lastSeen: string }
const sessionsOf = async (token: string) => (await send(testApp, 'GET', '/users/sessions', token)).body.data as Shown[]

describe('own sessions', () => {
  test('are listed with device, address and times, this one marked, and only the own ones', async () => {
    const here = await signIn('client', chrome, '203.0.113.5')
    await signIn('client', 'curl/8.5', '203.0.113.6')
    await signIn('stranger', chrome, '203.0.113.7')
    const shown = await sessionsOf(here)
    expect(shown.map(({ device, address, isThis }) => [device, address, isThis])).toEqual(
      expect.arrayContaining([
        ['Chrome on Windows', '203.0.113.5', true],
        ['curl', '203.0.113.6', false],
      ]),
    )
    expect(shown).toHaveLength(2)
  })

  test('end one by one or all others; those of others and ended ones are 404', async () => {
    const here = await signIn('childclient', chrome, '203.0.113.5')
    const there = [await signIn('childclient', 'curl/8', '::1'), await signIn('childclient', '', '203.0.113.6')]
    const stranger = await signIn('stranger', chrome, '203.0.113.7')
    const foreign = (await sessionsOf(stranger)).find(({ isThis }) => isThis)!.id
    const end = (id: string) => send(testApp, 'DELETE', `/users/sessions/${id}`, here)
    expect((await end(foreign)).status).toBe(404)
    const other = (await sessionsOf(there[0]!)).find(({ isThis }) => isThis)!.id
    expect([(await end(other)).status, (await end(other)).status]).toEqual([200, 404])
    expect((await send(testApp, 'GET', '/users/sessions', there[0])).status).toBe(401)
    expect((await send(testApp, 'POST', '/users/sessions/end-others', here, {})).body.message).toBe(
      '1 other session has ended',
    )
    expect((await send(testApp, 'GET', '/users/sessions', there[1])).status).toBe(401)
    expect((await sessionsOf(here)).map(({ isThis }) => isThis)).toEqual([true])
    expect((await send(testApp, 'GET', '/users/sessions', stranger)).status).toBe(200)
  })

  test('their last use is written once a minute, and never into the row that every call compares', async () => {
    const token = await signInAs(database.db, world.people.foreignClient)
    const rowsOf = async () =>
      (
        await database.pool.query(
          `select s.xmin::text session, u.xmin::text use from sessions s left join session_uses u using (token_hash)
           where s.user_id = $1 order by s.created_at desc limit 1`,
          [world.people.foreignClient],
        )
      ).rows[0] as { session: string; use: string | null }
    const before = await rowsOf()
    await send(testApp, 'GET', '/users/sessions', token)
    await expect.poll(async () => (await rowsOf()).use).toBeTruthy()
    const noted = await rowsOf()
    for (let n = 0; n < 20; n++) await send(testApp, 'GET', '/users/sessions', token)
    expect(await rowsOf()).toEqual(noted)
    expect(noted.session).toBe(before.session)
  })
})

describe('an idle session', () => {
  const idle = (token: string, minutes: number) =>
    database.pool.query(
      `insert into session_uses (token_hash, at) values (sha256($1::text::bytea), now() - make_interval(mins => $2))
       on conflict (token_hash) do update set at = excluded.at`,
      [token, minutes],
    )

  test('ends after the minutes of the setting, for reads, writes and streams, and says so in the log', async () => {
    const token = await signInAs(database.db, world.people.analyst)
    await idle(token, 29)
    const first = await buildTestApp(database, { settings: { idleMinutes: 30 } })
    expect((await send(first, 'GET', '/users/sessions', token)).status).toBe(200)
    await first.close()
    // A process that knows of no use asks the database.
    await idle(token, 31)
    const second = await buildTestApp(database, { settings: { idleMinutes: 30 } })
    expect((await send(second, 'GET', '/users/sessions', token)).status).toBe(401)
    expect((await send(second, 'POST', '/users/revoke-token', token, {})).status).toBe(401)
    await second.close()
    expect((await send(testApp, 'GET', '/users/sessions', token)).status).toBe(401)
    const { rows } = await database.pool.query("select user_id from sign_in_events where kind = 'idle'")
    expect(rows).toEqual([{ user_id: world.people.analyst }])
  })

  test('A-132 is no longer valid for the calls that check a token either', async () => {
    const app = await buildTestApp(database, { settings: { idleMinutes: 30 } })
    const [verified, checked] = [
      await signInAs(database.db, world.people.analyst),
      await signInAs(database.db, world.people.analyst),
    ]
    for (const token of [verified, checked]) await idle(token, 31)
    expect((await send(app, 'POST', '/users/verify/token', undefined, { token: verified })).status).toBe(401)
    expect((await send(app, 'POST', `/users/verify-token/${checked}`, undefined, {})).body).toEqual({ status: false })
    await app.close()
  })

  test('does not end without the setting', async () => {
    const token = await signInAs(database.db, world.people.analyst)
    await idle(token, 600)
    expect((await send(testApp, 'GET', '/users/sessions', token)).status).toBe(200)
  })
})

describe('the sign-in log', () => {
  const events = async (query = '') => {
    const token = await signInAs(database.db, world.people.admin)
    const { body } = await send(testApp, 'GET', `/sign-in-events?perPage=100&${query}`, token)
    return body.docs as { kind: string; user: { username: string } | null; device: string; address: string }[]
  }

  test('has what happened, by whom and from where, and filters it', async () => {
    const typed = 'My5ecret-typed-into-the-name'
    for (const [username, password] of [
      ['twofactor', 'Wrong@2026'],
      [typed, 'x'],
      ['blocked', testPassword],
    ] as const)
      await send(testApp, 'POST', '/users/authenticate', undefined, { username, password })
    await signIn('twofactor', chrome, '203.0.113.77')
    await send(testApp, 'POST', '/users/forgotpassword', undefined, { username: 'twofactor' })
    await testApp.runJobs()
    const token = await signInAs(database.db, world.people.twoFactor)
    await send(testApp, 'POST', '/users/revoke-token', token, {})

    const theirs = await events('username=TWOFACT')
    expect(theirs.map(({ kind }) => kind)).toEqual(['signed-out', 'reset-sent', 'code-sent', 'wrong-password'])
    expect(theirs[2]).toMatchObject({ device: 'Chrome on Windows', address: '203.0.113.77' })
    expect((await events('kind=blocked')).map(({ user }) => user?.username)).toEqual(['blocked'])
    expect((await events('kind=wrong-password')).map(({ user }) => user?.username ?? null)).toEqual([null, 'twofactor'])
    expect(JSON.stringify(await events())).not.toContain(typed)
    expect(await events('endDate=2020-01-01')).toEqual([])
    expect((await events('startDate=2020-01-01')).length).toBeGreaterThan(5)
  })

  test('G106 the events that the filters match are taken out as a file, by Admins only, and Data Logs say so', async () => {
    const download = async (token: string, query: string) =>
      testApp.server.inject({
        method: 'GET',
        url: `/api/sign-in-events/download?format=csv&${query}`,
        headers: { authorization: `Bearer ${token}` },
      })
    const admin = await signInAs(database.db, world.people.admin)
    const file = await download(admin, 'username=TWOFACT&kind=code-sent')
    expect(file.headers['content-disposition']).toBe('attachment; filename="sign-in-log.csv"')
    const [heads, line, end] = file.body.replace(/^\uFEFF/, '').split(/\r?\n/)
    expect(heads).toBe('Sr.,Date & Time,Name,Username,Event,Details,Done by,Address,Browser and system')
    expect(line).toMatch(
      /^1,\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [ap]m,First Last,twofactor,Code sent by email,,,203\.0\.113\.77,Chrome on Windows$/,
    )
    expect(end).toBe('')
    expect((await download(admin, 'kind=wrong-password')).body).toContain(',Unknown username,,Wrong password,')
    expect(
      await rows(
        database.db,
        sql`select subject, total_affected as total from data_log where model = 'Log' order by at`,
      ),
    ).toEqual([
      { subject: 'sign-in-log.csv, Code sent by email, TWOFACT', total: 1 },
      { subject: 'sign-in-log.csv, Wrong password', total: 2 },
    ])
    for (const id of [world.people.analyst, world.people.client])
      expect((await download(await signInAs(database.db, id), '')).statusCode).toBe(403)
  })

  test('refused tries are one row in fifteen minutes, and no row can be altered', async () => {
    for (let n = 0; n < 14; n++)
      await send(testApp, 'POST', '/users/authenticate', undefined, { username: 'google', password: 'x' })
    expect(
      (await events('username=google')).map(({ kind }) => kind).filter((kind) => kind === 'too-many-tries'),
    ).toHaveLength(1)
    for (const sql of [
      "update sign_in_events set kind = 'idle'",
      'delete from sign_in_events',
      'truncate sign_in_events',
    ])
      await expect(database.pool.query(sql)).rejects.toThrow('The log cannot be altered')
  })
})

test('sessions, codes and reset links that were over 30 days ago are deleted at night; who signed in stays in the log', async () => {
  const { db } = database
  const userId = world.people.analyst
  const token = await signIn('analyst', chrome, '203.0.113.8')
  await rows(
    db,
    sql`insert into sessions (token_hash, user_id, kind, expires_at, ended_at, device)
      select decode(md5(device), 'hex'), ${userId}, 'full', now() + expires::interval, now() + ended::interval, device
      from (values ('ended', '1 hour', '-31 days'), ('expired', '-31 days', null), ('late', '-29 days', null)) s(device, expires, ended)`,
  )
  await rows(
    db,
    sql`insert into one_time_codes (id, user_id, code_hash, expires_at)
      select gen_random_uuid(), ${userId}, decode(days::text, 'escape'), now() - make_interval(days => days) from unnest('{29, 31}'::int[]) days`,
  )
  await rows(
    db,
    sql`insert into reset_links (token_hash, user_id, expires_at)
      select decode(days::text, 'escape'), ${userId}, now() - make_interval(days => days) from unnest('{29, 31}'::int[]) days`,
  )
  const eventsOf = () => rows(db, sql`select id from sign_in_events order by id`)
  const logged = await eventsOf()
  await enqueue(db, forgetTries, {})
  await testApp.runJobs()
  const left = sql`select device from sessions where device in ('ended', 'expired', 'late')`
  expect(await rows(db, left)).toEqual([{ device: 'late' }])
  for (const table of ['one_time_codes', 'reset_links'])
    expect(await rows(db, sql`select 1 as n from ${sql.table(table)} where user_id = ${userId}`), table).toHaveLength(1)
  expect(await sessionsOf(token)).toContainEqual(expect.objectContaining({ isThis: true }))
  expect(await eventsOf()).toEqual(logged)
})

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['', 'Unknown program'],
  ['python-requests/2.32', 'python-requests'],
  ['<script>alert(1)</script>', '<script>alert(1)<'],
])('%s is %s', async (agent, words) => expect((await openDeviceNames())(agent)).toBe(words))
