import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { website } from '#platforms/website.ts'
import { foldClocks } from './update-clocks.ts'
import { nights, thinVisits } from './thin-visits.ts'

const { at, post, one } = setUpActionTests()
const db = () => at.database.db
const noticeForm = { registrar: 'Keeper', ipAddress: '203.0.113.7', hosting: 'Host', date: '2026-03-04' }
const now = new Date()

/**
 * An enforced finding with a visit each day, the first `outcomes.length` days ago; equal consecutive outcomes form a
 * streak.
 */
async function visited(outcomes: readonly string[]): Promise<string> {
  const id = await one(website, '33')
  const change = { ...noticeForm, actionTaken: 'Reminder Sent', infrigementStatus: '11' }
  await post(`website/${id}/enforcement`, change, 'analyst')
  await foldClocks(at.testApp.app, 24)
  await rows(db(), sql`update finding_watches set first_at = null, counted_at = null where finding_id = ${id}`)
  let [side, streak] = ['', 0]
  const streaks = outcomes.map((outcome) => {
    if (outcome === 'undecided') return 0
    const says = outcome === 'up' ? 'up' : 'down'
    streak = says === side ? streak + 1 : 1
    side = says
    return streak
  })
  await rows(
    db(),
    sql`insert into finding_visits (id, company_id, finding_id, at, address, outcome, side, streak, reason, milliseconds)
      select gen_random_uuid(), w.company_id, w.finding_id, ${now}::timestamptz - (${outcomes.length} - v.position) * interval '1 day',
        'a', v.outcome, case v.outcome when 'up' then 'up' when 'undecided' then null else 'down' end, v.streak,
        v.position::text, 1
      from finding_watches w, unnest(${outcomes}::text[], ${streaks}::int[]) with ordinality as v (outcome, streak, position)
      where w.finding_id = ${id}`,
  )
  return id
}

const repeat = (n: number, outcome: string) => Array.from({ length: n }, () => outcome)
/** The numbers of the remaining visits, in the order in which they were made. */
const remaining = async (id: string) =>
  (
    await rows<{ position: number }>(
      db(),
      sql`select reason::int as position from finding_visits where finding_id = ${id} order by at`,
    )
  ).map(({ position }) => position)
const oneTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
/** All nights of a round, without time passing. */
const thinAll = async (days: number) => {
  for (let night = 0; night < nights; night++)
    await thinVisits(db(), days + night, new Date(now.getTime() + night * 86_400_000))
}

test('old visits are retained that began or ended an outcome, confirmed it, or preceded an enforcement record or proposal', async () => {
  const id = await visited([...repeat(100, 'up'), ...repeat(60, 'gone'), 'undecided', ...repeat(139, 'unreachable')])
  const moments = { believed: 60, proposed: 230, dismissed: 240, recorded: 250 }
  const evening = (position: number) => sql`(select at + interval '5 hours' from finding_visits
    where finding_id = ${id} and reason = ${String(position)})`
  await rows(
    db(),
    sql`update finding_watches set first_at = ${evening(moments.believed)}, proposed_at = ${evening(moments.proposed)},
      dismissed_at = ${evening(moments.dismissed)} where finding_id = ${id}`,
  )
  await rows(db(), sql`update enforcements set created_at = ${evening(moments.recorded)} where finding_id = ${id}`)
  const other = await visited(repeat(50, 'up'))
  await thinAll(30)
  const retained = [...oneTo(20), 60, 100, ...oneTo(120, 101), 160, 161, 162, 230, 240, 250, ...oneTo(300, 270)]
  expect(await remaining(id)).toEqual(retained)
  expect(await remaining(other)).toEqual(oneTo(50))
  await thinAll(30)
  expect(await remaining(id)).toEqual(retained)
})

test('of visits that were undecided for years the first and the last are retained; recent visits are all retained', async () => {
  const id = await visited(repeat(200, 'undecided'))
  await thinAll(200)
  expect(await remaining(id)).toHaveLength(200)
  await thinAll(100)
  expect(await remaining(id)).toEqual([1, ...oneTo(200, 100)])
  const old = await visited(repeat(40, 'undecided'))
  await rows(db(), sql`update finding_visits set at = at - interval '1000 days' where finding_id = ${old}`)
  await thinAll(100)
  expect(await remaining(old)).toEqual([1, 40])
})
