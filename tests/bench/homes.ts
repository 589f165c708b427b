import { type Line, within } from './line.ts'
import { fetchOk, median, timed } from './measure.ts'
import type { Servers } from './reading.ts'

/** Findings of the largest company that were taken down since the client's last visit, in one bulk action and by hand. */
const takenDown = { inBulk: 20_000, byHand: 1_000 }

/** The numbers of each home, and what the palette finds. */
export async function homes(servers: Servers, tokens: { analyst: string; admin: string }): Promise<Line[]> {
  const { ours, world, token, quick } = servers
  await fillLog(servers)
  const { rows } = await world.pool.query<{ url: string; lid: string; id: string }>(
    `select d.url, d.lid, d.finding_id as id from findings_e_commerce d where d.company_id = $1 limit 1`,
    [world.company],
  )
  const { url, lid, id } = rows[0]!
  const times = async (path: string, as: string) => {
    const get = () => fetchOk(`${ours.url}/api/${path}`, { token: as })
    await get()
    const found: number[] = []
    for (let n = 0; n < (quick ? 7 : 15); n++) found.push(await timed(get))
    return median(found)
  }
  const lines: Line[] = []
  const add = async (operation: string, path: string, as: string, most: number) =>
    lines.push(within(operation, await times(path, as), most, 'ms'))
  await add('home of a client, 21,000 taken down (counted to 1,000)', 'home/numbers', token, 50)
  await add('home of an analyst', 'home/numbers', tokens.analyst, 50)
  await add('home of an administrator', 'home/numbers', tokens.admin, 50)
  const searches = { address: url, 'listing id': lid, 'listing id, begun': 'lid1', seller: 'seller 1', word: 'se', id }
  for (const [name, text] of Object.entries(searches))
    for (const [who, as] of [
      ['staff', tokens.admin],
      ['a client', token],
    ] as const)
      await add(`palette: ${name}, ${who}`, `search?text=${encodeURIComponent(text)}`, as, 100)
  return lines
}

/** What the benchmark stored without triggers has no log: findings that became Success yesterday. */
async function fillLog({ world: { pool, company } }: Servers): Promise<void> {
  const rowsOf = (size: number, offset: number) => `
    select f.id, f.brand_id, row_number() over (order by f.id) as n from (
      select id, brand_id from findings where company_id = '${company}' and status = '55' order by id
      limit ${size} offset ${offset}) f`
  const insert = (size: number, offset: number, at: string, batch: string) => `
    insert into status_log (id, at, company_id, brand_id, platform, finding_id, module, username, search_term, status_from, status_to, batch_size, batch_id)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(${offset} + n), 12, '0'))::uuid, ${at}, '${company}', brand_id, 'e-commerce', id,
      'bulk-approve', 'bench', 'bench', '11', '55', ${batch} from (${rowsOf(size, offset)}) r
    on conflict do nothing`
  const { inBulk, byHand } = takenDown
  const head = `'00000000-0000-7000-8000-000000000001'::uuid`
  await pool.query(
    insert(
      inBulk,
      0,
      `now() - interval '1 day'`,
      `case when n = 1 then ${inBulk} else 0 end, case when n > 1 then ${head} end`,
    ),
  )
  await pool.query(insert(byHand, inBulk, `now() - interval '1 hour' - n * interval '1 second'`, '1, null'))
}
