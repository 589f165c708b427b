import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whyNoComplaint } from '#features/case-files/server/icann-complaint.ts'
import { onPool } from '#kit/server/db.ts'
import { hashPassword, isPassword } from '#kit/server/passwords.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { monthOf } from '#vocabulary/dates.ts'
import { fillDemoWorld } from './fill-demo-world.ts'

const now = new Date('2026-11-03T06:00:00Z')
const tables = [
  'companies',
  'brands',
  'users',
  'files',
  'findings',
  ...platforms.map((one) => one.table),
  'comments',
  'enforcements',
  'last_enforcements',
  'mails',
  'inbound_mails',
  'finding_clocks',
  'finding_watches',
  'finding_visits',
  'finding_templates',
  'purchases',
  'trademarks',
  'trademark_notifications',
  'tmch_lists',
  'claimed_labels',
  'revoked_marks',
  'white_lists',
  'white_list_entries',
  'enforcement_configurations',
  'agreed_days',
  'request_submissions',
  'client_requests',
  'notices',
  'notifications',
  'facets',
  'data_log',
  'status_log',
  'counter_day',
  'counter_month',
]

/** One line for everything in a database; password hashes carry a random salt and are left out. */
async function fingerprint({ pool }: TestDatabase): Promise<string> {
  const parts: string[] = []
  for (const table of tables) {
    const { rows } = await pool.query<{ of: string }>(
      `select md5(string_agg(md5(row_to_json(t)::jsonb - 'password_hash' #>> '{}'), '' order by md5(row_to_json(t)::jsonb - 'password_hash' #>> '{}'))) as of from ${table} t`,
    )
    parts.push(`${table} ${rows[0]?.of}`)
  }
  return parts.join('\n')
}

function demoFiller(database: TestDatabase, share: number) {
  const storedFiles = new Map<string, string>()
  const fill = () =>
    fillDemoWorld({
      pool: database.pool,
      hashPassword,
      bucket: 'newscrapper',
      zone: 'Asia/Kolkata',
      now,
      share,
      putPicture: ({ key, bytes }) => {
        storedFiles.set(key, createHash('sha256').update(bytes).digest('hex'))
        return Promise.resolve()
      },
    })
  return { fill, storedFiles }
}

describe('the whole demo world', () => {
  let database: TestDatabase
  let took: number
  let pictures: Map<string, string>
  const value = async <T>(statement: string, values: unknown[] = []): Promise<T> =>
    Object.values((await database.pool.query<Record<string, T>>(statement, values)).rows[0] ?? {})[0] as T

  beforeAll(async () => {
    database = await testDatabase()
    const { fill, storedFiles } = demoFiller(database, 1)
    const began = process.cpuUsage()
    expect(await fill()).toBe(true)
    // The process's own CPU time: wall-clock time also measures whatever else the machine does.
    const { user, system } = process.cpuUsage(began)
    took = (user + system) / 1000
    pictures = storedFiles
  })
  afterAll(() => database.drop())

  test('has three companies, six brands, users of each role and about 30,000 findings, in under 20 s of processor time', async () => {
    expect(took).toTakeLessThan(20_000)
    expect(await value('select count(*) from companies')).toBe(3)
    expect(await value('select count(*) from companies where parent_id is not null')).toBe(1)
    expect(await value('select count(*) from brands')).toBe(6)
    expect(await value('select count(*) from brands where not enabled')).toBe(1)
    expect(await value('select count(distinct role) from users')).toBe(3)
    expect(await value('select count(*) from findings')).toBeGreaterThan(29_900)
    expect(await value('select count(*) from findings')).toBeLessThan(30_100)
    expect(
      await value(
        "select count(*) from brands where brand_name = 'Demo Brand' and platforms ?& array['domain','website','socialMedia','eCommerce','appStore','tmch']",
      ),
    ).toBe(1)
  })

  test('has every platform and every status it offers, all with their own columns and their pictures', async () => {
    for (const platform of platforms) {
      const { rows } = await database.pool.query<{ status: string }>(
        'select distinct status from findings where platform = $1',
        [platform.value],
      )
      expect(new Set(rows.map((one) => one.status)), platform.title).toEqual(new Set(platform.statuses))
      expect(await value(`select count(*) from ${platform.table}`)).toBe(
        await value('select count(*) from findings where platform = $1', [platform.value]),
      )
    }
    expect(
      await value(
        'select count(*) from findings where not exists (select from files where bucket = image_bucket and key = image_key)',
      ),
    ).toBe(0)
    const { rows } = await database.pool.query<{ key: string; hash: string }>(
      "select key, encode(sha256, 'hex') as hash from files",
    )
    expect(new Map(rows.map((one) => [one.key, one.hash]))).toEqual(pictures)
    expect(pictures.size).toBeGreaterThan(200)
  })

  test('fills the current month, even a young one, on every platform, much of it waiting, and nothing is dated ahead', async () => {
    const { startDate, endDate } = monthOf('2026-11-03')
    for (const platform of platforms) {
      const waiting = await value(
        "select count(*) from findings where platform = $1 and status = '33' and reporting_date between $2 and $3",
        [platform.value, startDate, endDate],
      )
      expect(waiting, platform.title).toBeGreaterThan(60)
    }
    expect(await value('select max(reporting_date)::text from findings')).toBe('2026-11-03')
    expect(await value('select count(distinct date_trunc($1, reporting_date)) from findings', ['month'])).toBe(24)
    expect(await value('select max(greatest(created_at, updated_at)) <= $1 from findings', [now])).toBe(true)
    expect(await value('select max(at) <= $1 from status_log', [now])).toBe(true)
  })

  test('counts in the counters what is in the findings, and nothing is pending', async () => {
    expect(await value('select count(*) from counter_delta')).toBe(0)
    expect(await value('select sum(n) from counter_month')).toBe(await value('select count(*) from findings'))
    expect(await value('select sum(n) from counter_day')).toBe(await value('select count(*) from findings'))
  })

  test('is consistent: the last log line is the status, purchases and enforcement match', async () => {
    const odd = `select count(*) from findings where status <> (
      select status_to from status_log where status_log.company_id = findings.company_id and finding_id = findings.id order by at desc, id desc limit 1)`
    expect(await value(odd)).toBe(0)
    const strange =
      "select count(*) from findings left join purchases on finding_id = findings.id where (purchases.id is not null) <> (status in ('66', '77', '101', '102'))"
    expect(await value(strange)).toBe(0)
    const unfinished =
      "select count(*) from findings join purchases on finding_id = findings.id where status = '77' and (price_paid is null or invoice is null or invoice_file is null or image_urls = '{}')"
    expect(await value(unfinished)).toBe(0)
    const papers = await database.pool.query<{ key: string }>("select key from files where purpose like 'purchase-%'")
    for (const { key } of papers.rows) expect(pictures.has(key)).toBe(true)
    const lost =
      "select count(*) from purchases, unnest(image_urls || invoice_file || gst_file) key where not exists (select from files where files.key = key and purpose like 'purchase-%')"
    expect(await value(lost)).toBe(0)
    expect(await value('select count(*) from enforcements')).toBeGreaterThan(1000)
    expect(await value('select count(*) from comments')).toBe(
      await value('select count(*) from findings where client_comment is not null'),
    )
    expect(
      await value(
        "select count(*) from notifications join users on users.id = user_id where username = 'client@demo.test' and not seen",
      ),
    ).toBeGreaterThan(20)
    expect(
      await value(
        'select count(*) from trademarks where notifications <> (select count(*) from trademark_notifications where trademark_id = trademarks.id)',
      ),
    ).toBe(0)
  })

  test('visits match their clocks: proposals of both kinds wait, unreachable means seen so three times, no future dates', async () => {
    expect(await value('select max(at) <= $1 from finding_visits', [now])).toBe(true)
    expect(await value('select min(next_at) > $1 from finding_watches', [now])).toBe(true)
    expect(await value('select count(*) from finding_clocks')).toBe(
      await value('select count(*) from last_enforcements'),
    )
    for (const [from, to] of [
      ['11', '55'],
      ['55', '11'],
    ])
      expect(
        await value(
          `select count(*) from finding_watches w join findings f on f.company_id = w.company_id and f.id = w.finding_id
           where w.proposed_from = $1 and w.proposed_status = $2 and f.status = $1 and w.streak >= 3`,
          [from, to],
        ),
      ).toBeGreaterThan(3)
    const doubtful = `select count(*) from finding_clocks c where (unreachable_at is not null) <> exists
      (select from finding_visits v where v.finding_id = c.finding_id and v.streak = 3 and v.side = 'down')
      and not exists (select from finding_watches w where w.finding_id = c.finding_id and w.believed = 'up')`
    expect(await value(doubtful)).toBe(0)
    expect(await value('select count(to_unreachable) > 100 and count(to_answer) > 100 from finding_clocks')).toBe(true)
  })

  test('false shops of each company are made with two kits, new ones among them, so that a newcomer sees them together', async () => {
    const { rows } = await database.pool.query<{ sites: number[]; waiting: number }>(
      `select array_agg(sites order by sites) as sites, sum(waiting)::int as waiting from (
         select t.company_id, t.hash, count(distinct site)::int as sites, count(*) filter (where f.status = '33') as waiting
         from finding_templates t join findings f on f.company_id = t.company_id and f.id = t.finding_id group by 1, 2) k
       group by company_id`,
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { sites, waiting } of rows) {
      expect(sites.at(-1)).toBeGreaterThan(2)
      expect(waiting).toBeGreaterThan(1)
    }
  })

  test('has client requests in every state, done ones with the finding that was saved for them', async () => {
    const { rows } = await database.pool.query<{ status: string; n: number }>(
      'select status, count(*)::int n from client_requests group by status order by status',
    )
    expect(rows.map((one) => one.status)).toEqual(['Declined', 'Done', 'Open', 'Taken'])
    for (const { status, n } of rows) expect(n, status).toBeGreaterThan(10)
    const other = `select count(*) from client_requests r where status = 'Done' and not exists (
      select from findings f where f.id = r.finding_id and f.identity_key = r.identity_key and f.brand_id = r.brand_id
        and f.created_at > r.created_at)`
    expect(await value(other)).toBe(0)
    expect(await value('select max(greatest(created_at, updated_at)) <= $1 from client_requests', [now])).toBe(true)
  })

  test('asks for a complaint to ICANN only where it would look at one; escalations that skipped it say why', async () => {
    const { rows } = await database.pool.query<Record<'id' | 'platform' | 'state' | 'reason', string>>(
      `select r.finding_id as id, f.platform, r.state, r.reason from escalation_runs r
       join findings f on f.id = r.finding_id where r.kind = 'icann' or r.state = 'done'`,
    )
    const told = new Set<string>()
    for (const { id, platform, state, reason } of rows) {
      const definition = platformOf(platform)!
      const scope = { platform: definition.value, companyIds: undefined, brandIds: undefined }
      const about = { platform: definition, scope, findingId: id, zone: 'Asia/Kolkata' }
      expect((await whyNoComplaint(onPool(database.pool), about)) ?? null).toBe(reason)
      told.add(`${state}: ${reason === null ? 'asked' : 'skipped'}`)
    }
    expect([...told]).toEqual(expect.arrayContaining(['task: asked', 'done: skipped']))
  })

  test('lets everybody in with the one password, except the Google user, who has none', async () => {
    const { rows } = await database.pool.query<{ username: string; password_hash: string | null; is_google: boolean }>(
      'select username, password_hash, is_google from users',
    )
    for (const one of rows) expect(await isPassword(one.password_hash, 'Demo@2026'), one.username).toBe(!one.is_google)
    const named = [
      'admin@demo.test',
      'analyst@demo.test',
      'client@demo.test',
      'client2@demo.test',
      'twofactor@demo.test',
    ]
    expect(rows.map((one) => one.username)).toEqual(expect.arrayContaining(named))
    expect(await value("select two_factor from users where username = 'twofactor@demo.test'")).toBe(true)
  })
})

describe('filling', () => {
  let first: TestDatabase
  let second: TestDatabase
  beforeAll(async () => {
    ;[first, second] = [await testDatabase(), await testDatabase()]
  })
  afterAll(async () => {
    await first.drop()
    await second.drop()
  })

  test('gives the same data twice, and does nothing where there are users', async () => {
    expect(await demoFiller(first, 0.02).fill()).toBe(true)
    const before = await fingerprint(first)
    expect(await demoFiller(first, 0.02).fill()).toBe(false)
    expect(await fingerprint(first)).toBe(before)
    // Two that start together: one fills.
    const both = await Promise.all([demoFiller(second, 0.02).fill(), demoFiller(second, 0.02).fill()])
    expect(both.sort()).toEqual([false, true])
    expect(await fingerprint(second)).toBe(before)
  })
})
