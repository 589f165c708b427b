import { daysAfter, monthOf } from '#vocabulary/dates.ts'
import { within, type Line } from './line.ts'
import { fetchOk, quantile, timed } from './measure.ts'
import { ourList, type Servers } from './reading.ts'
import { newSheet, saveBody } from './writing.ts'

const uploads = 25

/**
 * 25 uploads of 25,000 rows of today, a tenth of their sellers seen only once: what a list, a total and the client home cost
 * right after them, while what is pending of their counters is folded, against the same afterwards; and the home with all
 * of them in the current month.
 */
export async function crowded(servers: Servers, analystToken: string): Promise<Line[]> {
  for (let n = 0; n < (servers.quick ? 5 : uploads); n++)
    await fetchOk(`${servers.ours.url}/api/save-bulk-data`, {
      method: 'POST',
      body: saveBody(servers, withRareSellers(newSheet(servers.today))),
      token: analystToken,
    })
  const pending = (await pendingOf(servers)).toLocaleString('en')
  const after = await readFor(servers, 8)
  while ((await pendingOf(servers)) > 0) await new Promise((done) => setTimeout(done, 500))
  await servers.world.pool.query('vacuum analyze')
  const resting = await readFor(servers, 8)
  return [
    ...Object.keys(resting).map((name): Line => {
      const calls = `${after[name]!.length} and ${resting[name]!.length} calls; ${pending} changes pending at first`
      const operation = `${name}, p95 right after ${uploads} uploads against p95 later (${calls})`
      return within(operation, quantile(after[name]!, 0.95) / quantile(resting[name]!, 0.95), 1.5, '×')
    }),
    ...(await homes(servers)),
  ]
}

const withRareSellers = (sheet: Record<string, unknown>[]) =>
  sheet.map((row, n) => (n % 10 > 0 ? row : { ...row, username: `Seller of ${String(row['lid'])}` }))

/** How many changes are not in the counters yet, of all kinds. */
async function pendingOf({ world }: Servers): Promise<number> {
  const { rows } = await world.pool.query<{ n: number }>(
    `select (select count(*) from counter_delta) + (select count(*) from value_delta) + (select count(*) from seller_delta) as n`,
  )
  return rows[0]!.n
}

/** Reads a list page, a total and the home in turns for some seconds; times in ms. */
async function readFor(servers: Servers, seconds: number): Promise<Record<string, number[]>> {
  const { today, token } = servers
  const month = monthOf(today)
  const urls = {
    'list page of a month': ourList(servers, {
      startDate: daysAfter(today, -30),
      endDate: today,
      perPage: 50,
      dropdownCount: 50,
    }),
    'total of all time': ourList(servers, {
      startDate: '2018-01-01',
      endDate: '2099-12-31',
      perPage: 20,
      dropdownCount: 20,
    }),
    'client home of the month': homeUrl(servers, month.startDate, month.endDate),
  }
  const took = Object.fromEntries(Object.keys(urls).map((name) => [name, [] as number[]]))
  for (const end = performance.now() + seconds * 1000; performance.now() < end; )
    for (const [name, url] of Object.entries(urls)) took[name]!.push(await timed(() => fetchOk(url, { token })))
  return took
}

async function homes(servers: Servers): Promise<Line[]> {
  const { today, token } = servers
  const month = monthOf(today)
  const ranges: [name: string, startDate: string, endDate: string][] = [
    ['this month', month.startDate, month.endDate],
    ['this month up to yesterday', month.startDate, daysAfter(today, -1)],
    ['today', today, today],
    ['the last 30 days', daysAfter(today, -29), today],
    ['365 days', daysAfter(today, -365), today],
  ]
  const lines: Line[] = []
  for (const [name, startDate, endDate] of ranges) {
    const took: number[] = []
    for (let n = 0; n < 15; n++) took.push(await timed(() => fetchOk(homeUrl(servers, startDate, endDate), { token })))
    lines.push(within(`client home after ${uploads} uploads, ${name}`, quantile(took, 0.5), 50, 'ms'))
  }
  return lines
}

const homeUrl = ({ ours, world }: Servers, startDate: string, endDate: string) =>
  `${ours.url}/api/dashboard_v2/client/chart/home?startDate=${startDate}&endDate=${endDate}&clientCompanyId=${world.company}`
