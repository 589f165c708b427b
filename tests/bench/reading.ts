import autocannon from 'autocannon'
import { daysAfter, monthOf } from '#vocabulary/dates.ts'
import { against, atLeast, type Line, within } from './line.ts'
import { fetchUrl, inTurns, median, fetchOk, quantile, type Running, timed } from './measure.ts'
import type { World } from './world.ts'

export type Servers = { ours: Running; bare: Running; world: World; token: string; today: string; quick: boolean }

const query = (parts: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(parts).map(([name, value]) => [name, String(value)] as [string, string]))

/** The last 30 days, so that the first day of a month measures the same as the last. */
const month = (today: string) => ({ from: daysAfter(today, -30), to: today })

/** URL of a list of e-commerce findings on the console. */
export const ourList = ({ ours, world }: Servers, parts: Record<string, string | number>) =>
  `${ours.url}/api/ecommerce?${query({ page: 1, clientCompanyId: world.company, ...parts })}`
/** URL of the same list on the bare server. */
export const bareList = ({ bare, world }: Servers, parts: Record<string, string | number>) =>
  `${bare.url}/list?${query({ company: world.company, ...parts })}`

const allTime = { startDate: '2018-01-01', endDate: '2099-12-31' }

/** Lists, searches and totals, one caller. */
export async function lists(servers: Servers): Promise<Line[]> {
  const { token, today, quick } = servers
  const { from, to } = month(today)
  const pairs: [
    operation: string,
    ours: Record<string, string | number>,
    bare: Record<string, string | number>,
    maxRatio: number,
    times: number,
  ][] = [
    [
      'list page: month, 50 rows + total',
      { startDate: from, endDate: to, perPage: 50, dropdownCount: 50 },
      { from, to, size: 50 },
      1.3,
      60,
    ],
    [
      'all time by title, 20 rows + total',
      { ...allTime, sortBy: 'title', sortOrder: 'asc', perPage: 20, dropdownCount: 20 },
      { sort: 'title', size: 20 },
      0.15,
      12,
    ],
    [
      'search all time, common word',
      { ...allTime, title: 'serum', perPage: 20, dropdownCount: 20 },
      { title: 'serum', size: 20 },
      0.5,
      10,
    ],
    [
      'search all time, rare word',
      { ...allTime, title: 'zephyrine', perPage: 20, dropdownCount: 20 },
      { title: 'zephyrine', size: 20 },
      0.05,
      12,
    ],
    ['total of all time, 20 newest rows', { ...allTime, perPage: 20, dropdownCount: 20 }, { size: 20 }, 0.5, 20],
    [
      'one status of all time, 20 rows + total',
      { ...allTime, status: '99', perPage: 20, dropdownCount: 20 },
      { status: '99', size: 20 },
      1,
      20,
    ],
  ]
  const lines: Line[] = []
  for (const [operation, mine, theirs, maxRatio, times] of pairs) {
    await sameTotal(servers, operation, ourList(servers, mine), bareList(servers, theirs))
    const both = await inTurns(
      quick ? Math.ceil(times / 3) : times,
      () => fetchOk(ourList(servers, mine), { token }),
      () => fetchOk(bareList(servers, theirs)),
    )
    lines.push(against(operation, both, maxRatio))
  }
  lines.push(await firstRows(servers))
  return lines
}

/** The first rows of a search as screens ask for them: all of them are counted by a call of its own. */
async function firstRows(servers: Servers): Promise<Line> {
  const url = ourList(servers, { ...allTime, title: 'serum', perPage: 20, dropdownCount: 20, total: 'later' })
  const took: number[] = []
  for (let n = 0; n < 12; n++) took.push(await timed(() => fetchOk(url, { token: servers.token })))
  return within('search all time, common word, before all are counted', median(took), 50, 'ms')
}

/** A fast wrong answer is worthless: both must count the same and return the same cells. */
async function sameTotal({ token }: Servers, operation: string, ours: string, bare: string): Promise<void> {
  const mine = JSON.parse((await fetchOk(ours, { token, withText: true })).text) as {
    totalDocs: number
    docs: object[]
  }
  const theirs = JSON.parse((await fetchOk(bare, { withText: true })).text) as { total: number; docs: object[] }
  if (mine.totalDocs !== theirs.total || mine.docs.length !== theirs.docs.length)
    throw new Error(
      `${operation}: we return ${mine.docs.length} of ${mine.totalDocs}, by hand ${theirs.docs.length} of ${theirs.total}`,
    )
  // lastMofifiedDate is null on every e-commerce finding.
  const namesIn = ([first]: object[]) =>
    Object.keys({ ...first, lastMofifiedDate: null })
      .toSorted()
      .join()
  if (namesIn(mine.docs) !== namesIn(theirs.docs))
    throw new Error(`${operation}: we return ${namesIn(mine.docs)}, by hand ${namesIn(theirs.docs)}`)
}

/** The client's dashboard: every number of its charts, for ranges of whole months and one with days at its edges. */
export async function charts(servers: Servers): Promise<Line[]> {
  const { ours, token, today, world, quick } = servers
  const month = monthOf(today)
  const ranges: [name: string, startDate: string, endDate: string][] = [
    ['this month', month.startDate, month.endDate],
    ['12 whole months', monthOf(daysAfter(month.startDate, -340)).startDate, month.endDate],
    ['all time', allTime.startDate, allTime.endDate],
    ['365 days', daysAfter(today, -365), today],
  ]
  const lines: Line[] = []
  for (const [name, startDate, endDate] of ranges) {
    const url = `${ours.url}/api/dashboard_v2/client/chart/home?${query({ startDate, endDate, clientCompanyId: world.company })}`
    const took: number[] = []
    for (let n = 0; n < (quick ? 6 : 20); n++) took.push(await timed(() => fetchOk(url, { token })))
    lines.push(within(`client home, ${name}`, median(took), name === '365 days' ? 150 : 50, 'ms'))
  }
  return lines
}

/** CSV and Excel of 25,000 rows: time, memory above the resting process, longest event-loop delay. */
export async function exports(servers: Servers, days: { from: string; to: string; rows: number }): Promise<Line[]> {
  const { ours, bare, token } = servers
  const range = { startDate: days.from, endDate: days.to, type: 'csv' }
  const url = (type: string) =>
    `${ours.url}/api/ecommerce/download-xls?${query({ ...range, type, clientCompanyId: servers.world.company })}`
  const csvBare = `${bare.url}/csv?${query({ company: servers.world.company, from: days.from, to: days.to })}`
  const both = await inTurns(
    servers.quick ? 2 : 5,
    () => fetchOk(url('csv'), { token }),
    () => fetchOk(csvBare),
  )
  const label = `${days.rows.toLocaleString('en')} rows`
  const lines = [against(`CSV of ${label}`, both, 1.5)]
  for (const [type, seconds, megabytes] of [
    ['csv', undefined, 60],
    ['excel', 5000, 150],
  ] as const) {
    const rest = (await ours.readStats()).rss
    ours.resetStats()
    const took = await timed(() => fetchOk(url(type), { token }))
    const seen = await ours.readStats()
    const name = type === 'csv' ? 'CSV' : 'Excel'
    if (seconds) lines.push(within(`${name} of ${label}`, took, seconds, 'ms'))
    lines.push(within(`${name}: peak memory above rest`, (seen.peak - rest) / 2 ** 20, megabytes, 'MB'))
    lines.push(within(`${name}: longest event-loop delay`, seen.blockedMs, 50, 'ms'))
  }
  return lines
}

/** 16 connections on the list page, in turns. */
export async function crowd(servers: Servers): Promise<Line[]> {
  const { from, to } = month(servers.today)
  const run = async (url: string, token?: string) => {
    const result = await autocannon({
      url,
      connections: 16,
      duration: servers.quick ? 3 : 8,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
    return { second: result.requests.average, p95: result.latency.p97_5, p90: result.latency.p90 }
  }
  const mine: Awaited<ReturnType<typeof run>>[] = []
  const theirs: typeof mine = []
  for (let n = 0; n < 3; n++) {
    mine.push(
      await run(ourList(servers, { startDate: from, endDate: to, perPage: 50, dropdownCount: 50 }), servers.token),
    )
    theirs.push(await run(bareList(servers, { from, to, size: 50 })))
  }
  const medianOf = (runs: typeof mine, pick: (one: (typeof mine)[number]) => number) => median(runs.map(pick))
  return [
    atLeast(
      '16 connections, list page',
      { ours: medianOf(mine, (one) => one.second), theirs: medianOf(theirs, (one) => one.second) },
      0.8,
      '/s',
    ),
    against(
      '16 connections, p97.5',
      { ours: medianOf(mine, (one) => one.p95), theirs: medianOf(theirs, (one) => one.p95) },
      1.5,
    ),
  ]
}

/** The list page of one caller while another keeps doing something heavy; p95 of both servers in the same state. */
export async function whileBusy(
  servers: Servers,
  operation: string,
  heavy: { ours: () => Promise<unknown>; bare: () => Promise<unknown> },
): Promise<Line> {
  const { from, to } = month(servers.today)
  const seconds = servers.quick ? 3 : 6
  const p95 = async (work: () => Promise<unknown>, url: string, token?: string) => {
    let isOver = false
    const load = (async () => {
      while (!isOver) await work()
    })()
    const took: number[] = []
    for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
      took.push(
        await timed(async () => {
          const answer = await fetchUrl(url, { token })
          if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.text}`)
        }),
      )
      await new Promise((done) => setTimeout(done, 5))
    }
    isOver = true
    await load
    return quantile(took, 0.95)
  }
  const mine = ourList(servers, { startDate: from, endDate: to, perPage: 50, dropdownCount: 50 })
  const theirs = bareList(servers, { from, to, size: 50 })
  const both = { ours: 0, theirs: 0 }
  both.theirs = await p95(heavy.bare, theirs)
  both.ours = await p95(heavy.ours, mine, servers.token)
  return against(operation, both, 1.5)
}
