import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { daysAfter } from '#vocabulary/dates.ts'
import { website } from '#platforms/website.ts'
import { stepNames } from '#features/revisits/rules.ts'

const { at, get, one } = setUpActionTests()
const query = (text: string, values: unknown[] = []) => at.database.pool.query(text, values)

const columns = ['detected', 'approved', 'sent', 'acknowledged', 'answered', 'unreachable'] as const
type Days = Partial<Record<(typeof columns)[number], number>>

/** A finding whose moments are so many days after a day long ago; closed on a day, it has the status Success. */
async function add(days: Days, closed?: number): Promise<string> {
  const id = await one(website, closed === undefined ? '11' : '55')
  const moment = (day: number | undefined) => (day === undefined ? null : `${daysAfter('2026-02-02', day)}T10:00:00Z`)
  await query(
    `insert into finding_clocks (company_id, finding_id, brand_id, platform, is_folded,
       ${columns.map((name) => `${name}_at`).join()})
     select company_id, id, brand_id, platform, true, $2, $3, $4, $5, $6, $7 from findings where id = $1`,
    [id, ...columns.map((name) => moment(days[name] ?? (name === 'detected' ? 0 : undefined)))],
  )
  if (closed !== undefined)
    await query(
      `insert into status_log (id, company_id, finding_id, brand_id, platform, module, search_term, username, status_from, status_to, at)
       select gen_random_uuid(), company_id, id, brand_id, platform, '', '', '', '11', '55', $2 from findings where id = $1`,
      [id, moment(closed)],
    )
  return id
}

/** How many are late in each step, with three days agreed for all of them. */
async function lates(): Promise<Record<string, string>> {
  const { steps } = (await get('enforcement/clock', 'analyst')).json()
  return Object.fromEntries(
    steps.map((one: { step: string; late: number; agreed: number }) => [one.step, `${one.late} of ${one.agreed}`]),
  )
}

async function begin(): Promise<void> {
  await query('delete from finding_clocks')
  for (const step of stepNames)
    await query(
      `insert into agreed_days (company_id, platform, step, days) values ($1, 'website', $2, 3) on conflict do nothing`,
      [at.world.companies.parent, step],
    )
}

test('what left a step within the agreed days is not late in it, what left it later is', async () => {
  await begin()
  // Down two days after the notice: nobody answers about it any more.
  await add({ approved: 1, sent: 2, unreachable: 4 })
  expect(await lates()).toMatchObject({ answer: '0 of 1', human: '0 of 1', unreachable: '0 of 1', all: '1 of 1' })
  // Down five days after it, and never answered.
  await add({ approved: 1, sent: 2, unreachable: 7 })
  expect(await lates()).toMatchObject({ answer: '1 of 2', human: '1 of 2', unreachable: '1 of 2', all: '2 of 2' })
  // Down on the day after it was approved, and one six days later, before a notice.
  await add({ approved: 1, unreachable: 2 })
  await add({ approved: 1, unreachable: 7 })
  // Sent within the days without an approval, and after them.
  await add({ sent: 1 })
  await add({ sent: 5 })
  expect(await lates()).toMatchObject({ approval: '1 of 6', notice: '1 of 4' })
})

test('what was closed in time is not late in the steps that it had not ended; opened again it is', async () => {
  await begin()
  const id = await add({ approved: 1, sent: 2 }, 3)
  await add({ approved: 1, sent: 2 }, 9)
  await add({ approved: 1 }, 3)
  expect(await lates()).toEqual({
    approval: '0 of 3',
    notice: '0 of 3',
    answer: '1 of 2',
    human: '1 of 2',
    unreachable: '1 of 2',
    all: '1 of 3',
  })
  await query("update findings set status = '11' where id = $1", [id])
  expect(await lates()).toMatchObject({ answer: '2 of 2', unreachable: '2 of 2', all: '2 of 3' })
})
