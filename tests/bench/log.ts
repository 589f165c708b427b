import { logMoves } from '#kit/server/audit.ts'
import { sql } from '#kit/server/db.ts'
import { daysAfter } from '#vocabulary/dates.ts'
import { type Line, within } from './line.ts'
import { median, fetchOk, quantile, timed } from './measure.ts'
import type { Servers } from './reading.ts'
import type { World } from './world.ts'

type Say = (line: string) => void

/** First pages of the log by every filter, over HTTP as the Admin; and what writing it costs. */
export async function searchingTheLog(
  servers: Servers,
  { logRows, token, say }: { logRows: number; token: string; say: Say },
): Promise<Line[]> {
  const { world, ours, today, quick } = servers
  say(`Filling ${logRows.toLocaleString('en')} changes of status …`)
  const took = await timed(() => fillLog(world, logRows))
  say(`  filled in ${Math.round(took / 1000)} s`)

  const known = await world.pool.query<{ company: string; small: string; brand: string }>(
    `select (select id from companies where name = 'Company 1') as company, (select id from companies where name = 'Company 150') as small,
      (select brand_id from status_log limit 1) as brand`,
  )
  const { company, small, brand } = known.rows[0]!
  const all = { startDate: '2018-01-01', endDate: today }
  const searches: [name: string, query: Record<string, string>][] = [
    ['last 30 days', {}],
    ['three years', all],
    ['largest company', { ...all, company }],
    ['small company', { ...all, company: small }],
    ['brand', { ...all, brand }],
    ['platform', { ...all, platform: 'app-store' }],
    ['one day two years ago', { startDate: daysAfter(today, -730), endDate: daysAfter(today, -730) }],
    ['username, part of 40', { ...all, username: 'analyst' }],
    ['username of one', { ...all, username: 'client of 150' }],
    ['username of nobody', { ...all, username: 'nobody' }],
    ['address, one finding', { ...all, searchTerm: '/p/123456-' }],
    ['address, a tenth of all', { ...all, searchTerm: 'KARTHOLM' }],
    ['address of nothing', { ...all, searchTerm: 'no such address' }],
    ['address of one, in a company', { ...all, company: small, searchTerm: 'kartholm' }],
    ['status from', { ...all, selectedFromStatus: '44' }],
    ['status to, rare', { ...all, selectedToStatus: '102' }],
    ['status from and to', { ...all, selectedFromStatus: '22', selectedToStatus: '11' }],
    ['statuses without a direct change', { ...all, selectedFromStatus: '33', selectedToStatus: '55' }],
    [
      'company, platform, person, status',
      { ...all, company, platform: 'domain', username: 'client', selectedToStatus: '22' },
    ],
    ['page 1,000 by number', { ...all, page: '1000' }],
  ]
  const lines: Line[] = []
  const times = quick ? 10 : 25
  const search = async (query: Record<string, string>) =>
    fetchOk(`${ours.url}/api/data-log/searchLogRecord?${new URLSearchParams(query).toString()}`, {
      token,
      withText: true,
    })
  for (const [name, query] of searches) lines.push(...(await measured(name, times, () => search(query))))
  let after = ''
  for (let page = 0; page < 5; page++) {
    const { docs } = JSON.parse((await search({ ...all, perPage: '20000', ...(after ? { after } : {}) })).text) as {
      docs: { cursor: string }[]
    }
    after = docs.at(-1)!.cursor
  }
  lines.push(...(await measured('after the 100,000th row', times, () => search({ ...all, after, page: '10001' }))))
  lines.push(
    within('log, exact number of three years', await timed(() => search({ ...all, exact: '1' })), 10_000, 'ms'),
  )
  lines.push(...(await writing(world)))
  return lines
}

async function measured(name: string, times: number, work: () => Promise<unknown>): Promise<Line[]> {
  const durations: number[] = []
  const first = await timed(work)
  for (let n = 0; n < times; n++) durations.push(await timed(work))
  return [
    within(`log: ${name}, p50 (the first ${Math.round(first)} ms)`, median(durations), 300, 'ms'),
    within(`log: ${name}, p95`, quantile(durations, 0.95), 300, 'ms'),
  ]
}

/** 20,000 rows written with the statement of every status change, with and without the tables for searches. */
async function writing({ pool }: World): Promise<Line[]> {
  const client = await pool.connect()
  const durations: Record<string, number[]> = { enable: [], disable: [] }
  const actor = { userId: null, username: 'client' }
  const bulk = logMoves(actor, 'bulk-approve', sql`to_write`)
  try {
    await client.query('create temporary table to_write as select * from status_log order by at desc limit 20000')
    for (let n = 0; n < 14; n++) {
      const how = n % 2 ? 'enable' : 'disable'
      await client.query('begin')
      await client.query(`alter table status_log ${how} trigger status_log_noted`)
      const took = await timed(() => client.query(bulk.text, [...bulk.values]))
      if (n > 1) durations[how]!.push(took)
      await client.query('rollback')
    }
  } finally {
    client.release(true)
  }
  const [noted, bare] = [median(durations['enable']!), median(durations['disable']!)]
  return [
    within('log: 20,000 rows written', noted, 1000, 'ms'),
    within('log: of that for search tables', noted - bare, 150, 'ms'),
  ]
}

/** Four changes of each finding over three years, in companies of falling size, by 40 analysts and the clients. */
async function fillLog({ pool }: World, logRows: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set work_mem = '512MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off`,
    )
    await client.query(
      `select make_log_part('status_log', (now() - make_interval(months => back))::date) from generate_series(0, 37) back`,
    )
    const droppedIndexes = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where (indrelid = 'status_log'::regclass or indexrelid = 'status_log_terms_part'::regclass) and not indisprimary`,
    )
    for (const { name } of droppedIndexes.rows) await client.query(`drop index ${name}`)
    await client.query(changes, [logRows / 4])
    await client.query(
      `insert into status_log_kinds select distinct company_id, brand_id, platform, status_from, status_to from status_log
        on conflict do nothing;
       insert into status_log_people select distinct company_id, username from status_log
        on conflict do nothing`,
    )
    await client.query(`insert into status_log_terms (company_id, finding_id, search_term)
      select company_id, finding_id, search_term from status_log where status_from = '' on conflict do nothing`)
    for (const { definition } of droppedIndexes.rows) await client.query(definition.replace(' ON ONLY ', ' ON '))
  } finally {
    client.release(true)
  }
  await pool.query('vacuum analyze status_log, status_log_terms, status_log_kinds, status_log_people')
}

const changes = `
  with owned as materialized (
    select row_number() over (order by substr(c.name, 9)::int) as position, c.id, c.name, array(select b.id from brands b where b.company_id = c.id order by 1) as brands
    from companies c where c.name ~ '^.{8}[0-9]+$'
  ), findings as materialized (
    select f, md5(f::text) as m, ('x' || substr(md5(f::text), 1, 7))::bit(28)::int as d from generate_series(1, $1::int) f
  )
  insert into status_log (id, at, company_id, brand_id, platform, finding_id, module, username, search_term, status_from, status_to)
  select (lpad(to_hex((extract(epoch from t.at) * 1000)::bigint), 12, '0') || '7' || substr(m, 1 + k, 3) || '8' || substr(m, 10 + k, 15))::uuid,
    t.at, o.id, o.brands[1 + d % cardinality(o.brands)],
    (array['e-commerce','e-commerce','e-commerce','e-commerce','domain','website','social-media','app-store'])[1 + d / 7 % 8],
    (lpad(to_hex((extract(epoch from t.found) * 1000)::bigint), 12, '0') || '7' || substr(m, 3, 3) || '8' || substr(m, 12, 15))::uuid, case k when 0 then 'upload' when 1 then 'bulk-approve' else 'enforcement' end,
    case when k = 1 then 'client of ' || o.position else 'analyst ' || d / 11 % 40 end,
    'https://www.' || (array['kartholm','bazarone','shopvira','dealmandi','trendolo','mercavia','lootlane','bulkora','gharcart','zentrade'])[1 + d / 13 % 10]
      || '.example/p/' || f || '-' || substr(m, 1, 10),
    case k when 0 then '' when 1 then '33' when 2 then '22' else case when d % 400 = 0 then '44' else '11' end end,
    case k when 0 then '33' when 1 then '22' when 2 then case when d % 400 = 0 then '44' else '11' end
      else case when d % 4000 = 0 then '102' when d % 400 = 0 then '66' else '55' end end
  from findings
  join owned o on o.position = (1 + floor(200 * power((d % 9973) / 9973.0, 3)))::int
  cross join generate_series(0, 3) k
  cross join lateral (select now() - interval '1080 days' * (1 - f::float8 / $1) as found) t0
  cross join lateral (select found, found - interval '6 hours' * (3 - k) as at) t`
