import { afterEach, beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, type Sql, sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { configureNotices, noticeFacts } from './testing.ts'

const { at, post, get, own, stored, logOf } = setUpActionTests()
const change = (statement: Sql) => rows(at.database.db, statement)
const parent = () => at.world.companies.parent
const brand = () => at.world.brands.own
const analystIs = (to: Sql) => change(sql`update users set ${to} where id = ${at.world.people.analyst}`)

type Notice = { finding: string; record: string }

/** Notices that wait in their ten seconds. */
async function waitingNotices(n: number, who = 'analyst', more: object = {}): Promise<Notice[]> {
  const found = await own(
    domain,
    Array.from({ length: n }, () => '33'),
    { url: null },
  )
  const notices: Notice[] = []
  for (const finding of found) notices.push(await send(finding, who, more))
  return notices
}

async function send(finding: string, who = 'analyst', more: object = {}): Promise<Notice> {
  const sent = await post(`domain/${finding}/sendEnforcementMail`, { ...noticeFacts, ...more }, who)
  expect(sent.statusCode, sent.body).toBe(200)
  return { finding, record: sent.json().data[0].id }
}

const outcomeOf = async ({ record }: Notice) =>
  (await change(sql`select sent_at is not null as sent, error from mails where id = ${record}`))[0]

/** What is new in the bell of a person, newest first. */
const bellOf = async (who: string): Promise<string[]> => {
  const { docs } = (await get('notifications', who)).json()
  await post('users/v1/markNotification', { seen: true }, who)
  await change(sql`delete from notifications`)
  return docs.map((one: { notificationText: string }) => one.notificationText)
}

beforeAll(async () => {
  Object.assign(at.testApp.app.settings, { recallSeconds: 1 })
  await configureNotices({ at, post }, ['About {{url}}.'])
})

afterEach(async () => {
  await change(sql`update brands set enabled = true, deleted_at = null, platforms = platforms || '{"domain": {}}'::jsonb
    where id = ${brand()}`)
  await change(sql`update companies set deleted_at = null, approval_required = false`)
  await analystIs(sql`is_blocked = false`)
  await change(sql`delete from notifications`)
})

const ofBrand = (set: Sql) => () => change(sql`update brands set ${set} where id = ${brand()}`)
const ofCompany = (set: Sql) => () => change(sql`update companies set ${set} where id = ${parent()}`)

test.each<[string, () => Promise<unknown>, string]>([
  ['its brand is disabled', ofBrand(sql`enabled = false`), 'the brand is disabled'],
  ['its brand is deleted', ofBrand(sql`deleted_at = now()`), 'the brand was deleted'],
  [
    'its brand loses the platform',
    ofBrand(sql`platforms = platforms - 'domain'`),
    'the brand no longer has this platform',
  ],
  ['its company is deleted', ofCompany(sql`deleted_at = now()`), 'the company was deleted'],
  [
    'its company demands an approval that is lacking',
    ofCompany(sql`approval_required = true`),
    'the client has not approved the finding',
  ],
])('a notice that waits does not leave when %s: its finding returns, the logs say why', async (_, happens, reason) => {
  const [notice] = await waitingNotices(1)
  await happens()
  await at.testApp.runJobs()
  expect(await outcomeOf(notice!)).toEqual({ sent: false, error: `Not sent: ${reason}` })
  expect((await stored(notice!.finding)).status).toBe('33')
  expect((await logOf(notice!.finding)).at(-1)).toMatchObject({
    module: 'enforcement-mail',
    username: 'Email delivery',
    user_id: null,
    status_from: '11',
    status_to: '33',
  })
  const [line] = await change(
    sql`select total_affected as n, record_id as id, changes from data_log order by at desc limit 1`,
  )
  expect(line).toMatchObject({ n: 1, id: notice!.finding, changes: [{ field: 'Notice not sent', after: reason }] })
  const [text, ...others] = await bellOf('analyst')
  expect(text).toMatch(
    new RegExp(`^The enforcement email about <b>.+</b> on <b>Domain</b> .+ was not sent: ${reason}\\.$`),
  )
  expect(others).toEqual([])
  expect(await bellOf('admin')).toEqual([])
})

test('recalling it says why it was not sent', async () => {
  const [notice] = await waitingNotices(1)
  await ofBrand(sql`enabled = false`)()
  await at.testApp.runJobs()
  const recalled = await post('enforcement/recall-notices', { recordIds: [notice!.record] }, 'analyst')
  expect([recalled.statusCode, recalled.json().message]).toEqual([409, 'Not sent: the brand is disabled'])
})

test('it can be sent again once that is over, not before', async () => {
  const [notice] = await waitingNotices(1)
  await ofBrand(sql`enabled = false`)()
  await at.testApp.runJobs()
  const refused = await post(`domain/${notice!.finding}/sendEnforcementMail`, noticeFacts, 'analyst')
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'Not sent: the brand is disabled'])
  await ofBrand(sql`enabled = true`)()
  const again = await send(notice!.finding)
  await at.testApp.runJobs()
  expect(await outcomeOf(again)).toEqual({ sent: true, error: null })
})

test('a notice about a deleted finding does not leave; an approved finding needs nothing more', async () => {
  const [gone, other, third] = await waitingNotices(3)
  await change(sql`update findings set deleted_at = now() where id = ${gone!.finding}`)
  await at.testApp.runJobs()
  expect(await outcomeOf(gone!)).toEqual({ sent: false, error: 'Not sent: the finding was deleted' })
  expect(await outcomeOf(other!)).toMatchObject({ sent: true })
  expect(await outcomeOf(third!)).toMatchObject({ sent: true })
  await ofCompany(sql`approval_required = true`)()
  const [first, second] = await own(domain, ['22', '33'], { url: null })
  const notices = [await send(first!), await send(second!, 'admin', { overrideReason: 'The client said so by phone' })]
  await at.testApp.runJobs()
  expect(await Promise.all(notices.map(outcomeOf))).toMatchObject([{ sent: true }, { sent: true }])
})

test('of two notices about a finding, that of a person without access stops; the finding stays in progress', async () => {
  const [first] = await waitingNotices(1)
  const second = await send(first!.finding, 'admin', { abusiveEmailId: 'other@desk.test' })
  await analystIs(sql`is_blocked = true`)
  await at.testApp.runJobs()
  expect(await Promise.all([first!, second].map(outcomeOf))).toMatchObject([{ sent: false }, { sent: true }])
  expect((await stored(first!.finding)).status).toBe('11')
})

test('several that do not leave for one reason are one line in the bell', async () => {
  const notices = await waitingNotices(3)
  await ofBrand(sql`enabled = false`)()
  await at.testApp.runJobs()
  for (const { finding } of notices) expect((await stored(finding)).status).toBe('33')
  expect(await bellOf('analyst')).toEqual([
    'The enforcement emails about <b>3</b> findings on <b>Domain</b> for <b>Acme One</b> were not sent: the brand is disabled.',
  ])
})

test('the line in the bell leads to the findings that it is about, on their company, brand and platform', async () => {
  const notices = await waitingNotices(2)
  await own(domain, ['33'], { url: null })
  await ofBrand(sql`enabled = false`)()
  await at.testApp.runJobs()
  const [line] = (await get('notifications', 'analyst')).json().docs
  expect(line.records).toEqual({ company: parent(), brand: brand(), platform: 'domain' })
  const listed = (who: string) =>
    post('save-bulk-data/fetch-data-for-enforcement', { ...line.records, saved: line.id, limit: '50', page: '1' }, who)
  const found = (await listed('analyst')).json()
  expect(found.data.map((one: { id: string }) => one.id).toSorted()).toEqual(
    notices.map(({ finding }) => finding).toSorted(),
  )
  expect((await listed('admin')).json().data, 'a notification of another person').toEqual([])
})

test('the review says why no notice can be sent before anything is written', async () => {
  const [finding] = await own(domain, ['33'], { url: null })
  await ofBrand(sql`enabled = false`)()
  const review = await post('enforcement/send-preview', { platform: 'domain', id: finding, ...noticeFacts }, 'analyst')
  expect([review.statusCode, review.json().message]).toEqual([409, 'Not sent: the brand is disabled'])
})

test('a finding that was deleted meanwhile returns as well: restored, it has the status it had before', async () => {
  const [notice] = await waitingNotices(1)
  await change(sql`update findings set deleted_at = now() where id = ${notice!.finding}`)
  await at.testApp.runJobs()
  expect(await outcomeOf(notice!)).toEqual({ sent: false, error: 'Not sent: the finding was deleted' })
  await change(sql`update findings set deleted_at = null where id = ${notice!.finding}`)
  expect((await stored(notice!.finding)).status).toBe('33')
  expect((await logOf(notice!.finding)).at(-1)).toMatchObject({ username: 'Email delivery', status_to: '33' })
})
