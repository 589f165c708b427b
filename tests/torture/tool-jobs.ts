import { setTimeout as sleep } from 'node:timers/promises'
import { demoLookalikes } from '#features/demo/server/small-web/sites.ts'
import { type Answer, call, signIn } from './call.ts'
import { between, type Chance } from './chance.ts'
import type { World } from './world.ts'

/** Jobs of the Domain IP Extractor: how many were requested, and those of which the caller knows that they are queued. */
export type ToolJobs = { requested: number; queued: { id: string; lines: number }[] }

const tool = 'domain'

/** Requests jobs over names of the demo world's small web, one after another, as long as fewer than three wait. */
export function toolUser(
  world: World,
  { toolJobs, chance }: { toolJobs: ToolJobs; chance: Chance },
  post: (path: string, body: object, grant?: string) => Promise<Answer>,
): () => Promise<void> {
  const names = demoLookalikes.map(({ domain }) => domain)
  return async () => {
    await sleep(1500)
    await expireLeases(world)
    const [waiting] = await world.ask<{ n: number }>(`select count(*)::int as n from tool_jobs where state = 'Pending'`)
    if (waiting!.n >= 3) return
    const given = await post('/api/queue/verify-password', { purpose: tool, password: 'Demo@2026' })
    if (given.status !== 200) return
    const urls = Array.from({ length: between(chance, 20, 120) }, (_, n) => names[n % names.length]!)
    toolJobs.requested++
    const { grant } = given.body as { grant: string }
    const answer = await post('/api/queue/postQueueRecord', { report: tool, urls }, grant)
    if (answer.status === 200) toolJobs.queued.push({ id: (answer.body as { id: string }).id, lines: urls.length })
  }
}

/** As if the time of a lease and the pause before another try had passed. */
async function expireLeases(world: World): Promise<void> {
  await world.ask(`update tool_jobs set lease_until = now() where state = 'Processing' and random() < 0.3`)
  await world.ask(`update tool_jobs set not_before = now() where state = 'Pending'`)
}

/** What became of the jobs, and what is wrong with them. */
export type ToolVerdict = {
  requested: number
  queued: number
  finished: number
  lines: number
  /** Tries that a fault had ended. */
  triedAgain: number
  lost: number
  doubled: number
  wrong: string[]
}

const END_LIMIT_MS = 300_000

/** Waits for the end of all jobs and compares their lines, files and emails with what was requested. */
export async function verifyToolJobs(world: World, { requested, queued }: ToolJobs): Promise<ToolVerdict> {
  const verdict = { requested, queued: queued.length, finished: 0, lines: 0, triedAgain: 0, lost: 0, doubled: 0 }
  const wrong: string[] = []
  await untilEnded(world)
  const stored = await world.ask<Stored>(
    `select j.id, j.state, j.tries, j.problem, j.records, j.done,
       (select count(*)::int from tool_job_rows r where r.job_id = j.id) as lines,
       (select count(*)::int from tool_job_rows r where r.job_id = j.id and r.state <> 'Waiting') as finished,
       (select count(*)::int from tool_job_files f where f.job_id = j.id) as files,
       (select count(*)::int from mails m where m.id = j.id) as emails
     from tool_jobs j where j.tool = $1 and j.kind = 'quick-tool'`,
    [tool],
  )
  const byId = new Map(stored.map((one) => [one.id, one]))
  verdict.finished = stored.filter(({ state }) => state === 'Completed').length
  verdict.triedAgain = stored.reduce((sum, { tries }) => sum + Math.max(0, tries - 1), 0)
  verdict.lines = stored.reduce((sum, { finished }) => sum + finished, 0)
  if (stored.length > requested) {
    verdict.doubled += stored.length - requested
    wrong.push(`${stored.length} jobs of ${requested} requests`)
  }
  for (const { id, lines } of queued)
    for (const { kind, what } of faultsOf(byId.get(id), lines)) {
      verdict[kind]++
      wrong.push(`job ${id}: ${what}`)
    }
  return { ...verdict, wrong }
}

type Stored = {
  id: string
  state: string
  tries: number
  problem: string | null
  records: number
  done: number
  lines: number
  finished: number
  files: number
  emails: number
}

function faultsOf(job: Stored | undefined, lines: number): { kind: 'lost' | 'doubled'; what: string }[] {
  if (!job) return [{ kind: 'lost', what: 'is not in the queue' }]
  if (job.state !== 'Completed') return [{ kind: 'lost', what: `${job.state}, ${job.problem}` }]
  return Object.entries({ lines, finished: lines, done: lines, records: lines, files: 1, emails: 1 })
    .map(([name, expected]) => ({ name, expected, is: name === 'lines' ? job.lines : job[name as keyof Stored] }))
    .filter(({ expected, is }) => is !== expected)
    .map(({ name, expected, is }) => ({
      kind: Number(is) > expected ? ('doubled' as const) : ('lost' as const),
      what: `${is} ${name} instead of ${expected}`,
    }))
}

/** Waits until no job waits or runs; one that failed three times because of faults is resumed by its user. */
async function untilEnded(world: World): Promise<void> {
  const { token } = await signIn(world.url, 'analyst@demo.test')
  await world.ask(`update tool_jobs set lease_until = now() where state = 'Processing'`)
  for (const limit = Date.now() + END_LIMIT_MS; Date.now() < limit; await sleep(1000)) {
    await world.ask(`update tool_jobs set not_before = now() where state = 'Pending'`)
    const open = await world.ask<{ id: string; state: string }>(
      `select id, state from tool_jobs where state <> 'Completed' and tool = $1`,
      [tool],
    )
    if (open.length === 0) return
    for (const { id, state } of open)
      if (state === 'Failed') await call(world.url, 'POST', `/api/quick-tools/records/${id}/resume`, { token })
  }
}
