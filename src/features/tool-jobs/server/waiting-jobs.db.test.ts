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
  expect(await problems()).toEqual(['Waits for 2 jobs before it', 'Waits for the job before it', null])
  await rows(
    at.database.db,
    sql`update tool_jobs set state = 'Processing', done = 1, lease_id = gen_random_uuid(), lease_until = now() + interval '1 minute' where id = ${first}`,
  )
  expect(await problems()).toEqual([
    'Waits for 2 jobs before it. Now: shops, 1 of 2',
    'Waits for the job before it. Now: shops, 1 of 2',
    null,
  ])
})
