import { randomUUID } from 'node:crypto'
import { foldCounters } from '#features/findings/server/counters.ts'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { onPool } from '#kit/server/db.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { type Line, within } from './line.ts'
import { fetchOk, median, timed } from './measure.ts'
import type { Servers } from './reading.ts'
import { busySeller } from './world.ts'

const allTime = { startDate: '2018-01-01', endDate: '2099-12-31' }

/**
 * What staff ask for between finding and uploading: the choices and counts of a bulk download of the largest company, a
 * duplicate check of 20,000 lines, half of them stored, and a draft of 5,000 rows.
 */
export async function staffData(servers: Servers, token: string): Promise<Line[]> {
  const { ours, world, quick } = servers
  const medianOf = async (work: () => Promise<unknown>) => {
    const took: number[] = []
    for (let n = 0; n < (quick ? 5 : 11); n++) took.push(await timed(work))
    return median(took)
  }
  const scope = { company: world.company, brand: 'ALL', platform: 'e-commerce', ...allTime }
  const lines: Line[] = []
  await someActions(servers)
  for (const [name, what, chosen] of [
    ['reason-code', 'reason codes', {}],
    ['seller', 'sellers', {}],
    ['status', 'statuses', {}],
    ['action-date', 'last action dates', {}],
    ['action-date', 'last action dates of one brand', { brand: world.brand }],
    ['seller', 'sellers, typed', { search: 'mercury' }],
    ['seller', 'sellers of a status', { status: '99' }],
    ['seller', 'sellers of a status that five findings have', { status: '101' }],
    ['reason-code', 'reason codes of a status and two sellers', { status: '55', seller: [busySeller, 'Seller 17'] }],
    ['status', 'statuses of a reason code', { reasonCode: '12301' }],
    ['action-date', 'last action dates of a status', { status: '00' }],
    ['status', 'statuses of a last action date', { actionDate: '2025-02-01' }],
  ] as const) {
    const url = `${ours.url}/api/services/${name}?${queryOf({ ...scope, ...chosen })}`
    const answer = JSON.parse((await fetchOk(url, { token, withText: true })).text) as string[]
    const values = `choices of a bulk download: ${what}, ${answer.length} values`
    lines.push(within(values, await medianOf(() => fetchOk(url, { token })), 100, 'ms'))
  }

  const stored = await storedAddresses(servers)
  const urls = [...stored, ...Array.from({ length: 10_000 }, (_, n) => `https://new.example/${n}`)]
  const body = JSON.stringify({ company: world.company, brand: '', platform: 'e-commerce', urls })
  const check = () =>
    fetchOk(`${ours.url}/api/services/duplicate-check`, { method: 'POST', token, body, withText: true })
  const { duplicateUrls } = JSON.parse((await check()).text) as { duplicateUrls: string[] }
  const checked = `duplicate check of ${urls.length.toLocaleString('en')} lines, ${duplicateUrls.length.toLocaleString('en')} duplicates`
  lines.push(within(checked, await medianOf(check), 1000, 'ms'))

  const draft = await largeDraft(servers)
  const rows = () => fetchOk(`${ours.url}/api/v1/fetch-draft-data/${draft}`, { token })
  lines.push(within('rows of a draft of 5,000', await medianOf(rows), 1000, 'ms'))
  return lines
}

/** The addresses of 10,000 findings of the company, with the keys by which uploads compare them. */
async function storedAddresses({ world }: Servers): Promise<string[]> {
  const found = await world.pool.query<{ id: string; url: string }>(
    'select finding_id as id, url from findings_e_commerce where company_id = $1 limit 10000',
    [world.company],
  )
  const keys = found.rows.map(({ url }) => identityKey(eCommerce, comparedAddress(eCommerce, url)))
  await world.pool.query(
    `update findings f set identity_key = k.key from unnest($2::uuid[], $3::uuid[]) k (id, key)
     where f.company_id = $1 and f.id = k.id`,
    [world.company, found.rows.map(({ id }) => id), keys],
  )
  return found.rows.map(({ url }) => url)
}

/**
 * Every hundredth finding of the company has an enforcement record, on one of 400 days; five have a status that no other
 * has.
 */
async function someActions({ world }: Servers): Promise<void> {
  await world.pool.query(
    `insert into last_enforcements (company_id, finding_id, platform, action_date, enforcement_id, action_taken)
     select company_id, id, platform, date '2025-01-01' + (row_number() over () % 400)::int, gen_random_uuid(), 'Abuse E-mail Sent' from findings
     where company_id = $1 and abs(hashtext(id::text)) % 100 = 0 on conflict do nothing`,
    [world.company],
  )
  await world.pool.query(
    `update findings set status = '101' where company_id = $1
       and id in (select id from findings where company_id = $1 order by hashtext(id::text) limit 5)`,
    [world.company],
  )
  await foldCounters(onPool(world.pool))
}

function queryOf(values: Record<string, string | readonly string[]>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) for (const one of [value].flat()) query.append(name, one)
  return query.toString()
}

async function largeDraft({ world }: Servers): Promise<string> {
  const id = randomUUID()
  await world.pool.query(
    `insert into drafts (id, company_id, brand_id, platform, file_name, created_by, row_count, changes)
     select $1, $2, $3, 'e-commerce', 'Large', id, 5000, 1 from users where role = 'Analyst' limit 1`,
    [id, world.company, world.brand],
  )
  await world.pool.query(
    `insert into draft_rows (id, draft_id, sn, data, bytes, change, saved_by)
     select gen_random_uuid(), $1, n, jsonb_build_object('site', 'Amazon', 'url', 'https://large.example/' || n,
       'title', 'Serum 30 ml, number ' || n, 'price', 100, 'status', '33', 'reason', 'Counterfeit', 'priority', 'High',
       'username', 'Seller ' || n % 37, 'lid', 'L' || n), 300, 1, created_by
     from drafts, generate_series(1, 5000) n where drafts.id = $1`,
    [id],
  )
  return id
}
