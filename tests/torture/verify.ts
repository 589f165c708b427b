import { setTimeout as sleep } from 'node:timers/promises'
import type { Change, Journal, Notice, Upload } from './load.ts'
import type { World } from './world.ts'

/** What is wrong with what is stored; each 0 in a good run. `first` has the first cases of each kind. */
export type Verdict = {
  lost: number
  doubled: number
  half: number
  mailsTwice: number
  counters: number
  first: string[]
}

const MAIL_LIMIT_MS = 120_000

/** An email that arrived, by its Message-ID. */
export type Arrived = { messageId: string }

/** Compares what clients were told with what is stored. Call it when nobody writes any more. */
export async function verify(world: World, journal: Journal, arrived: readonly Arrived[]): Promise<Verdict> {
  const verdict: Verdict = { lost: 0, doubled: 0, half: 0, mailsTwice: 0, counters: 0, first: [] }
  const note = (kind: Exclude<keyof Verdict, 'first'>, what: string) => {
    verdict[kind]++
    if (verdict.first.length < 30) verdict.first.push(`${kind}: ${what}`)
  }
  const stored = await storedUploads(world, journal.run)
  for (const upload of journal.uploads) verifyUpload(upload, stored.get(upload.tag), note)
  for (const change of journal.statuses) await verifyStatus(world, change, note)
  for (const change of journal.comments) await verifyComment(world, change, note)
  await untilMailsRest(world)
  for (const notice of journal.notices) await verifyNotice(world, notice, note)
  const times = new Map<string, number>()
  for (const { messageId } of arrived) times.set(messageId, (times.get(messageId) ?? 0) + 1)
  for (const [messageId, count] of times) if (count > 1) note('mailsTwice', `${messageId} arrived ${count} times`)
  const wrong = await differingCounters(world)
  if (wrong > 0) note('counters', `${wrong} days differ from counting`)
  return verdict
}

type Note = (kind: Exclude<keyof Verdict, 'first'>, what: string) => void

type Stored = { tag: string; rows: number; different: number; logged: number }

/** What is stored of every upload of this run, in one statement for each platform. */
async function storedUploads(world: World, run: string): Promise<Map<string, Stored>> {
  const from = (table: string, column: string, tag: string, pattern: string) =>
    world.ask<Stored>(
      `select ${tag} as tag, count(distinct d.finding_id)::int as rows, count(distinct ${column})::int as different,
          count(l.finding_id)::int as logged
        from ${table} d left join status_log l on l.finding_id = d.finding_id and l.status_from = ''
        where ${column} like $1 group by 1`,
      [pattern],
    )
  const found = [
    ...(await from('findings_domain', 'domain', "split_part(domain, '-', 1)", `${run}u%`)),
    ...(await from('findings_e_commerce', 'url', "split_part(url, '/', 4)", `https://shop.example/${run}u%`)),
  ]
  return new Map(found.map((stored) => [stored.tag, stored]))
}

function verifyUpload({ tag, rows, acknowledged }: Upload, stored: Stored | undefined, note: Note): void {
  if (!stored) {
    if (acknowledged) note('lost', `upload ${tag} of ${rows} rows`)
    return
  }
  if (stored.rows !== rows) note('half', `upload ${tag}: ${stored.rows} of ${rows} rows`)
  if (stored.different !== stored.rows) note('doubled', `rows of upload ${tag}`)
  if (stored.logged !== stored.rows) note('half', `upload ${tag}: ${stored.rows} rows, ${stored.logged} in the log`)
}

/** The log has every acknowledged step, in order, and nothing but steps that were requested; the last is the status. */
async function verifyStatus(world: World, { finding, steps }: Change, note: Note): Promise<void> {
  const log = await world.ask<{ value: string }>(
    `select status_to as value from status_log where finding_id = $1 and status_from <> '' order by at, id`,
    [finding],
  )
  const expected = steps.filter((step) => !step.refused)
  const certain = expected.filter((step) => step.acknowledged).length
  if (log.length < certain) note('lost', `a status of ${finding}`)
  else if (log.length > expected.length) note('doubled', `a status of ${finding}`)
  else if (log.some(({ value }, index) => value !== expected[index]!.value)) note('half', `statuses of ${finding}`)
  const now = (await world.ask<{ status: string }>('select status from findings where id = $1', [finding]))[0]
  if (now?.status !== (log.at(-1)?.value ?? '33')) note('half', `status and log of ${finding} differ`)
}

async function verifyComment(world: World, { finding, steps }: Change, note: Note): Promise<void> {
  const last = steps.findLastIndex((step) => step.acknowledged)
  const possible: (string | null)[] = steps
    .slice(Math.max(0, last))
    .filter((step) => !step.refused)
    .map(({ value }) => value)
  if (last < 0) possible.push(null)
  const found = await world.ask<{ value: string | null }>(
    'select client_comment as value from findings where id = $1',
    [finding],
  )
  if (!possible.includes(found[0]?.value ?? null)) note('lost', `comment of ${finding}`)
}

async function verifyNotice(world: World, { finding, acknowledged, requested }: Notice, note: Note): Promise<void> {
  const { n } = (
    await world.ask<{ n: number }>(
      'select count(*)::int as n from enforcements e join mails m on m.id = e.id where finding_id = $1',
      [finding],
    )
  )[0]!
  if (n < acknowledged) note('lost', `notice about ${finding}`)
  if (n > requested) note('doubled', `notice about ${finding}`)
}

/** Waits until no email is due, at most two minutes; what waits for a later attempt is no fault. */
async function untilMailsRest(world: World): Promise<void> {
  for (const limit = Date.now() + MAIL_LIMIT_MS; Date.now() < limit; await sleep(1000)) {
    const due = await world.ask(
      `select from mails where sent_at is null and failed_at is null and coalesce(not_before, created_at) < now() limit 1`,
    )
    if (due.length === 0) return
  }
}

/** How many combinations of day, brand, platform and status have another number of findings than the counters say. */
async function differingCounters(world: World): Promise<number> {
  const key = 'company_id, platform, reporting_date, brand_id, status'
  const rows = await world.ask<{ n: number }>(
    `with counted as (
        select ${key}, sum(n)::int as n
        from (select ${key}, n from counter_day union all select ${key}, n from counter_delta) c group by ${key}),
      there as (select ${key}, count(*)::int as n from findings where deleted_at is null group by ${key})
    select count(*)::int as n from counted full join there using (${key}) where coalesce(counted.n, 0) <> coalesce(there.n, 0)`,
  )
  return rows[0]!.n
}
