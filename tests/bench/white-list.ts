import { randomUUID } from 'node:crypto'
import { against, type Line } from './line.ts'
import { median, fetchOk, timed } from './measure.ts'
import type { Servers } from './reading.ts'
import { clear, newSheet, saveBody } from './writing.ts'

const ENTRIES = 1_000_000

/** Save 25,000 rows with and without 1,000,000 white-listed addresses of the company, in turns. */
export async function whiteListed(servers: Servers, analystToken: string): Promise<Line[]> {
  const { pool, company } = servers.world
  const id = randomUUID()
  await pool.query('insert into white_lists (id, company_id, urls) values ($1, $2, $3)', [id, company, ENTRIES])
  await pool.query(
    `insert into white_list_entries (list_id, company_id, position, normalised)
     select $1, $2, n, 'shop' || n % 50000 || '.own.example/products/' || n from generate_series(1, $3::int) n`,
    [id, company, ENTRIES],
  )
  await pool.query('vacuum analyze white_lists, white_list_entries')
  const save = async (enabled: boolean): Promise<number> => {
    await pool.query('update white_lists set enabled = $2 where id = $1', [id, enabled])
    const body = saveBody(servers, newSheet(servers.today))
    const took = await timed(() =>
      fetchOk(`${servers.ours.url}/api/save-bulk-data`, { method: 'POST', body, token: analystToken }),
    )
    await clear(servers)
    return took
  }
  const withList: number[] = []
  const without: number[] = []
  await save(true)
  await save(false)
  for (let n = 0; n < (servers.quick ? 3 : 7); n++) {
    withList.push(await save(true))
    without.push(await save(false))
  }
  await pool.query('delete from white_lists where id = $1', [id])
  return [
    against(
      'save 25,000 with 1,000,000 white-listed, against none',
      { ours: median(withList), theirs: median(without) },
      1.1,
    ),
  ]
}
