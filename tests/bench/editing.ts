import { against, type Line, within } from './line.ts'
import { median, fetchOk, timed } from './measure.ts'
import type { Servers } from './reading.ts'
import { clear, newSheet, saveBody } from './writing.ts'

type Fetched = { id: string; rowVersion: number }

/** Edits title, price and reason of 25,000 rows with every check over HTTP, against a plain SQL update of these cells. */
export async function editing(servers: Servers, token: string): Promise<Line[]> {
  const { world, today, ours } = servers
  const scope = { company: world.company, brand: world.brand, platform: 'e-commerce', reportingDate: today }
  const post = (path: string, body: object) =>
    fetchOk(`${ours.url}/api/save-bulk-data/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      token,
      withText: true,
    })
  const sheet = newSheet(today)
  await fetchOk(`${ours.url}/api/save-bulk-data`, { method: 'POST', body: saveBody(servers, sheet), token })
  const filters = { title: String(sheet[0]!['title']).split(' ')[2]! }
  const mine: number[] = []
  const bare: number[] = []
  const fetches: number[] = []
  const delays: number[] = []
  for (let n = 0; n < (servers.quick ? 2 : 4); n++) {
    let text = ''
    const fetching = await timed(async () => {
      ;({ text } = await post('fetch-bulk-data', { ...scope, filters }))
    })
    const { data } = JSON.parse(text) as { data: Fetched[] }
    if (data.length !== sheet.length) throw new Error(`${data.length} of ${sheet.length} rows were fetched`)
    const cells = (mark: string) =>
      data.map(({ id, rowVersion }, i) => ({
        id,
        rowVersion,
        title: `Fresh ${filters.title} ${mark}${i}`,
        price: i + n,
        reason: `${mark}${i}`,
      }))
    const body = { ...scope, data: cells('mine') }
    ours.resetStats()
    const took = await timed(() => post('bulk-update', body))
    const delay = (await ours.readStats()).blockedMs
    const rows = cells('bare')
    const update = await timed(async () => {
      const client = await world.pool.connect()
      const lists = [rows.map((one) => one.id), rows.map((one) => one.title), rows.map((one) => one.price)]
      await client.query('begin')
      await client.query(
        `update findings_e_commerce d set title = v.title, price = v.price
         from unnest($2::uuid[], $3::text[], $4::numeric[]) v (id, title, price)
         where d.company_id = $1 and d.finding_id = v.id and d.finding_id = any($2)`,
        [world.company, ...lists],
      )
      await client.query(
        `update findings f set reason = v.reason, version = version + 1, updated_at = now()
         from unnest($2::uuid[], $3::text[]) v (id, reason) where f.company_id = $1 and f.id = v.id and f.id = any($2)`,
        [world.company, lists[0], rows.map((one) => one.reason)],
      )
      await client.query('commit')
      client.release()
    })
    await world.pool.query('vacuum findings, findings_e_commerce')
    // The first round is a warm-up.
    if (n > 0) {
      mine.push(took)
      bare.push(update)
      fetches.push(fetching)
      delays.push(delay)
    }
  }
  await clear(servers)
  return [
    within('fetch 25,000 to edit', median(fetches), 2000, 'ms'),
    against('edit 25,000 with all checks, over HTTP', { ours: median(mine), theirs: median(bare) }, 2),
    within('edit: longest event-loop delay', median(delays), 50, 'ms'),
  ]
}
