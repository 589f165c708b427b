import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { exportCalls } from '#features/exports/contract.ts'
import { type ChoiceName, choiceNames } from '#features/exports/rules.ts'
import { foldCounters } from '#features/findings/server/counters.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { readChoices } from './choices.ts'
import { withDays } from './query-range.ts'
import { setUpExportTests } from './testing.ts'

const { at } = setUpActionTests()
const { call, queryOf } = setUpExportTests(at)
const paths: Record<ChoiceName, string> = {
  reasonCode: 'reason-code',
  seller: 'seller',
  status: 'status',
  actionDate: 'action-date',
}
const choices = async (name: ChoiceName, more: Record<string, string | string[]> = {}): Promise<string[]> => {
  const answer = await call('GET', `/services/${paths[name]}?${queryOf({ ...march, ...more })}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const march = { startDate: '2024-03-01', endDate: '2024-03-31' }

/** Findings of March 2024, and what is asked of each. */
type Made = { brand: string; day: string; status: string; seller: string; reasonCode: string; actionDate?: string }
let made: (Made & { id: string })[]
beforeAll(async () => {
  const { own, disabled } = at.world.brands
  const list: Made[] = [
    { brand: own, day: '2024-03-02', status: '33', seller: 'Bazaar 9', reasonCode: '12201' },
    {
      brand: own,
      day: '2024-03-03',
      status: '00',
      seller: 'Glow Traders',
      reasonCode: '12301',
      actionDate: '2024-03-20',
    },
    { brand: own, day: '2024-03-04', status: '11', seller: 'Bazaar 9', reasonCode: '12301', actionDate: '2024-03-21' },
    {
      brand: disabled,
      day: '2024-03-05',
      status: '00',
      seller: 'Far Away',
      reasonCode: '12201',
      actionDate: '2024-03-22',
    },
    {
      brand: disabled,
      day: '2024-04-01',
      status: '55',
      seller: 'Later',
      reasonCode: '12302',
      actionDate: '2024-04-02',
    },
  ]
  const ids = await addFindings(
    at.database.db,
    eCommerce,
    list.map(({ brand, day, seller, ...one }) => ({
      companyId: at.world.companies.parent,
      brandId: brand,
      reportingDate: day,
      username: seller,
      status: one.status,
      reasonCode: one.reasonCode,
    })),
  )
  made = list.map((one, n) => ({ ...one, id: ids[n]! }))
  for (const { id, actionDate } of made) if (actionDate) await actOn(id, actionDate)
  await foldCounters(at.database.db)
})
const actOn = (id: string, day: string, platform = 'e-commerce') =>
  rows(
    at.database.db,
    sql`insert into last_enforcements (company_id, finding_id, enforcement_id, platform, action_taken, action_date)
      values (${at.world.companies.parent}, ${id}, gen_random_uuid(), ${platform}, 'Abuse E-mail Sent', ${day}::date)`,
  )

test('S-222 the last action dates are those of the chosen brands, platform and reporting dates, newest first', async () => {
  expect(await choices('actionDate')).toEqual(['2024-03-22', '2024-03-21', '2024-03-20'])
  expect(await choices('actionDate', { brand: at.world.brands.own })).toEqual(['2024-03-21', '2024-03-20'])
  expect(await choices('actionDate', { endDate: '2024-04-30' })).toContain('2024-04-02')
  expect(await choices('actionDate', { startDate: '2024-03-04' })).toEqual(['2024-03-22', '2024-03-21'])
  expect(await choices('actionDate', { search: '-20' })).toEqual(['2024-03-20'])
  const [id] = await addFindings(at.database.db, domain, [
    { companyId: at.world.companies.parent, brandId: at.world.brands.own, reportingDate: '2024-03-03' },
  ])
  await actOn(id!, '2024-03-25', 'domain')
  expect(await choices('actionDate')).not.toContain('2024-03-25')
  expect(await choices('actionDate', { platform: 'domain' })).toEqual(['2024-03-25'])
})

test('S-222 a date follows its finding: another brand, another reporting date, deleted, restored, acted on again', async () => {
  const { id } = made[1]!
  const change = (set: ReturnType<typeof sql>) => rows(at.database.db, sql`update findings set ${set} where id = ${id}`)
  const has = async (brand: string, more = {}) =>
    (await choices('actionDate', { brand, ...more })).includes('2024-03-20')
  const { own, disabled } = at.world.brands
  await change(sql`brand_id = ${disabled}`)
  expect([await has(own), await has(disabled)]).toEqual([false, true])
  await change(sql`brand_id = ${own}, reporting_date = '2024-05-03'`)
  expect([await has(own), await has(own, { endDate: '2024-05-31' })]).toEqual([false, true])
  await change(sql`reporting_date = '2024-03-03', deleted_at = now()`)
  expect(await has(own)).toBe(false)
  await change(sql`deleted_at = null`)
  expect(await has(own)).toBe(true)
  await rows(at.database.db, sql`update last_enforcements set action_date = '2024-03-26' where finding_id = ${id}`)
  await foldCounters(at.database.db)
  expect(await choices('actionDate', { brand: own })).toEqual(['2024-03-26', '2024-03-21'])
  await rows(at.database.db, sql`delete from last_enforcements where finding_id = ${id}`)
  expect(await choices('actionDate', { brand: own })).toEqual(['2024-03-21'])
  await actOn(id, '2024-03-20')
})

test('S-220 S-221 S-222 S-223 the other filters that are chosen narrow the choices, the filter itself does not', async () => {
  expect(await choices('seller', { status: '00' })).toEqual(['Far Away', 'Glow Traders'])
  expect(await choices('seller', { status: '0', brand: at.world.brands.own })).toEqual(['Glow Traders'])
  expect(await choices('seller', { seller: 'Bazaar 9' })).toEqual(await choices('seller'))
  expect(await choices('status', { seller: 'bazaar 9' })).toEqual(['11', '33'])
  expect(await choices('status', { status: '33', reasonCode: '12301' })).toEqual(['00', '11'])
  expect(await choices('reasonCode', { seller: ['Glow Traders', 'Far Away'] })).toEqual(['12201', '12301'])
  expect(await choices('reasonCode', { actionDate: '2024-03-22' })).toEqual(['12201'])
  expect(await choices('actionDate', { status: '00', reasonCode: '12301' })).toEqual(['2024-03-20'])
  expect(await choices('status', { actionDate: '2024-04-02' })).toEqual([])
  expect(await choices('status', { status: '55', endDate: '2024-04-30', seller: 'Later' })).toEqual(['55'])
})

test('S-220 S-221 S-222 S-223 with more findings than are read the choices are looked up, and are the same', async () => {
  const others: Record<string, string>[] = [
    { status: '00' },
    { seller: 'Bazaar 9' },
    { reasonCode: '12301' },
    { actionDate: '2024-03-21' },
    { status: '11', reasonCode: '12301' },
    { seller: 'Far Away', actionDate: '2024-03-22', search: '2' },
    { status: '101' },
  ]
  for (const name of choiceNames)
    for (const other of others)
      expect(await lookedUp(name, other), `${name} of ${JSON.stringify(other)}`).toEqual(await choices(name, other))
})

test('S-223 where looking takes too long, the choices are those of the scope and dates', async () => {
  const client = await at.database.pool.connect()
  try {
    await client.query('begin; lock table findings in access exclusive mode')
    expect(await lookedUp('seller', { status: '11' })).toEqual(['Bazaar 9', 'Far Away', 'Glow Traders'])
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await lookedUp('seller', { status: '11' }, 10_000)).toEqual(['Bazaar 9'])
})

const analyst = { role: 'Analyst' } as Session

/** The choices without reading findings. */
async function lookedUp(name: ChoiceName, more: Record<string, string>, milliseconds = 2_000): Promise<string[]> {
  const query = Object.fromEntries(new URLSearchParams(queryOf({ ...march, ...more })))
  const input = withDays(exportCalls.statuses.takes.parse(query), 'Asia/Kolkata')
  return readChoices(at.database, analyst, { name, input }, { read: -1, milliseconds })
}
