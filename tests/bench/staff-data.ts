import { randomUUID } from 'node:crypto'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { type Line, within } from './line.ts'
import { fetchOk, median, timed } from './measure.ts'
import type { Servers } from './reading.ts'

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
  const query = new URLSearchParams({ company: world.company, brand: 'ALL', platform: 'e-commerce', ...allTime })
  const lines: Line[] = []
  await someActions(servers)
  for (const name of ['reason-code', 'seller', 'status', 'action-date']) {
    const url = `${ours.url}/api/services/${name}?${query.toString()}`
    const answer = JSON.parse((await fetchOk(url, { token, withText: true })).text) as string[]
    const what = `choices of a bulk download: ${name}, ${answer.length} values`
    lines.push(within(what, await medianOf(() => fetchOk(url, { token })), 100, 'ms'))
  }
  const narrowed = `${ours.url}/api/services/seller?${query.toString()}&search=mercury`
  lines.push(
    within('choices of a bulk download: seller, typed', await medianOf(() => fetchOk(narrowed, { token })), 100, 'ms'),
  )

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

/** Every hundredth finding of the company has an enforcement record, on one of 400 days. */
async function someActions({ world }: Servers): Promise<void> {
  const client = await world.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into last_enforcements (company_id, finding_id, platform, action_date, enforcement_id, action_taken)
       select company_id, id, platform, date '2025-01-01' + (row_number() over () % 400)::int, gen_random_uuid(), 'Abuse E-mail Sent' from findings
       where company_id = $1 and abs(hashtext(id::text)) % 100 = 0 on conflict do nothing`,
      [world.company],
    )
  } finally {
    client.release(true)
  }
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
