import { against, type Line } from './line.ts'
import { inTurns, fetchOk } from './measure.ts'
import type { Servers } from './reading.ts'
import { busySeller } from './world.ts'

/**
 * The page of a seller who has a tenth of all findings, over all time: first ten rows, their number, the charts by
 * month and by company. By hand: the rows and one grouping, with an index for it and without HTTP.
 */
export async function seller(servers: Servers, analystToken: string): Promise<Line[]> {
  const { ours, world, token, quick } = servers
  await world.pool.query(
    `create index if not exists plain_seller on plain_listings (lower(username), day desc, id desc)`,
  )
  await world.pool.query('analyze plain_listings')
  const params = new URLSearchParams({
    sellerName: busySeller,
    startDate: '2018-01-01',
    endDate: '2099-12-31',
    perPage: '10',
    dropdownCount: '10',
  })
  const url = `${ours.url}/api/ecommerce/uniqueSellerData?${params.toString()}`
  const lines: Line[] = []
  for (const [who, as, companies] of [
    ['staff, all companies', analystToken, null],
    ['a client', token, [world.company]],
  ] as const) {
    const byHand = async () => {
      await world.pool.query(`select * ${from} order by day desc, id desc limit 10`, [
        busySeller.toLowerCase(),
        companies,
      ])
      return world.pool.query<{ n: number }>(
        `select to_char(day, 'YYYY-MM') as month, company_id, status, count(*)::int as n ${from} group by 1, 2, 3`,
        [busySeller.toLowerCase(), companies],
      )
    }
    const { text } = await fetchOk(url, { token: as, withText: true })
    const [page] = (JSON.parse(text) as { data: [{ totalDocs: number }] }).data
    const total = (await byHand()).rows.reduce((sum, { n }) => sum + n, 0)
    if (page.totalDocs !== total) throw new Error(`the seller has ${page.totalDocs} findings here, ${total} by hand`)
    const both = await inTurns(quick ? 5 : 15, () => fetchOk(url, { token: as }), byHand)
    lines.push(against(`a seller's page and charts, ${total.toLocaleString('en')} findings, ${who}`, both, 1.3))
  }
  return lines
}

const from = `from plain_listings where lower(username) = $1 and ($2::uuid[] is null or company_id = any($2::uuid[]))`
