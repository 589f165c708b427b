import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '#kit/server/passwords.ts'
import { daysAfter } from '#vocabulary/dates.ts'
import { type Line, missing, within } from './line.ts'
import { fetchOk, quantile, timed } from './measure.ts'
import { ourList, type Servers } from './reading.ts'

const password = 'Take-it-out-26'

/**
 * All findings of the largest company as a bulk download in CSV, by the worker inside the API process: processor time,
 * memory above the same lists alone, and the list page of somebody else meanwhile. `--companies 1` makes it all findings there are.
 */
export async function bulkDownload(servers: Servers, token: string): Promise<Line[]> {
  const { ours, world } = servers
  await world.pool.query(
    `insert into action_passwords (purpose, password_hash, set_by)
     select 'bulk-download', $1, id from users where role = 'Admin' on conflict do nothing`,
    [await hashPassword(password)],
  )
  // Checking a password takes 19 MB, which stay with its thread.
  const grant = await grantFor(servers, token)
  // As long as a download takes: lists alone let the heap grow by 100 MB until its first full collection.
  ours.resetStats()
  const resting = await listFor(servers, async () => sleep(servers.quick ? 3000 : 40_000))
  const rest = await ours.readStats()
  ours.resetStats()
  const before = processorSeconds(servers)
  const began = performance.now()
  const listed = { records: 0 }
  const meanwhile = await listFor(servers, async () => {
    listed.records = await download(servers, { token, grant })
  })
  const seconds = (performance.now() - began) / 1000
  const after = processorSeconds(servers)
  const { peak, blockedMs } = await ours.readStats()
  const what = `bulk download of ${listed.records.toLocaleString('en')} as CSV`
  const perMillion = 1_000_000 / Math.max(1, listed.records)
  return [
    within(`${what}: seconds`, seconds, 600, 's'),
    after && before
      ? within(
          `${what}: processor time of the console for a million, lists meanwhile included`,
          (after.console - before.console) * perMillion,
          60,
          's',
        )
      : missing(`${what}: processor time`, 'only on Linux, with the benchmark’s own PostgreSQL'),
    after && before
      ? within(
          `${what}: processor time of PostgreSQL for a million, lists meanwhile included`,
          (after.database - before.database) * perMillion,
          60,
          's',
        )
      : missing(`${what}: processor time of PostgreSQL`, 'only on Linux, with the benchmark’s own PostgreSQL'),
    within(`${what}: peak memory above the same lists alone`, (peak - rest.peak) / 2 ** 20, 100, 'MB'),
    within(`${what}: longest event-loop delay`, blockedMs, 50, 'ms'),
    within('longest event-loop delay of the same lists alone', rest.blockedMs, 50, 'ms'),
    within(
      `list page p95 during the ${what}, against rest (${meanwhile.length} and ${resting.length} calls)`,
      quantile(meanwhile, 0.95) / quantile(resting, 0.95),
      1.5,
      '×',
    ),
  ]
}

const postTo = ({ ours }: Servers, path: string, body: object, caller: { token: string; grant?: string }) =>
  fetchOk(`${ours.url}/api${path}`, { method: 'POST', body: JSON.stringify(body), withText: true, ...caller })

async function grantFor(servers: Servers, token: string): Promise<string> {
  const answer = await postTo(servers, '/queue/verify-password', { purpose: 'bulk-download', password }, { token })
  return (JSON.parse(answer.text) as { grant: string }).grant
}

/** Requests it and waits for the end; returns how many findings its files hold. */
async function download(servers: Servers, caller: { token: string; grant: string }): Promise<number> {
  const { ours, world, today } = servers
  const { token } = caller
  const range = { startDate: '2018-01-01', endDate: today }
  const wanted = { company: world.company, brand: 'ALL', platform: 'e-commerce', ...range, format: 'csv' }
  const asked = await postTo(servers, '/queue/postQueueRecord', wanted, caller)
  const { id } = JSON.parse(asked.text) as { id: string }
  for (;;) {
    await sleep(500)
    const list = await fetchOk(`${ours.url}/api/queue/getRecords`, { token, withText: true })
    const { docs } = JSON.parse(list.text) as {
      docs: { id: string; status: string; problem: string | null; files: { records: number }[] }[]
    }
    const job = docs.find((one) => one.id === id)
    if (job?.problem) throw new Error(job.problem)
    if (job && job.files.length > 0) return job.files.reduce((sum, file) => sum + file.records, 0)
  }
}

/** How long a client's list page takes, again and again until `work` ends, in ms. */
async function listFor(servers: Servers, work: () => Promise<unknown>): Promise<number[]> {
  const url = ourList(servers, {
    startDate: daysAfter(servers.today, -30),
    endDate: servers.today,
    perPage: 50,
    dropdownCount: 50,
  })
  const took: number[] = []
  let isDone = false
  const reading = (async () => {
    while (!isDone) {
      took.push(await timed(() => fetchOk(url, { token: servers.token })))
      await sleep(50)
    }
  })()
  try {
    await work()
  } finally {
    isDone = true
    await reading
  }
  return took
}

/** Processor time so far, in s, of the console and of the database that it uses; undefined where /proc does not say. */
function processorSeconds({ ours }: Servers): { console: number; database: number } | undefined {
  try {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => readTimes(pid) ?? [])
    const sum = (times: typeof all) => times.reduce((total, one) => total + one.own, 0)
    // The database that the benchmark has started, not others of this machine.
    const postgres = all.find((one) => one.name === 'postgres' && one.parent === process.pid)
    if (!postgres) return undefined
    return {
      console: sum(all.filter((one) => one.pid === ours.child.pid || one.parent === ours.child.pid)),
      // Of connections that have ended, the time stands with the process that started them.
      database: sum(all.filter((one) => one.pid === postgres.pid || one.parent === postgres.pid)) + postgres.children,
    }
  } catch {
    return undefined
  }
}

/** One process of /proc; undefined when it has ended. Times are in hundredths of a second there. */
function readTimes(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const times = fieldsOf(text)
    return {
      pid: Number(pid),
      name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
      parent: Number(times[1]),
      own: (Number(times[11]) + Number(times[12])) / 100,
      children: (Number(times[13]) + Number(times[14])) / 100,
    }
  } catch {
    return undefined
  }
}

/** The fields after the name, which may hold blanks: state, parent, … (proc(5)). */
const fieldsOf = (text: string): string[] => text.slice(text.lastIndexOf(')') + 2).split(' ')
