import { against, type Line, within } from './line.ts'
import { median, fetchOk, timed } from './measure.ts'
import type { Servers } from './reading.ts'

/**
 * Medians of the enforcement clock over 50,000 enforced findings among all the others: every step, and one of them by
 * month and by brand. By hand it is plain SQL over the same rows, in the same two statements.
 */
export async function clock(servers: Servers, token: string): Promise<Line[]> {
  const { ours, world, quick } = servers
  await world.pool.query(records)
  await world.pool.query(moments)
  await world.pool.query('vacuum analyze finding_clocks')
  const lines: Line[] = []
  const times = quick ? 5 : 15
  for (const [by, key] of [
    ['month', "to_char(detected_at at time zone 'Asia/Kolkata', 'YYYY-MM')"],
    ['brand', 'brand_id'],
  ] as const) {
    const url = `${ours.url}/api/enforcement/clock?step=answer&by=${by}`
    const { text } = await fetchOk(url, { token, withText: true })
    const { steps } = JSON.parse(text) as { steps: { step: string; findings: number }[] }
    const behind = steps.find(({ step }) => step === 'approval')?.findings ?? 0
    const hand = () => Promise.all([world.pool.query(handSteps), world.pool.query(handGroups(key))])
    const took = { ours: [] as number[], theirs: [] as number[] }
    for (let n = 0; n < times; n++) {
      took.ours.push(await timed(() => fetchOk(url, { token })))
      took.theirs.push(await timed(hand))
    }
    const operation = `clock of ${behind.toLocaleString('en')} enforced findings, by ${by}`
    lines.push(within(operation, median(took.ours), 100, 'ms'))
    lines.push(against(`${operation}, by hand`, { ours: median(took.ours), theirs: median(took.theirs) }, 2))
  }
  return lines
}

const records = `
  insert into enforcements (id, company_id, finding_id, action_taken, action_date, status)
  select gen_random_uuid(), company_id, id, 'Reminder Sent', reporting_date, status
  from findings where platform = 'e-commerce' and deleted_at is null order by md5(id::text) limit 50000`

const moments = `
  update finding_clocks set is_folded = true, approved_at = detected_at + h * interval '20 minutes',
    sent_at = detected_at + h * interval '40 minutes', acknowledged_at = detected_at + h * interval '50 minutes',
    unreachable_at = detected_at + h * interval '90 minutes'
  from (select finding_id as of, ('x' || substr(md5(finding_id::text), 1, 5))::bit(20)::int % 700 as h from finding_clocks) k
  where k.of = finding_id`

const spread = (from: string, to: string) =>
  `count(${to} - ${from}), percentile_cont(array[0.5, 0.9]) within group (order by extract(epoch from ${to} - ${from})::float8)
     filter (where ${to} >= ${from})`

const handSteps = `select ${[
  ['detected_at', 'approved_at'],
  ['approved_at', 'sent_at'],
  ['sent_at', 'acknowledged_at'],
  ['sent_at', 'unreachable_at'],
  ['detected_at', 'unreachable_at'],
]
  .map(([from, to]) => spread(from!, to!))
  .join(', ')} from finding_clocks where deleted_at is null`

const handGroups = (key: string) =>
  `select ${key}, ${spread('sent_at', 'acknowledged_at')} from finding_clocks where deleted_at is null group by 1 order by 1`
