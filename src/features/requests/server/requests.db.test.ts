import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { kindOf } from '#columns/kinds.ts'
import { mailSubmission } from '#features/requests/contract.ts'
import { noAddress } from '#features/requests/messages.ts'
import { sql } from '#kit/server/db.ts'
import { emptyLogs } from '#kit/server/testing.ts'
import { platformOf } from '#platforms/all.ts'
import type { Platform } from '#platforms/platform.ts'
import { requestHandlers } from './mail-submission.ts'
import { flagsOf, lines, requestCalls } from './testing-requests.ts'

const actions = setUpActionTests()
const { at, post } = actions
const { scope, check, submit } = requestCalls(actions)

const get = async (url: string, who = 'client') =>
  (
    await at.testApp.server.inject({ url: `/api/${url}`, headers: { authorization: `Bearer ${at.tokens[who]!}` } })
  ).json<{
    docs: Doc[]
    totalDocs: number
  }>()
const count = async (table: string) =>
  Number((await at.database.pool.query<{ n: string }>(`select count(*) n from ${table}`)).rows[0]!.n)
const dataLog = async () =>
  (
    await at.database.pool.query<Record<string, unknown>>(
      'select type, model, total_affected n, company_id company from data_log where model = $1 order by at, id',
      ['ClientRequest'],
    )
  ).rows

type Doc = { id: string; domain: string; status: string; finding: string | null; answer: string } & Record<
  string,
  unknown
>
/** A row an analyst may save, with a sample value in every column. */
function sampleRow(platform: Platform, n: number): Record<string, unknown> {
  const cells = platform.imported.map((name) => [name, kindOf(platform.columns[name]!.kind).sample(n)])
  const address = platform.value === 'domain' ? `brand-${n}.example.com` : `https://shop.example/${n}`
  return { ...Object.fromEntries(cells), brand: '', status: '33', [platform.identity]: address }
}
const save = (data: object[], more: object) =>
  post('save-bulk-data', { ...scope(more), data, reportingDate: '2026-03-09' }, 'analyst')

beforeEach(async () => {
  await sql`truncate findings, facets, counter_delta, client_requests, request_submissions, pgboss.job cascade`.execute(
    at.database.db,
  )
  await emptyLogs(at.database.db)
})

describe('checking lines', () => {
  test('C-304 C-159 C-244 C-245 lines are returned with ids and flags, blank ones dropped, remarks trimmed, nothing stored', async () => {
    const answer = await check([
      { brand: 'Acme One', domain: '  https://fake.example/a ', remarks: '  cheap copies \n' },
      { brand: '', domain: '   ', remarks: 'alone' },
      { id: '7', domain: 'fake.example/b' },
    ])
    expect(answer.statusCode).toBe(200)
    const [first, second, third] = answer.json().domainUrls
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      brand: 'Acme One',
      domain: 'https://fake.example/a',
      remarks: 'cheap copies',
      isExists: false,
      isDuplicate: false,
    })
    expect([second.id, second.domain, second.remarks, third]).toEqual(['7', 'fake.example/b', '', undefined])
    expect([await count('client_requests'), await count('request_submissions')]).toEqual([0, 0])
  })

  test('C-218 the same address in other spellings is a duplicate of the line above', async () => {
    const same = ['https://www.Fake.example/A/', 'fake.example/A', 'HTTP://FAKE.EXAMPLE/A#top']
    expect(flagsOf(await check(lines(...same, 'fake.example/a', 'fake.example/A?x=1')))).toEqual(['', 'D', 'D', '', ''])
    const hosts = ['https://www.fake.example/one', 'fake.example', 'FAKE.example/two?x', 'other.example']
    expect(flagsOf(await check(lines(...hosts), { platform: 'domain' }))).toEqual(['', 'D', 'D', ''])
  })

  test.each([
    ['domain', { domainName: 'domain' }],
    ['website', { url: 'url' }],
    ['social-media', { heading: 'heading', platform: 'platform' }],
    ['e-commerce', { title: 'title', site: 'site' }],
    ['app-store', { appName: 'appName', appStore: 'appStore' }],
  ])('C-160 a line with an existing record returns its stored fields: %s', async (value, shown) => {
    const platform = platformOf(value)!
    const row: Record<string, unknown> = { ...sampleRow(platform, 5), status: '11', priority: 'High' }
    expect((await save([row], { platform: value })).json()).toMatchObject({ saved: 1 })
    const spelling = String(row[platform.identity]).replace('https://', 'http://www.').toUpperCase()
    const host = value === 'domain' ? spelling : String(row[platform.identity]).replace('https://', 'www.')
    const [line, other] = (await check(lines(`${host}/`, 'new.example'), { platform: value })).json().domainUrls
    expect(line).toMatchObject({ isExists: true, isDuplicate: false, priority: 'High', status: '11' })
    expect(line.reportingDate).toBe('2026-03-09')
    for (const [name, column] of Object.entries(shown)) expect([name, line[name]]).toEqual([name, row[column]])
    expect(other).toMatchObject({ isExists: false })
    expect(Object.keys(other)).not.toContain('reportingDate')
  })

  test('a record of another brand, or a deleted one, does not count', async () => {
    const row = sampleRow(platformOf('website')!, 1)
    await save([row], { platform: 'website' })
    const address = String(row['url'])
    expect(flagsOf(await check(lines(address)))).toEqual(['E'])
    expect(
      flagsOf(
        await check(
          [{ domain: address }],
          { company: at.world.companies.foreign, brand: at.world.brands.foreign },
          'foreignClient',
        ),
      ),
    ).toEqual([''])
    await at.database.pool.query('update findings set deleted_at = now()')
    expect(flagsOf(await check(lines(address)))).toEqual([''])
  })
})

describe('who may request what', () => {
  const refusal = async (answer: ReturnType<typeof check>) => {
    const { statusCode, json } = await answer
    return [statusCode, json().message]
  }

  test("only the caller's brands, with the platforms they have; nothing else is read or stored", async () => {
    const { companies, brands } = at.world
    for (const call of [check, submit]) {
      expect((await call(lines('a.example'), { brand: brands.foreign })).statusCode).toBe(403)
      expect((await call(lines('a.example'), { company: companies.foreign })).statusCode).toBe(403)
      expect((await call(lines('a.example'), { brand: brands.disabled })).statusCode).toBe(403)
      expect(await refusal(call(lines('a.example'), { brand: brands.child }))).toEqual([422, 'Brand is not valid'])
      const child = { company: companies.child, brand: brands.child }
      expect(await refusal(call([{ domain: 'a.example' }], child))).toEqual([
        422,
        'The brand does not have this platform',
      ])
      expect((await call([{ domain: 'a.example' }], { ...child, platform: 'eCommerce' })).statusCode).toBe(200)
      for (const who of ['analyst', 'admin']) expect((await call(lines('a.example'), {}, who)).statusCode).toBe(403)
    }
    expect(await count('client_requests')).toBe(1)
  })

  test('an invalid line is named; too many lines are refused', async () => {
    const long = 'x'.repeat(2049)
    const cases: [object[], string][] = [
      [[], 'Please enter Domains / URLs'],
      [[{ domain: ' \n' }], 'Please enter Domains / URLs'],
      [lines('a.example', long), 'Line 2: Domains / URLs must be between 1 and 2048 characters'],
      [lines('a.example', 'b\u0000.example'), 'Line 2: Domains / URLs is not valid'],
      [[{ domain: { a: 1 } }], 'Line 1: Domains / URLs is not valid'],
      [lines('https://'), `Line 1: ${noAddress('https://')}`],
      [lines('a.example', 'rubbish entry'), `Line 2: ${noAddress('rubbish entry')}`],
      [[{ line: 4, domain: 'rubbish entry' }], `Line 4: ${noAddress('rubbish entry')}`],
      [[{ domain: ' ' }, { domain: 'rubbish entry' }], `Line 2: ${noAddress('rubbish entry')}`],
      [lines('seller@shop.example'), `Line 1: ${noAddress('seller@shop.example')}`],
      [[{ domain: 'a.example', remarks: 'y'.repeat(1001) }], 'Line 1: Remarks must be between 0 and 1000 characters'],
      [[{ domain: 'a.example', brand: 'Zenith One' }], 'Line 1: Brand is not valid'],
      [
        lines(...Array.from({ length: 5001 }, (_, n) => `a${n}.example`)),
        'Domains / URLs must be between 1 and 5,000 lines',
      ],
    ]
    for (const [given, message] of cases) {
      expect(await refusal(check(given))).toEqual([422, message])
      expect(await refusal(submit(given))).toEqual([422, message])
    }
    expect((await submit('x' as unknown as object[])).statusCode).toBe(422)
    expect(await count('client_requests')).toBe(0)
  })
})

describe('submitting', () => {
  test('C-305 new lines are stored in their order, with one line in the data log and one email with a sheet to every Admin', async () => {
    const before = at.testApp.emails().length
    const answer = await submit([{ id: 'x', domain: 'one.example', remarks: 'first' }, ...lines('two.example')])
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Your request has been submitted successfully!' },
    ])
    const { docs } = await get('client-request')
    expect(docs.map(({ domain, remarks, status, requestedBy }) => [domain, remarks, status, requestedBy])).toEqual([
      ['one.example', 'first', 'Open', 'First Last'],
      ['two.example', 'Seen today', 'Open', 'First Last'],
    ])
    expect(await dataLog()).toEqual([{ type: 'add', model: 'ClientRequest', n: 2, company: at.world.companies.parent }])
    await at.testApp.runJobs()
    const [email, ...others] = at.testApp.emails().slice(before)
    expect(others).toEqual([])
    expect(email).toMatch(/^To: admin@mail\.test$/m)
    expect(email).toContain('Subject: Brandkeep: 2 requests from Acme for Acme One, Website')
    expect(email).toMatch(/client-requests\?status=3?D?=?Open/)
    const sheet = Buffer.from(/filename=client-request\.xlsx\s+([A-Za-z0-9+/=\s]+)/.exec(email!)![1]!, 'base64')
    const xml = Object.values(unzipSync(sheet))
      .map((bytes) => Buffer.from(bytes).toString())
      .join('')
    for (const word of ['Domain/Urls', 'one.example', 'two.example', 'Seen today']) expect(xml).toContain(word)

    // Running the same job again sends nothing.
    const { rows } = await at.database.pool.query<{ id: string }>('select id from request_submissions')
    const [handler] = requestHandlers(at.testApp.app)
    expect(handler!.job).toBe(mailSubmission)
    await handler!.run({ submissionId: rows[0]!.id }, { jobId: rows[0]!.id })
    await at.testApp.runJobs()
    expect(at.testApp.emails()).toHaveLength(before + 1)
  })

  test('the configured address is notified instead of the Admins', async () => {
    const before = at.testApp.emails().length
    at.testApp.app.settings.requestAddress = 'desk@mail.test'
    try {
      await submit(lines('desk.example'))
      await at.testApp.runJobs()
    } finally {
      at.testApp.app.settings.requestAddress = undefined
    }
    expect(
      at.testApp
        .emails()
        .slice(before)
        .map((email) => /^To: (.*?)\r?$/m.exec(email)![1]),
    ).toEqual(['desk@mail.test'])
  })

  test('C-305 one duplicate or existing record refuses all with 409 and the flagged lines; nothing is stored, logged or sent', async () => {
    const row = sampleRow(platformOf('website')!, 2)
    await save([row], { platform: 'website' })
    await emptyLogs(at.database.db)
    const sentLines = lines('new.example', String(row['url']), 'WWW.new.example/')
    const answer = await submit(sentLines)
    expect([answer.statusCode, flagsOf(answer)]).toEqual([409, ['', 'E', 'D']])
    expect(answer.json().message).toBe('1 duplicate entry found. 1 existing record found.')
    expect([await count('client_requests'), await count('data_log')]).toEqual([0, 0])
    const jobs = await at.database.pool.query("select 1 from pgboss.job where name = 'mail-client-requests'")
    expect(jobs.rows).toEqual([])
  })

  test('a requested address is a duplicate until the request is done or declined, with the date of the request', async () => {
    await submit(lines('again.example'))
    const answer = await submit(lines('https://again.example/'))
    expect([answer.statusCode, flagsOf(answer)]).toEqual([409, ['D']])
    expect(answer.json().domainUrls[0].requestedAt).toMatch(/^\d{4}-/)
    const [{ id }] = (await get('client-requests', 'admin')).docs as [Doc]
    await post(`client-requests/${id}/decline`, { answer: 'Not ours' }, 'analyst')
    expect((await submit(lines('again.example'))).statusCode).toBe(200)
    // The first cannot be reopened while the second is waiting.
    expect((await post(`client-requests/${id}/release`, {}, 'analyst')).statusCode).toBe(409)
  })

  test('of two equal submissions at the same moment one is stored', async () => {
    const sentLines = lines('at-once.example', 'at-once-too.example')
    const answers = await Promise.all([submit(sentLines), submit(sentLines), submit(sentLines)])
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 409, 409])
    expect(await count('client_requests')).toBe(2)
  })
})
