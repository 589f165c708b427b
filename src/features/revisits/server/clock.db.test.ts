import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { row, sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { website } from '#platforms/website.ts'
import { daysAfter } from '#vocabulary/dates.ts'
import { foldClocks } from './update-clocks.ts'

const { at, post, one, stored, change } = setUpActionTests()
const get = (path: string, who = 'analyst') =>
  at.testApp.server.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${at.tokens[who]!}` } })
const app = () => at.testApp.app
const noticeForm = { registrar: 'Keeper', ipAddress: '203.0.113.7', hosting: 'Host', date: '2026-03-04' }

/** A finding that awaits approval and was enforced nevertheless. */
async function enforced(): Promise<string> {
  const id = await one(website, '33')
  await post(
    `website/${id}/enforcement`,
    { ...noticeForm, actionTaken: 'Reminder Sent', infrigementStatus: '33' },
    'analyst',
  )
  await foldClocks(app(), 24)
  return id
}

describe('the clock', () => {
  const clockOf = async (id: string) => (await get(`enforcement/visits/${id}`)).json().clock
  const mailed = async (id: string, sentAt: string) => {
    const record = await row<{ id: string }>(
      at.database.db,
      sql`select id from enforcements where finding_id = ${id} limit 1`,
    )
    await at.database.pool.query(
      "insert into mails (id, kind, recipient, subject, text_body) values ($1, 'enforcement', 'a@b.test', '', '')",
      [record!.id],
    )
    await at.database.pool.query('update mails set sent_at = $2 where id = $1', [record!.id, sentAt])
    return record!.id
  }

  test('each date is the first of its kind: entered, approved before or after enforcement, notice accepted, verified reply', async () => {
    const id = await enforced()
    expect(await clockOf(id)).toMatchObject({ approved: null, sent: null, acknowledged: null, unreachable: null })
    await change(id, { status: '22', statusfrom: '33' })
    await foldClocks(app(), 24)
    expect((await stored(id)).status).toBe('22')
    expect((await clockOf(id)).approved).not.toBeNull()
    const emailId = await mailed(id, '2026-03-05T10:00:00Z')
    const answer = (kind: string, doubt: string | null, when: string) =>
      at.database.pool.query(
        'insert into inbound_mails (id, name, kind, enforcement_id, doubt, received_at) values (gen_random_uuid(), gen_random_uuid()::text, $1, $2, $3, $4)',
        [kind, emailId, doubt, when],
      )
    await answer('bounce', null, '2026-03-05T10:01:00Z')
    await answer('reply', 'in doubt', '2026-03-05T10:02:00Z')
    expect(await clockOf(id)).toMatchObject({ sent: '2026-03-05T10:00:00.000Z', acknowledged: null })
    await answer('automatic', null, '2026-03-05T12:00:00Z')
    await answer('reply', null, '2026-03-06T12:00:00Z')
    expect((await clockOf(id)).acknowledged).toBe('2026-03-05T12:00:00.000Z')
    await at.database.pool.query('update inbound_mails set doubt = null where doubt is not null')
    expect((await clockOf(id)).acknowledged).toBe('2026-03-05T10:02:00.000Z')

    const late = await one(domain, '33', { reportingDate: '2026-03-01' })
    await change(late, { status: '22', statusfrom: '33' })
    await post(
      `domain/${late}/enforcement`,
      { ...noticeForm, actionTaken: 'Other', infrigementStatus: '11' },
      'analyst',
    )
    await foldClocks(app(), 24)
    expect(await clockOf(late)).toMatchObject({ detected: '2026-03-02T00:00:00.000Z', approved: expect.any(String) })
  })

  test('findings that wait, or left a step, count for as long as they were in it: medians that so few reach are not given', async () => {
    const { pool } = at.database
    await pool.query('delete from finding_clocks')
    const add = async (sent: string, ended: { acknowledged?: string; unreachable?: string }) => {
      const id = await one(website, '11', {})
      await pool.query(
        `insert into finding_clocks (company_id, finding_id, brand_id, platform, detected_at, sent_at, acknowledged_at, unreachable_at, is_folded)
         select company_id, id, brand_id, platform, '2026-02-01', $2, $3, $4, true from findings where id = $1`,
        [id, sent, ended.acknowledged, ended.unreachable],
      )
    }
    const sent = '2026-02-02T00:00Z'
    const stepsOf = async (count: string) => {
      const { steps } = (await get(`enforcement/clock?startDate=2026-01-01&endDate=2026-12-31&count=${count}`)).json()
      return Object.fromEntries(steps.map((step: { step: string }) => [step.step, step]))
    }
    // Two of six are down, four are still up: half of them are not known to go down.
    for (const day of ['03', '05']) await add(sent, { unreachable: `2026-02-${day}T00:00Z` })
    for (const day of ['06', '07', '08', '09']) await add(sent, { acknowledged: `2026-02-${day}T00:00Z` })
    for (const count of ['all', 'business'])
      expect((await stepsOf(count))['unreachable']).toMatchObject({ findings: 2, of: 6, median: null, p90: null })
    const day = 86_400
    // Nobody answers about what is down: from the fourth day on four are waited for, and half of all answer on the fifth.
    expect((await stepsOf('all'))['answer']).toMatchObject({ findings: 4, of: 6, median: 5 * day, p90: 7 * day })
    // Those sent a moment ago say nothing about the days after.
    for (let n = 0; n < 4; n++) await add(new Date().toISOString(), {})
    expect((await stepsOf('all'))['answer']).toMatchObject({ findings: 4, of: 10, median: 5 * day, p90: 7 * day })
  })

  test('figures match a manual calculation; a missing date, the wrong order, another company and deleted findings do not count', async () => {
    await at.database.pool.query('delete from finding_clocks')
    const hoursTo = async (hours: number, more = {}) => {
      const id = await one(website, '11', more)
      await at.database.pool.query(
        `insert into finding_clocks (company_id, finding_id, brand_id, platform, detected_at, sent_at, acknowledged_at, is_folded)
         select company_id, id, brand_id, platform, '2026-02-01', '2026-02-02', '2026-02-02'::timestamptz + make_interval(hours => $2), true
         from findings where id = $1`,
        [id, hours],
      )
      return id
    }
    for (const hours of [1, 2, 3, 4, 10]) await hoursTo(hours)
    await hoursTo(-5)
    const { companies, brands } = at.world
    await hoursTo(100, { companyId: companies.foreign, brandId: brands.foreign })
    const gone = await hoursTo(1000)
    await at.database.pool.query('update findings set deleted_at = now() where id = $1', [gone])
    const request = async (query: string) => (await get(`enforcement/clock?${query}`)).json()
    const { steps, groups } = await request(`company=${companies.parent}&step=answer&by=month`)
    const answer = { findings: 5, median: 3 * 3600, p90: 10 * 3600 }
    expect(steps.find(({ step }: { step: string }) => step === 'answer')).toEqual({
      step: 'answer',
      ...answer,
      of: 6,
      agreed: 0,
      late: 0,
    })
    expect(steps.find(({ step }: { step: string }) => step === 'notice')).toEqual({
      step: 'notice',
      findings: 0,
      median: null,
      p90: null,
      of: 0,
      agreed: 0,
      late: 0,
    })
    // One was acknowledged before it was sent: it began the step and has no duration.
    expect(groups).toEqual([{ key: '2026-02', name: 'Feb 2026', ...answer, of: 6 }])
    // A group of which none ended the step says so.
    expect((await request('step=unreachable&by=platform')).groups).toEqual([
      { key: 'website', name: 'Website', findings: 0, median: null, p90: null, of: 7 },
    ])
    const named = async (by: string) =>
      (await request(`step=answer&by=${by}`)).groups.map((one: { name: string; findings: number }) => [
        one.name,
        one.findings,
      ])
    expect(await named('brand')).toEqual([
      ['Acme One', 5],
      ['Zenith One', 1],
    ])
    expect(await named('platform')).toEqual([['Website', 6]])
    expect((await request('startDate=2026-02-02&step=answer')).groups).toEqual([])
    expect((await request('endDate=2026-02-01&startDate=2026-02-01&step=answer')).groups).toHaveLength(1)
    await at.database.pool.query('update findings set deleted_at = null where id = $1', [gone])
    expect(await named('platform')).toEqual([['Website', 7]])
    const ofClient = (await get('enforcement/clock?step=answer&by=brand', 'client')).json().groups
    expect(ofClient.map(({ name }: { name: string }) => name)).toEqual(['Acme One'])
  })

  test('agreed days: breaches by step, open ones too; business days skip weekends; the exact priority wins', async () => {
    await at.database.pool.query('delete from finding_clocks')
    const { companies } = at.world
    const agree = (more: object, who = 'admin') =>
      at.testApp.server.inject({
        method: 'PUT',
        url: '/api/enforcement/agreed-days',
        payload: { company: companies.parent, platform: 'website', step: 'notice', days: 2, ...more },
        headers: { authorization: `Bearer ${at.tokens[who]!}` },
      })
    // Approved on Friday, 6 March 2026: sent after three days, which is one business day; never sent; sent at once.
    for (const [sent, priority] of [
      ['2026-03-09', 'High'],
      [null, 'Low'],
      ['2026-03-06', 'Low'],
    ] as const) {
      const id = await one(website, '11', { priority })
      await at.database.pool.query(
        `insert into finding_clocks (company_id, finding_id, brand_id, platform, detected_at, approved_at, sent_at, is_folded)
         select company_id, id, brand_id, platform, '2026-03-01', '2026-03-06T00:00Z', $2, true from findings where id = $1`,
        [id, sent],
      )
    }
    const noticeStep = async () =>
      (await get(`enforcement/clock?company=${companies.parent}`))
        .json()
        .steps.find(({ step }: { step: string }) => step === 'notice')
    expect(await noticeStep()).toMatchObject({ findings: 2, of: 3, agreed: 0, late: 0 })
    expect((await agree({}, 'analyst')).statusCode).toBe(403)
    for (const wrong of [
      { days: 0 },
      { days: 366 },
      { days: 1.5 },
      { step: 'x' },
      { priority: 'Medium' },
      { platform: 'x' },
    ])
      expect((await agree(wrong)).statusCode, JSON.stringify(wrong)).toBe(422)
    expect((await agree({ company: at.world.people.analyst })).statusCode).toBe(404)
    expect((await agree({})).json()).toEqual({ message: 'Agreed days saved' })
    expect(await noticeStep()).toMatchObject({ agreed: 3, late: 2 })
    await agree({ isBusiness: true })
    expect(await noticeStep()).toMatchObject({ agreed: 3, late: 1 })
    await agree({ priority: 'High', days: 1 })
    expect(await noticeStep()).toMatchObject({ agreed: 3, late: 2 })
    expect((await get('enforcement/agreed-days')).json()).toMatchObject([
      { company: 'Acme', platform: 'website', step: 'notice', priority: '', days: 2, isBusiness: true },
      { priority: 'High', days: 1, isBusiness: false },
    ])
    await agree({ days: null })
    await agree({ priority: 'High', days: null })
    expect((await get('enforcement/agreed-days')).json()).toEqual([])
  })

  // A day that begins at one o'clock (Brazil until 2019), one of 23 hours at the end of a month, and half hours.
  test.each([
    ['America/Sao_Paulo', '2018-11-03', '2018-11-04T02:59:59Z', '2018-11-04T03:00:00Z', ['Nov 2018']],
    ['America/Sao_Paulo', '2018-02-17', '2018-02-18T02:59:59Z', '2018-02-18T03:00:00Z', ['Feb 2018']],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z', ['Oct 2026']],
    ['Europe/Berlin', '2024-03-31', '2024-03-31T21:59:59Z', '2024-03-31T22:00:00Z', ['Mar 2024', 'Apr 2024']],
    ['Asia/Kolkata', '2026-01-31', '2026-01-31T18:29:59Z', '2026-01-31T18:30:00Z', ['Jan 2026', 'Feb 2026']],
    ['Pacific/Kiritimati', '2025-12-31', '2025-12-31T09:59:59Z', '2025-12-31T10:00:00Z', ['Dec 2025', 'Jan 2026']],
  ])('days and months end at local midnight in %s: %s', async (zone, day, last, next, months) => {
    await at.database.pool.query('delete from finding_clocks')
    for (const moment of [last, next]) {
      const id = await one(website, '11')
      await at.database.pool.query(
        `insert into finding_clocks (company_id, finding_id, brand_id, platform, detected_at, sent_at, acknowledged_at, is_folded)
         select company_id, id, brand_id, platform, $2, '2027-01-01', '2027-01-02', true from findings where id = $1`,
        [id, moment],
      )
    }
    const savedZone = app().settings.businessZone
    app().settings.businessZone = zone
    try {
      const found = async (query: string) =>
        (await get(`enforcement/clock?step=answer&by=month&${query}`)).json().groups as {
          findings: number
          name: string
        }[]
      expect((await found('')).map(({ name }) => name)).toEqual(months)
      expect(await found(`startDate=${day}&endDate=${day}`)).toMatchObject([{ findings: 1, name: months[0] }])
      expect(await found(`startDate=${daysAfter(day, 1)}`)).toMatchObject([{ findings: 1, name: months.at(-1) }])
    } finally {
      app().settings.businessZone = savedZone
    }
  })
})
