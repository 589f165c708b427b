// npm run bench [-- --rows 1000000] [--companies 200] [--log-rows 2000000] [--quick] [--only lists,saving]
// [--folder DIR] [--json FILE]: the console over HTTP against hand-written SQL, in one run. With a folder the filled database stays
// for later runs; a JSON file gets the lines of the table.
// The parts starting, scripts, names, pages (--pages DIR: other shop pages) and browsers need no database.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { defaultBusinessZone, daysAfter, today as dayNow } from '#vocabulary/dates.ts'
import { bulkDownload } from './bulk-download.ts'
import { clock } from './clock.ts'
import { clusters } from './clusters.ts'
import { crowded } from './crowded.ts'
import { enforced } from './enforced.ts'
import { homes } from './homes.ts'
import { joinQuestion } from './join-question.ts'
import { filterCounts } from './filter-counts.ts'
import { type Line, missing, print } from './line.ts'
import { fetchOk, runServer } from './measure.ts'
import { editing } from './editing.ts'
import { searchingTheLog } from './log.ts'
import { browsers, names, readingPages } from './machines.ts'
import { masterData } from './master-data.ts'
import { bareList, charts, crowd, exports, lists, type Servers, whileBusy } from './reading.ts'
import { scripts, starting } from './resting.ts'
import { seller } from './seller.ts'
import { staffData } from './staff-data.ts'
import { whiteListed } from './white-list.ts'
import { admin, analyst, client, makeWorld, type World } from './world.ts'
import { approving, clear, newSheet, saveBody, saving } from './writing.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    companies: { type: 'string' },
    'log-rows': { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    folder: { type: 'string' },
    pages: { type: 'string' },
    json: { type: 'string' },
  },
})
const quick = values.quick
const rows = Number(values.rows ?? (quick ? 100_000 : 1_000_000))
const companies = Number(values.companies ?? 200)
const logRows = Number(values['log-rows'] ?? 2_000_000)
const say = (line: string) => console.error(line)
const lines: Line[] = []
const wanted = (name: string) => !values.only || values.only.split(',').includes(name)

if (wanted('starting')) lines.push(...(await runPart('starting', starting)))
if (wanted('scripts')) lines.push(...scripts())
if (wanted('names')) lines.push(...(await runPart('names', async () => names())))
if (wanted('pages')) lines.push(...(await runPart('pages', async () => readingPages(values.pages))))
if (wanted('browsers')) lines.push(...(await runPart('browsers', browsers)))
const withoutDatabase = ['starting', 'scripts', 'names', 'pages', 'browsers']
if (!values.only?.split(',').every((name) => withoutDatabase.includes(name))) {
  const world = await makeWorld({ rows, companies, folder: values.folder }, say)
  try {
    await againstTheBareServer(world)
  } finally {
    await world.drop()
  }
  console.log(
    `\n${rows.toLocaleString('en')} e-commerce findings, ${companies} companies, tried with the largest; Node ${process.version}; medians\n`,
  )
}
if (values.json) writeFileSync(values.json, JSON.stringify(lines))
print(lines)
process.exitCode = lines.some((one) => one.reached === false) ? 2 : 0

async function againstTheBareServer(world: World): Promise<void> {
  const ours = await runServer('src/app/main.mjs', {
    DATABASE_URL: world.url,
    BRANDKEEP_DATA: world.dataDir,
    BRANDKEEP_DEMO: '0',
    DATABASE_PREPARED_STATEMENTS: '1',
  })
  const bare = await runServer('tests/bench/bare-server.ts', { DATABASE_URL: world.url })
  const token = await signIn(ours.url, client, world.password)
  const analystToken = await signIn(ours.url, analyst, world.password)
  const servers: Servers = { ours, bare, world, token, today: dayNow(defaultBusinessZone), quick }
  const range = await daysWith(servers, 25_000)
  const heavy = {
    export: {
      ours: () =>
        fetchOk(
          `${ours.url}/api/ecommerce/download-xls?type=csv&startDate=${range.from}&endDate=${range.to}&clientCompanyId=${world.company}`,
          { token },
        ),
      bare: () => fetchOk(`${bare.url}/csv?company=${world.company}&from=${range.from}&to=${range.to}`),
    },
    import: {
      ours: () =>
        fetchOk(`${ours.url}/api/save-bulk-data`, {
          method: 'POST',
          body: saveBody(servers, newSheet(servers.today)),
          token: analystToken,
        }),
      bare: () =>
        fetchOk(`${bare.url}/import?company=${world.company}&brand=${world.brand}`, {
          method: 'POST',
          body: saveBody(servers, newSheet(servers.today)),
        }),
    },
  }
  const parts: [name: string, work: () => Promise<Line[]>][] = [
    ['lists', () => lists(servers)],
    ['filter-counts', () => filterCounts(servers, analystToken)],
    ['charts', () => charts(servers)],
    ['crowd', () => crowd(servers)],
    ['exports', () => exports(servers, range)],
    ['approving', () => approving(servers)],
    ['saving', () => saving(servers, analystToken)],
    ['editing', () => editing(servers, analystToken)],
    ['white-list', () => whiteListed(servers, analystToken)],
    ['busy', async () => [await whileBusy(servers, 'list page p95 while 25,000 are exported', heavy.export)]],
    [
      'busy',
      async () => {
        const line = await whileBusy(servers, 'list page p95 while 25,000 are imported', heavy.import)
        await clear(servers)
        return [line]
      },
    ],
    ['crowded', () => crowded(servers, analystToken)],
    ['join', () => joinQuestion(servers)],
    ['clock', () => clock(servers, analystToken)],
    ['enforced', () => enforced(servers, analystToken)],
    ['seller', () => seller(servers, analystToken)],
    ['bulk-download', () => bulkDownload(servers, analystToken)],
    ['staff-data', () => staffData(servers, analystToken)],
    ['clusters', () => clusters(servers, analystToken)],
    [
      'homes',
      async () => homes(servers, { analyst: analystToken, admin: await signIn(ours.url, admin, world.password) }),
    ],
    ['master-data', async () => masterData(servers, { token: await signIn(ours.url, admin, world.password) })],
    // Last: it fills the disk and memory that the others need.
    [
      'log',
      async () => searchingTheLog(servers, { logRows, token: await signIn(ours.url, admin, world.password), say }),
    ],
  ]
  for (const [name, work] of parts) if (wanted(name)) lines.push(...(await runPart(name, work)))
  await ours.stop()
  await bare.stop()
}

/** One part that fails does not hide the figures of the others. */
async function runPart(name: string, work: () => Promise<Line[]>): Promise<Line[]> {
  say(name)
  try {
    const found = await work()
    // Printed at once as well: a run that is cut short has still shown its results.
    for (const one of found) say(`  ${one.operation}: ${one.ours}${one.theirs ? `, by hand ${one.theirs}` : ''}`)
    return found
  } catch (problem) {
    process.exitCode = 1
    return [missing(name, (problem as Error).message)]
  }
}

async function signIn(url: string, username: string, password: string): Promise<string> {
  const answer = await fetchOk(`${url}/api/users/authenticate`, {
    method: 'POST',
    body: JSON.stringify({ username, password }),
    withText: true,
  })
  return (JSON.parse(answer.text) as { jwtToken: string }).jwtToken
}

/** The days back from today in which the company has at most `most` findings. */
async function daysWith(servers: Servers, maxFindings: number): Promise<{ from: string; to: string; rows: number }> {
  const { world, today } = servers
  const found = await world.pool.query<{ day: string; n: number }>(
    `select reporting_date::text as day, sum(n)::int as n from counter_day where company_id = $1 group by 1 order by 1 desc`,
    [world.company],
  )
  let rows = 0
  let from = today
  for (const one of found.rows) {
    if (rows + one.n > maxFindings) break
    rows += one.n
    from = one.day
  }
  const page = await fetchOk(bareList(servers, { from, to: daysAfter(today, 1), size: 1 }), { withText: true })
  return { from, to: today, rows: (JSON.parse(page.text) as { total: number }).total }
}
