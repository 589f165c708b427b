import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { inTransaction, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { website } from '#platforms/website.ts'
import { firstOfMonth, showMonth, today } from '#vocabulary/dates.ts'
import { countDeskLeague } from './league-queries.ts'

const { at, get, own } = setUpActionTests()
const business = { days: [1, 2, 3, 4, 5], opens: 540, closes: 1080 }

type Notice = {
  registrar: string
  /** Whose desk received it. */
  to?: 'registrar' | 'host'
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
  for (const {
    registrar,
    to = 'registrar',
    harm = '12201',
    downAfter,
    sentAgo = 240,
    isAnswered,
    ...where
  } of notices) {
    const record = newId()
    const [id] = await own(website, ['11'], { reasonCode: harm, ...where })
    await inTransaction(at.database.pool, async ({ db: tx }) => {
      await rows(
        tx,
        sql`insert into enforcements (id, company_id, finding_id, registrar, hosting, action_taken, action_date, status,
            desk_kind, desk_name)
          select ${record}, company_id, id, ${registrar}, 'Zonehost', 'Abuse E-mail Sent', current_date, '11', ${to}::text,
            ${to === 'host' ? 'Zonehost' : registrar} from findings where id = ${id!}`,
      )
      await rows(
        tx,
        sql`insert into mails (id, kind, recipient, subject, text_body, sent_at)
          values (${record}, 'enforcement', 'a@b.test', '', '', now() - make_interval(hours => ${sentAgo}))`,
      )
      if (isAnswered)
        await rows(
          tx,
          sql`insert into inbound_mails (id, name, kind, enforcement_id) values (${newId()}, ${newId()}, 'reply', ${record})`,
        )
      await rows(
        tx,
        sql`update finding_clocks set unreachable_at = case when ${downAfter ?? null}::int is not null then now() - make_interval(hours => ${sentAgo - (downAfter ?? 0)}) end
          where finding_id = ${id!}`,
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
    { name: 'fastnames', harm: 'phishing', rank: 1, sent: 12, named: 12, answered: 5, down: 7, medianHours: 20 },
    { name: 'slownames', harm: 'phishing', rank: 2, sent: 10, named: 10, answered: 0, down: 5, medianHours: 30 },
    { name: 'nonames', harm: 'phishing', rank: 3, sent: 10, named: 10, answered: 0, down: 0, medianHours: null },
    // Those without a rank come last, of whatever kind of harm.
    { name: 'fastnames', harm: 'malware', rank: null, sent: 1, named: 1, answered: 0, down: 1, medianHours: 5 },
    { name: 'fewnames', harm: 'phishing', rank: null, sent: 3, named: 3, answered: 0, down: 3, medianHours: 1 },
  ])
  // The records name the host too, but nobody wrote to it.
  const [host] = (await league('kind=host&harm=phishing')).rows
  expect(host).toMatchObject({ name: 'Zonehost', sent: 0, named: 35, answered: 0, down: 0, rank: null })
  const hours = async (count: string) =>
    (await league(`kind=registrar&harm=malware&count=${count}`)).rows[0].medianHours
  expect(await hours('business')).toBeLessThanOrEqual(await hours('all'))
  expect((await league('count=business')).definition.join(' ')).toContain(
    'Business hours only: Mon-Fri 09:00-18:00, Asia/Kolkata',
  )
})

test('a desk is ranked by the notices that it received itself, from its own first notice', async () => {
  const times = (n: number, one: Notice): Notice[] => Array.from({ length: n }, () => one)
  await addNotices(times(10, { registrar: 'Bystander', to: 'host', harm: '234', downAfter: 4, isAnswered: true }))
  const rowsOf = async (kind: string) => (await league(`kind=${kind}&harm=counterfeit`)).rows
  expect(await rowsOf('registrar')).toEqual([
    {
      name: 'Bystander',
      harm: 'counterfeit',
      rank: null,
      sent: 0,
      named: 10,
      answered: 0,
      down: 0,
      medianHours: null,
    },
  ])
  expect(await rowsOf('host')).toEqual([
    { name: 'Zonehost', harm: 'counterfeit', rank: 1, sent: 10, named: 10, answered: 10, down: 10, medianHours: 4 },
  ])
  // The registrar is written to later: its hours begin then, and the host's answers are not its own.
  const { db } = at.database
  await rows(
    db,
    sql`with added as (insert into enforcements (id, company_id, finding_id, registrar, hosting, action_taken, action_date,
          status, desk_kind, desk_name, form, submitted_at)
        select gen_random_uuid(), e.company_id, e.finding_id, e.registrar, e.hosting, 'Platform Form Submitted',
          e.action_date, '11', 'registrar', e.registrar, 'https://bystander.test/form', m.sent_at + interval '3 hours'
        from enforcements e join mails m on m.id = e.id where e.registrar = 'Bystander' returning 1)
      select count(*) from added`,
  )
  await countDeskLeague(db, { zone: 'Asia/Kolkata', business })
  const [registrar] = await rowsOf('registrar')
  expect(registrar).toMatchObject({ rank: 1, sent: 10, named: 10, answered: 0, down: 10, medianHours: 1 })
  expect((await league('kind=registrar')).definition[0]).toMatch(/the desk of the registrar itself received a notice/)
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
  expect(file.headers['content-disposition']).toContain('filename="league-of-registrars-all-months.csv"')
  expect(file.body).toContain('Rank,Name,Kind of harm,Notices,Named,Answered,Acted on,Acted on %,Median hours to down')
  expect(file.body.toLowerCase()).toContain('1,fastnames,phishing,12,12,5,7,58.3,20')
  expect(file.body).toContain('by Kaplan and Meier')
  expect((await get('enforcement/league/file', 'analyst')).headers['content-type']).toContain('spreadsheet')
})

test('what was down later than a league observes is up until then in the median, and acted on; the definition says so', async () => {
  await addNotices([
    { registrar: 'Latenames', harm: '234', sentAgo: 4800, downAfter: 3367 },
    { registrar: 'Edgenames', harm: '234', sentAgo: 4800, downAfter: 2160 },
  ])
  const found = (await league('months=all')).rows.filter(({ name }: { name: string }) =>
    /^(Late|Edge)names$/.test(name),
  )
  expect(found).toMatchObject([
    { name: 'Edgenames', down: 1, medianHours: 2160 },
    { name: 'Latenames', down: 1, medianHours: null },
  ])
  expect((await league('months=all')).definition.join(' ')).toContain('at most 2,160 hours after the notice (90 days)')
  expect((await league('count=business')).definition.join(' ')).toContain('at most 2,160 business hours after')
})

test('a file names its months, company, kind of harm and hours, in its name and below its rows', async () => {
  const { companies } = at.world
  await rows(at.database.db, sql`update companies set name = 'Åcme "Zürich"' where id = ${companies.parent}`)
  const query = `kind=host&harm=phishing&months=3&count=business&company=${companies.parent}`
  const month = today('Asia/Kolkata').slice(0, 7)
  const first = firstOfMonth(`${month}-01`, -2).slice(0, 7)
  const named = `phishing-${first}-to-${month}-business-hours`
  expect((await league(query)).fileName).toBe(`league-of-hosts-åcme-zürich-${named}`)
  const file = await get(`enforcement/league/file?type=csv&${query}`, 'analyst')
  expect(file.headers['content-disposition']).toBe(`attachment; filename="league-of-hosts-_cme-z_rich-${named}.csv"`)
  for (const line of [
    `Months of the notices: ${showMonth(first)} to ${showMonth(month)}`,
    'Company: Åcme ""Zürich""',
    'Kind of harm: Phishing',
    'Hours counted: Business hours',
  ])
    expect(file.body).toContain(line)
  const whole = await get('enforcement/league/file?type=csv&months=all', 'analyst')
  for (const line of ['Months of the notices: all', 'Company: all', 'Kind of harm: all', 'Hours counted: All hours'])
    expect(whole.body).toContain(line)
})
