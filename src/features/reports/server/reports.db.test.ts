import { afterEach, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { row, rows, sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { enqueueDueReports } from './send-report.ts'
import { emailText } from '#kit/server/testing-email-text.ts'

const { at, post, own } = setUpActionTests()

const list = async (who = 'client') =>
  (
    await at.testApp.server.inject({
      url: '/api/report-subscriptions',
      headers: { authorization: `Bearer ${at.tokens[who]!}` },
    })
  ).json()
const save = (body: object, who = 'client') => post('report-subscriptions', body, who)
/** Monday 06:30 in the business time zone; 01:00 in UTC. */
const monday = new Date('2026-11-16T01:00:00Z')
const week = { startDate: '2026-11-09', endDate: '2026-11-15' }
const setSubscribedAt = (day: string) =>
  sql`update report_subscriptions set created_at = ${day}`.execute(at.database.db)
const run = async (now = monday) => {
  await enqueueDueReports(at.testApp.app, now)
  await at.testApp.runJobs()
}
const emails = () => at.testApp.emails().filter((email) => email.includes('report of'))
const deleteReports = () => sql`truncate report_deliveries, report_subscriptions, mails cascade`.execute(at.database.db)

afterEach(deleteReports)

test('a client chooses a rhythm for each brand and for all; foreign and disabled brands are refused', async () => {
  const { brands } = at.world
  expect((await save({ brand: brands.own, rhythm: 'weekly' })).statusCode).toBe(200)
  expect((await save({ brand: '', rhythm: 'monthly' })).statusCode).toBe(200)
  expect((await save({ rhythm: 'weekly' })).statusCode).toBe(200)
  for (const brand of [brands.foreign, brands.disabled])
    expect((await save({ brand, rhythm: 'weekly' })).statusCode).toBe(422)
  expect((await save({ rhythm: 'daily' })).json().errors).toEqual([{ rhythm: 'Rhythm is not valid' }])
  expect((await list()).docs).toMatchObject([
    { brand: null, rhythm: 'weekly' },
    { brand: { id: brands.own, brandName: 'Acme One' }, rhythm: 'weekly' },
  ])
  expect((await list('foreignClient')).docs).toEqual([])
  expect((await save({ rhythm: 'never' })).statusCode).toBe(200)
  expect((await list()).docs).toHaveLength(1)
})

test('after the week one email is sent, with a PDF and a workbook of exactly what the recipient may see', async () => {
  const { brands, companies } = at.world
  await own(eCommerce, ['33', '55', '55'], {
    reportingDate: '2026-11-10',
    username: 'Glow',
    site: 'Kartholm',
    priority: 'High',
  })
  await own(domain, ['55'], { reportingDate: '2026-11-16' })
  await own(domain, ['55'], { reportingDate: '2026-11-11', companyId: companies.foreign, brandId: brands.foreign })
  await save({ brand: brands.own, rhythm: 'weekly' })
  // A subscription made after the week ended starts with the next week.
  await setSubscribedAt('2026-11-16T00:00:00Z')
  await run()
  expect(emails()).toHaveLength(0)
  await setSubscribedAt('2026-11-12T00:00:00Z')
  await run()
  await run()
  const [email, ...more] = emails()
  expect(more).toHaveLength(0)
  const text = emailText(email!)
  expect(text).toContain('weekly report of Acme One, 09-11-2026 to 15-11-2026')
  expect(text).toContain('3 infringements were reported, 66.7% enforced')
  expect(text).toContain('To: client@mail.test')
  expect(text).toContain('weekly-report-2026-11-09.pdf')
  // Its link opens the console with the brand of the report, whichever was selected before.
  expect(text).toContain(`/client-dashboard?brand=${brands.own}&startDate=2026-11-09&endDate=2026-11-15`)
  const mail = await row<{ attachments: { key: string }[] }>(
    at.database.db,
    sql`select attachments from mails where kind = 'report'`,
  )
  const [pdf, sheet] = await Promise.all(mail!.attachments.map(({ key }) => at.testApp.app.files.read(key)))
  expect([pdf!.subarray(0, 5).toString(), pdf!.length > 8000]).toEqual(['%PDF-', true])
  expect(sheet!.subarray(0, 2).toString()).toBe('PK')

  // The link in it unsubscribes; a forged one does not.
  const link = new URL(/http\S+stop-report\S+/.exec(text)![0])
  const params = Object.fromEntries(link.searchParams)
  const stop = (payload: object) =>
    at.testApp.server.inject({ method: 'POST', url: '/api/report-subscriptions/stop', payload })
  expect((await stop({ ...params, signature: `${params['signature']!.slice(0, -1)}_` })).statusCode).toBe(404)
  expect((await list()).docs).toHaveLength(1)
  for (let times = 0; times < 2; times++) expect((await stop(params)).statusCode).toBe(200)
  expect((await list()).docs).toEqual([])
})

test('a mail program unsubscribes by one click; opening its address leads to the page and ends nothing', async () => {
  await save({ brand: at.world.brands.own, rhythm: 'weekly' })
  await setSubscribedAt('2026-11-12T00:00:00Z')
  await run()
  const headers = emails().at(-1)!.replaceAll('\r\n ', ' ')
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  const { pathname, search } = new URL(/^List-Unsubscribe: <(.+)>\r$/m.exec(headers)![1]!)
  const click = (query: string, path = pathname) =>
    at.testApp.server.inject({
      method: 'POST',
      url: path + query,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await click(search.replace('signature=', 'signature=x'))).statusCode).toBe(404)
  const opened = await at.testApp.server.inject({ url: pathname + search })
  expect([opened.statusCode, opened.headers.location]).toEqual([302, expect.stringContaining(`/stop-report${search}`)])
  expect((await list()).docs).toHaveLength(1)
  expect((await click(search)).statusCode).toBe(200)
  expect((await list()).docs).toEqual([])
  expect((await click('', '/api/users/forgotpassword')).statusCode, 'no other call takes a form').toBe(415)
})

test.each([
  ['blocked', sql`update users set is_blocked = true where username = 'childclient'`],
  ['deleted', sql`update users set deleted_at = now(), is_blocked = false where username = 'childclient'`],
  [
    'moved to another company',
    sql`update users set deleted_at = null, company_id = (select id from companies where name = 'Zenith') where username = 'childclient'`,
  ],
  ['made an analyst', sql`update users set role = 'Analyst' where username = 'childclient'`],
])('a recipient who was %s gets nothing, and the week counts as done', async (_, change) => {
  await sql`update users set role = 'Client', is_blocked = false, deleted_at = null, company_id = ${at.world.companies.child}
    where username = 'childclient'`.execute(at.database.db)
  await save({ brand: at.world.brands.child, rhythm: 'weekly' }, 'childClient')
  await setSubscribedAt('2026-11-01T00:00:00Z')
  await change.execute(at.database.db)
  const before = emails().length
  await run()
  expect(emails()).toHaveLength(before)
  expect(await rows(at.database.db, sql`select period_start, period_end, mail_id from report_deliveries`)).toEqual([
    { period_start: week.startDate, period_end: week.endDate, mail_id: null },
  ])
})

test('nothing is sent about a brand that was switched off, nor about all brands when all are', async () => {
  const { brands } = at.world
  const { db } = at.database
  await save({ brand: brands.own, rhythm: 'weekly' })
  await save({ brand: '', rhythm: 'weekly' })
  await setSubscribedAt('2026-11-01')
  const own = sql`company_id = (select company_id from brands where id = ${brands.own})
    or company_id = (select company_id from brands where id = ${brands.child})`
  const enabled = await rows<{ id: string }>(db, sql`select id from brands where enabled and (${own})`)
  await rows(db, sql`update brands set enabled = false where ${own}`)
  try {
    const before = emails().length
    await run()
    expect(emails().length - before).toBe(0)
  } finally {
    await rows(db, sql`update brands set enabled = true where id = any(${enabled.map(({ id }) => id)}::uuid[])`)
  }
})

test('a worker killed before its commit leaves nothing behind, and the next one sends one email', async () => {
  await save({ rhythm: 'weekly' })
  await setSubscribedAt('2026-11-01T00:00:00Z')
  const { app } = at.testApp
  // One run fails before its transaction; after that three runs at the same time.
  const failing = {
    ...app,
    pool: { connect: () => Promise.reject(new Error('killed')) } as unknown as typeof app.pool,
  }
  const { reportHandlers } = await import('./send-report.ts')
  const handler = (context: typeof app) => reportHandlers(context).find(({ job }) => job.name === 'send-report')!
  const [subscription] = await rows<{ id: string }>(at.database.db, sql`select id from report_subscriptions`)
  const payload = { subscriptionId: subscription!.id, ...week }
  await expect(handler(failing).run(payload, { jobId: 'x' })).rejects.toThrow('killed')
  expect(await rows(at.database.db, sql`select 1 from report_deliveries`)).toEqual([])
  await Promise.all([1, 2, 3].map(() => handler(app).run(payload, { jobId: 'x' })))
  expect(await rows(at.database.db, sql`select count(*)::int as n from mails`)).toEqual([{ n: 1 }])
})

test('changing from weekly to monthly sends the month too, when a week and the month start on the same day', async () => {
  const subjects = async () =>
    (await rows<{ subject: string }>(at.database.db, sql`select subject from mails order by created_at`)).map(
      ({ subject }) => /: (\w+ report of .*)$/.exec(subject)![1],
    )
  await save({ rhythm: 'weekly' })
  await setSubscribedAt('2026-05-20T00:00:00Z')
  await run(new Date('2026-06-08T06:00:00Z'))
  await save({ rhythm: 'monthly' })
  await setSubscribedAt('2026-06-10T00:00:00Z')
  for (let hours = 0; hours < 2; hours++) await run(new Date('2026-07-01T06:00:00Z'))
  expect(await subjects()).toEqual([
    'weekly report of all brands, 01-06-2026 to 07-06-2026',
    'monthly report of all brands, 01-06-2026 to 30-06-2026',
  ])
})
