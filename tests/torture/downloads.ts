import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import papaparse from 'papaparse'
import { type Answer, call, signIn } from './call.ts'
import { type Chance, oneOf } from './chance.ts'
import type { World } from './world.ts'

type Format = 'csv' | 'xlsx' | 'parquet'
/** Bulk downloads of this run: how many were requested, and those of which the caller knows that they are queued. */
export type Downloads = { requested: number; queued: { id: string; format: Format }[] }

/** Requests downloads of everything, one after another, as long as fewer than four wait. */
export function downloader(
  world: World,
  { downloads, chance, day }: { downloads: Downloads; chance: Chance; day: string },
  { company, post }: { company: string; post: (path: string, body: object, grant?: string) => Promise<Answer> },
): () => Promise<void> {
  let grant: { text: string; until: number } | undefined
  const grantNow = async () => {
    if (grant && grant.until > Date.now()) return grant.text
    const answer = await post('/api/queue/verify-password', { purpose: 'bulk-download', password: 'Demo@2026' })
    if (answer.status !== 200) return undefined
    grant = { text: (answer.body as { grant: string }).grant, until: Date.now() + 300_000 }
    return grant.text
  }
  return async () => {
    await sleep(1500)
    const given = await grantNow()
    if (given === undefined) return
    await expireLeases(world)
    const [waiting] = await world.ask<{ n: number }>(`select count(*)::int as n from exports where state = 'Pending'`)
    if (waiting!.n >= 4) return
    const format = oneOf<Format>(chance, ['csv', 'csv', 'parquet', 'xlsx'])
    const wanted = { company, brand: 'ALL', platform: 'e-commerce', startDate: '2018-01-01', endDate: day, format }
    downloads.requested++
    const answer = await post('/api/queue/postQueueRecord', wanted, given)
    if (answer.status === 200) downloads.queued.push({ id: (answer.body as { id: string }).id, format })
  }
}

/**
 * As if the 15 minutes of a lease had passed, and those before another try. A worker that is still at work loses its job
 * to another one, which must not show either.
 */
async function expireLeases(world: World): Promise<void> {
  await world.ask(`update exports set lease_until = now() where state = 'Processing' and random() < 0.3`)
  await world.ask(`update exports set not_before = now() where state = 'Pending'`)
}

/** What became of the downloads, and what is wrong with them. */
export type DownloadVerdict = {
  requested: number
  queued: number
  finished: number
  /** Tries that a fault had ended. */
  triedAgain: number
  lost: number
  doubled: number
  wrong: string[]
}

const END_LIMIT_MS = 300_000

/** Waits for the end of all downloads and compares their files, emails and lines of the log with what was requested. */
export async function verifyDownloads(world: World, { requested, queued }: Downloads): Promise<DownloadVerdict> {
  const verdict = { requested, queued: queued.length, finished: 0, triedAgain: 0, lost: 0, doubled: 0 }
  const wrong: string[] = []
  await untilEnded(world)
  const stored = await world.ask<Stored>(
    `select e.id, e.state, e.tries, e.records::int, e.done::int, e.problem,
       (select coalesce(sum(rows), 0)::int from export_files f where f.export_id = e.id) as rows,
       (select count(*)::int from mails m where m.id = e.id and m.kind = 'export') as emails
     from exports e`,
  )
  const [log] = await world.ask<{ n: number }>(`select count(*)::int as n from data_log where type = 'export'`)
  const { token } = await signIn(world.url, 'analyst@demo.test')
  const byId = new Map(stored.map((one) => [one.id, one]))
  verdict.finished = stored.filter(({ state }) => state === 'Completed').length
  verdict.triedAgain = stored.reduce((sum, { tries }) => sum + Math.max(0, tries - 1), 0)
  if (stored.length > requested) {
    verdict.doubled += stored.length - requested
    wrong.push(`${stored.length} downloads of ${requested} requests`)
  }
  if (log!.n !== verdict.finished) {
    verdict[log!.n > verdict.finished ? 'doubled' : 'lost']++
    wrong.push(`${log!.n} lines in the data log for ${verdict.finished} downloads`)
  }
  for (const { id, format } of queued) {
    const one = byId.get(id)
    const faults = one ? faultsOf(one) : [{ kind: 'lost' as const, what: 'is not in the queue' }]
    if (faults.length === 0) faults.push(...(await faultsOfFiles(world, token, { id, format, rows: one!.done })))
    for (const { kind, what } of faults) {
      verdict[kind]++
      wrong.push(`download ${id} (${format}): ${what}`)
    }
  }
  return { ...verdict, wrong }
}

type Stored = {
  id: string
  state: string
  tries: number
  records: number
  done: number
  rows: number
  emails: number
  problem: string | null
}
type Fault = { kind: 'lost' | 'doubled'; what: string }

function faultsOf({ state, problem, emails, records, done, rows }: Stored): Fault[] {
  if (state !== 'Completed') return [{ kind: 'lost', what: `${state}, ${problem}` }]
  const faults: Fault[] = []
  if (emails !== 1) faults.push({ kind: emails > 1 ? 'doubled' : 'lost', what: `${emails} emails` })
  if (rows !== done) faults.push({ kind: rows > done ? 'doubled' : 'lost', what: `${rows} of ${done} in its files` })
  // Findings that were added since may be among them; none was deleted.
  if (done < records) faults.push({ kind: 'lost', what: `${done} of ${records} findings` })
  return faults
}

/** Each file has its sum; a CSV file has each finding once. */
async function faultsOfFiles(
  world: World,
  token: string,
  { id, format, rows }: { id: string; format: Format; rows: number },
): Promise<Fault[]> {
  const links = await call(world.url, 'POST', `/api/queue/records/${id}/links`, { token })
  const files = (links.body as { files?: { name: string; url: string }[] } | undefined)?.files ?? []
  if (files.length === 0) return [{ kind: 'lost', what: `no files: ${links.status} ${links.text}` }]
  const sums = await world.ask<{ name: string; sum: string }>(
    `select name, encode(sha256, 'hex') as sum from export_files where export_id = $1`,
    [id],
  )
  const faults: Fault[] = []
  for (const { name, url } of files) {
    const bytes = Buffer.from(await (await fetch(world.url + url)).arrayBuffer())
    const sum = createHash('sha256').update(bytes).digest('hex')
    if (sum !== sums.find((one) => one.name === name)?.sum)
      faults.push({ kind: 'lost', what: `${name} is another file` })
    if (format !== 'csv') continue
    const lines = papaparse.parse<string[]>(bytes.toString('utf8'), { skipEmptyLines: true }).data
    const head = lines[0] ?? []
    const [address, lid] = [head.indexOf('url'), head.indexOf('lid')]
    const found = lines.slice(1).map((line) => `${line[address]} ${line[lid]}`)
    if (found.length !== rows) faults.push({ kind: 'lost', what: `${found.length} of ${rows} lines` })
    if (new Set(found).size < found.length) faults.push({ kind: 'doubled', what: 'a finding is in it twice' })
  }
  return faults
}

/** Waits until no download waits or runs; one that failed three times because of faults is repeated by its user. */
async function untilEnded(world: World): Promise<void> {
  const { token } = await signIn(world.url, 'analyst@demo.test')
  await world.ask(`update exports set lease_until = now() where state = 'Processing'`)
  for (const limit = Date.now() + END_LIMIT_MS; Date.now() < limit; await sleep(1000)) {
    await world.ask(`update exports set not_before = now() where state = 'Pending'`)
    const open = await world.ask<{ id: string; state: string }>(
      `select id, state from exports where state <> 'Completed'`,
    )
    if (open.length === 0) return
    for (const { id, state } of open)
      if (state === 'Failed') await call(world.url, 'POST', `/api/queue/records/${id}/retry`, { token })
  }
}
