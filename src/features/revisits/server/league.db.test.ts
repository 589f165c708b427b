import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { inTransaction, rows, sql } from '#kit/server/db.ts'
import { website } from '#platforms/website.ts'
import { countDeskLeague } from './league-queries.ts'

const { at, get, own } = setUpActionTests()
const business = { days: [1, 2, 3, 4, 5], opens: 540, closes: 1080 }

type Notice = {
  registrar: string
  harm?: string
  downAfter?: number
  sentAgo?: number
  isAnswered?: boolean
  companyId?: string
  brandId?: string
}

/** Findings with a notice, found unreachable after so many hours. */
async function addNotices(notices: readonly Notice[]): Promise<void> {
  const { db } = at.database
  for (const { registrar, harm = '12201', downAfter, sentAgo = 240, isAnswered, ...where } of notices) {
    const [id] = await own(website, ['11'], { reasonCode: harm, ...where })
    await inTransaction(at.database.pool, async ({ db: tx }) => {
      await rows(
        tx,
        sql`insert into enforcements (id, company_id, finding_id, registrar, hosting, action_taken, action_date, status)
        select gen_random_uuid(), company_id, id, ${registrar}, 'Zonehost', 'Abuse E-mail Sent', current_date, '11' from findings where id = ${id!}`,
      )
      await rows(
        tx,
        sql`update finding_clocks set sent_at = now() - make_interval(hours => ${sentAgo}),
          unreachable_at = case when ${downAfter ?? null}::int is not null then now() - make_interval(hours => ${sentAgo - (downAfter ?? 0)}) end,
          answered_at = case when ${isAnswered ?? false}::boolean then now() end where finding_id = ${id!}`,
      )
    })
  }
  await countDeskLeague(db, { zone: 'Asia/Kolkata', business })
}

const league = async (query = '') => (await get(`enforcement/league?${query}`, 'analyst')).json()

test('counts, ranks and medians by kind of harm; those still up count; few notices get no rank; spelling makes no difference', async () => {
  expect(await league()).toMatchObject({ rows: [], countedAt: null })
  const times = (n: number, one: Notice): Notice[] => Array.from({ length: n }, () => one)
  await addNotices([
    // Of 12 five are down after 10 hours and two after 20: the seventh is beyond one half, at 20.
    ...times(5, { registrar: 'Fastnames', downAfter: 10, isAnswered: true }),
    ...times(2, { registrar: ' FASTNAMES ', downAfter: 20 }),
    ...times(5, { registrar: 'Fastnames' }),
    // Of 10 five are up but were observed for an hour only: of the others all are down after 30.
    ...times(5, { registrar: 'Slownames', downAfter: 30 }),
    ...times(5, { registrar: 'Slownames', sentAgo: 1 }),
    ...times(10, { registrar: 'Nonames' }),
    ...times(3, { registrar: 'Fewnames', downAfter: 1 }),
    { registrar: 'Fastnames', harm: '12213', downAfter: 5 },
  ])
  const { rows: found, leastRanked, countedAt } = await league()
  expect(leastRanked).toBe(10)
  expect(countedAt).not.toBeNull()
  expect(found.map((one: { name: string }) => ({ ...one, name: one.name.toLowerCase() }))).toEqual([
    { name: 'fastnames', harm: 'phishing', rank: 1, sent: 12, answered: 5, down: 7, medianHours: 20 },
    { name: 'slownames', harm: 'phishing', rank: 2, sent: 10, answered: 0, down: 5, medianHours: 30 },
    { name: 'nonames', harm: 'phishing', rank: 3, sent: 10, answered: 0, down: 0, medianHours: null },
    // Those without a rank come last, of whatever kind of harm.
    { name: 'fastnames', harm: 'malware', rank: null, sent: 1, answered: 0, down: 1, medianHours: 5 },
    { name: 'fewnames', harm: 'phishing', rank: null, sent: 3, answered: 0, down: 3, medianHours: 1 },
  ])
  const [host] = (await league('kind=host&harm=phishing')).rows
  expect(host).toMatchObject({ name: 'Zonehost', sent: 35, down: 15, rank: 1 })
  const hours = async (count: string) =>
    (await league(`kind=registrar&harm=malware&count=${count}`)).rows[0].medianHours
  expect(await hours('business')).toBeLessThanOrEqual(await hours('all'))
  expect((await league('count=business')).definition.join(' ')).toContain(
    'Business hours only: Mon-Fri 09:00-18:00, Asia/Kolkata',
  )
})

test('by company and period; staff only; the file has the figures and their definition', async () => {
  const { companies, brands } = at.world
  await addNotices([
    { registrar: 'Farnames', companyId: companies.foreign, brandId: brands.foreign, downAfter: 2 },
    { registrar: 'Oldnames', sentAgo: 24 * 200, downAfter: 5 },
  ])
  const names = async (query: string) => (await league(query)).rows.map((one: { name: string }) => one.name)
  expect(await names(`company=${companies.foreign}`)).toEqual(['Farnames'])
  expect(await names('months=3')).not.toContain('Oldnames')
  expect(await names('months=12')).toContain('Oldnames')
  for (const path of ['enforcement/league', 'enforcement/league/file'])
    expect((await get(path, 'client')).statusCode).toBe(403)
  const file = await get('enforcement/league/file?type=csv&months=all', 'analyst')
  expect(file.headers['content-disposition']).toContain('league-of-registrars.csv')
  expect(file.body).toContain('Rank,Name,Kind of harm,Notices,Answered,Acted on,Acted on %,Median hours to down')
  expect(file.body.toLowerCase()).toContain('1,fastnames,phishing,12,5,7,58.3,20')
  expect(file.body).toContain('by Kaplan and Meier')
  expect((await get('enforcement/league/file', 'analyst')).headers['content-type']).toContain('spreadsheet')
})
