import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { Db } from '#kit/server/db.ts'
import { pageOfUsers } from './queries.ts'

const { at } = setUpActionTests()
const list = async (query: Record<string, string>, who = 'admin') =>
  (
    await at.testApp.server.inject({
      url: `/api/users?${new URLSearchParams(query).toString()}`,
      headers: { authorization: `Bearer ${at.tokens[who]!}` },
    })
  ).json()
const namesOf = async (query: Record<string, string>) =>
  (await list(query)).docs.map((doc: { username: string }) => doc.username)

beforeAll(async () => {
  await at.database.pool.query(`
    update users set last_signed_in_at = null;
    update users set employee_code = 'B-2', mobile = '+919812345678', last_signed_in_at = '2026-01-02T03:04:05Z' where username = 'analyst';
    update users set employee_code = 'a-1', first_name = 'Zoe', last_signed_in_at = '2026-03-02T03:04:05Z' where username = 'admin';
    update users set first_name = 'ada', last_name = 'Byron' where username = 'stranger'`)
})

describe('the list of users', () => {
  test('A-109 A-056 a page of complete users, newest first, twenty a page by default', async () => {
    const all = await list({})
    expect(all).toMatchObject({ totalDocs: 8, totalPages: 1, page: 1, pagingCounter: 1, hasNextPage: false })
    const ids = all.docs.map((doc: { id: string }) => doc.id)
    expect(ids).toEqual([...ids].sort().reverse())
    expect(all.docs.find((doc: { username: string }) => doc.username === 'analyst')).toEqual({
      id: at.world.people.analyst,
      _id: at.world.people.analyst,
      username: 'analyst',
      firstName: 'First',
      lastName: 'Last',
      email: 'analyst@mail.test',
      mobile: '+919812345678',
      role: 'Analyst',
      company: null,
      employeeCode: 'B-2',
      twoFactorAuth: false,
      hasAuthenticator: false,
      isBlocked: 0,
      isGoogleAuth: 0,
      lastLoggedInAt: '2026-01-02T03:04:05.000Z',
      version: 1,
    })
    expect(await list({ page: '2', perPage: '3' })).toMatchObject({ totalPages: 3, prevPage: 1, nextPage: 3 })
  })

  test('A-023 sorts by every key in both directions, empty values last, ties and unknown keys newest first', async () => {
    const newest = await namesOf({})
    expect(await namesOf({ sortBy: 'id', sortDirection: '1' })).toEqual([...newest].reverse())
    expect(await namesOf({ sortBy: 'password_hash', sortDirection: '1' })).toEqual(newest)
    expect(await namesOf({ sortBy: 'username', sortDirection: '1' })).toEqual([...newest].sort())
    expect(await namesOf({ sortBy: 'username', sortOrder: 'desc' })).toEqual([...newest].sort().reverse())
    expect(await namesOf({ sortBy: 'email', sortDirection: '-1' })).toEqual([...newest].sort().reverse())
    const others = (...these: string[]) => newest.filter((name: string) => !these.includes(name))
    const first = async (sortBy: string, sortDirection: string) => namesOf({ sortBy, sortDirection })
    expect(await first('firstName', '1')).toEqual(['stranger', ...others('stranger', 'admin'), 'admin'])
    expect(await first('twoFactorAuth', '-1')).toEqual(['twofactor', ...others('twofactor')])
    expect(await first('isBlocked', '-1')).toEqual(['blocked', ...others('blocked')])
    expect(await first('isBlocked', '1')).toEqual([...others('blocked'), 'blocked'])
    const rest = others('admin', 'analyst')
    expect(await first('employeeCode', '1')).toEqual(['admin', 'analyst', ...rest])
    expect(await first('employeeCode', '-1')).toEqual(['analyst', 'admin', ...rest])
    expect(await first('lastLoggedInAt', '1')).toEqual(['analyst', 'admin', ...rest])
    expect(await first('lastLoggedInAt', '-1')).toEqual(['admin', 'analyst', ...rest])
  })

  test('A-109 searches names, email, mobile, employee code and company by part, in any letter case', async () => {
    for (const [search, found] of [
      ['STRANG', ['stranger']],
      ['ada', ['stranger']],
      ['Ada byron', ['stranger']],
      ['stranger@MAIL', ['stranger']],
      ['12345', ['analyst']],
      ['b-2', ['analyst']],
      ['zenith', ['stranger']],
      ['acme ch', ['childclient']],
      ['_%', []],
      ['%', []],
    ] as const)
      expect(await namesOf({ search, sortBy: 'username' }), search).toEqual(found)
    expect((await list({ search: 'x'.repeat(201) })).errors).toHaveLength(1)
  })
})

test('20,000 users are listed, sorted and searched through indexes', async () => {
  await at.database.pool.query(`
    insert into users (id, username, email, first_name, last_name, mobile, role, employee_code, two_factor, last_signed_in_at)
      select gen_random_uuid(), 'many' || n, 'many' || n || '@mail.test', 'First' || n % 977, 'Last' || n % 1009,
        '+9198' || n, 'Analyst', 'E-' || n, n % 3 = 0, now() - make_interval(mins => n) from generate_series(1, 20000) n;
    analyze users`)
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const db: Db = {
    ...at.database.db,
    run: (sql, parameters) => {
      statements.push({ sql, parameters })
      return at.database.db.run(sql, parameters)
    },
  }
  const sorts = ['id', 'username', 'firstName', 'email', 'lastLoggedInAt', 'twoFactorAuth', 'isBlocked', 'employeeCode']
  for (const sortBy of sorts)
    for (const sortDirection of ['asc', 'desc'] as const) await pageOfUsers(db, { sortBy, sortDirection }, 'everything')
  for (const search of ['many1777', 'ZENITH']) await pageOfUsers(db, { search }, 'everything')
  await pageOfUsers(db, { search: 'many1777', sortBy: 'username' }, 'names')
  for (const { sql, parameters } of statements) {
    if (sql.startsWith('select count') && !sql.includes('ilike')) continue
    const plan = (await at.database.pool.query(`explain ${sql}`, [...parameters])).rows
      .map((row: Record<string, string>) => row['QUERY PLAN'])
      .join('\n')
    expect(plan, sql).not.toContain('Seq Scan on users')
    if (!sql.includes('ilike')) expect(plan, sql).not.toMatch(/-> +Sort /)
  }
})
