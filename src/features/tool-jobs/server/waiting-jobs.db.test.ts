import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { inTransaction, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { queueToolJob } from './job-actions.ts'
import { pageOfToolJobs } from './tool-job-lists.ts'

const { at } = setUpActionTests()
const kind = 'scraper-4'

async function queued(name: string, lines: readonly string[]): Promise<string> {
  const id = newId()
  await inTransaction(at.testApp.app.pool, ({ db }) =>
    queueToolJob(db, { id, kind, userId: at.world.people.analyst, name }, lines),
  )
  return id
}

test('G87 the list of jobs says what a waiting one waits for', async () => {
  const problems = async () =>
    (await pageOfToolJobs(at.database.db, { kinds: [kind] }, { size: 3, offset: 0 })).found.map(
      ({ problem }) => problem,
    )
  const first = await queued('shops', ['a', 'b'])
  expect(await problems()).toEqual([null])
  await queued('profiles', ['c'])
  await queued('pages', ['d'])
  expect(await problems()).toEqual([
    'Waits for 2 jobs before it, about 10 minutes at most',
    'Waits for the job before it, about 5 minutes at most',
    null,
  ])
  await rows(
    at.database.db,
    sql`update tool_jobs set state = 'Processing', done = 1, lease_id = gen_random_uuid(), lease_until = now() + interval '1 minute' where id = ${first}`,
  )
  expect(await problems()).toEqual([
    'Waits for 2 jobs before it, about 10 minutes at most. Now: shops, 1 of 2',
    'Waits for the job before it, about 5 minutes at most. Now: shops, 1 of 2',
    null,
  ])
})

test('the list of jobs says how long the present one will take, once its pace is known', async () => {
  const { db } = at.database
  const lines = Array.from({ length: 1000 }, (_, n) => `line ${n}`)
  const id = await queued('many', lines)
  const left = async () => (await pageOfToolJobs(db, { kinds: [kind] }, { size: 1, offset: 0 })).found[0]!.secondsLeft
  const worked = (done: number) =>
    rows(
      db,
      sql`with j as (update tool_jobs set state = 'Processing', done = ${done}, lease_id = gen_random_uuid(),
            lease_until = now() + interval '1 minute' where id = ${id})
          update tool_job_rows set state = 'Done', finished_at = now() - make_interval(secs => 2 * (${done} + 1 - row))
          where job_id = ${id} and row <= ${done}`,
    )
  expect(await left()).toBeNull()
  await worked(5)
  expect(await left()).toBeNull()
  await worked(100)
  // Two seconds a line.
  expect(await left()).toBeGreaterThanOrEqual(1800)
  expect(await left()).toBeLessThan(1850)
})
