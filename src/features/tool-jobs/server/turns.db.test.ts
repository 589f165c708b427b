import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { messages } from '#features/tool-jobs/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { runNextJob } from '#kit/server/run-queue.ts'
import type { Session } from '#kit/server/session.ts'
import { cancelToolJob, lockedJob, pauseToolJob, queueToolJob, removeToolJob, resumeToolJob } from './job-actions.ts'
import { pageOfToolJobs } from './tool-job-lists.ts'
import * as queries from './queries.ts'
import { toolRunner } from './run-tool-job.ts'

const { at } = setUpActionTests()
const kind = 'scraper-4'

async function queued(name: string, lines: readonly string[]): Promise<string> {
  const id = newId()
  await act((db) => queueToolJob(db, { id, kind, userId: at.world.people.analyst, name }, lines))
  return id
}
const act = <T>(work: (db: Db) => Promise<T>) => inTransaction(at.testApp.app.pool, ({ db }) => work(db))
const jobOf = async (id: string) => (await queries.toolJob(at.database.db, id))!
const session = () => ({ userId: at.world.people.analyst, username: 'analyst', role: 'Analyst' }) as Session

/** A runner whose jobs give way after every line, and the lines it has worked on. */
function turnByLine(parallel = 1) {
  const seen: string[] = []
  const runner = toolRunner({
    kind,
    title: ({ name }) => ({ title: name, path: '/scrapper4' }),
    parallel,
    turnMinutes: 0,
    open: () =>
      Promise.resolve({
        processRow: (input) => {
          seen.push(input as string)
          return Promise.resolve({ records: [] })
        },
        writeFiles: () => Promise.resolve([]),
        close: () => Promise.resolve(),
      }),
  })
  return { runner, seen }
}

test('G87 a long job gives way to those that wait, and goes on behind them', async () => {
  const { app } = at.testApp
  const { runner, seen } = turnByLine()
  const long = await queued('long', ['l1', 'l2', 'l3', 'l4'])
  const short = await queued('short', ['s1', 's2'])
  await runNextJob(app, runner)
  expect(await jobOf(long)).toMatchObject({ state: 'Pending', done: 1, problem: null })
  const { found } = await pageOfToolJobs(at.database.db, { kinds: [kind] }, { size: 2, offset: 0 })
  expect(found.map(({ problem }) => problem)).toEqual([null, 'Waits for the job before it, about 5 minutes at most'])
  while (await runNextJob(app, runner));
  expect(seen).toEqual(['l1', 's1', 'l2', 's2', 'l3', 'l4'])
  expect([await jobOf(long), await jobOf(short)]).toMatchObject([
    { state: 'Completed', done: 4 },
    { state: 'Completed', done: 2 },
  ])
})

test('G87 no line is lost or done twice when a job with several lanes gives way', async () => {
  const { app } = at.testApp
  const { runner, seen } = turnByLine(3)
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n}`)
  const long = await queued('long', lines)
  await queued('other', ['o1', 'o2', 'o3', 'o4'])
  while (await runNextJob(app, runner));
  expect(await jobOf(long)).toMatchObject({ state: 'Completed', done: 20 })
  expect(seen.filter((line) => line.startsWith('line')).toSorted()).toEqual(lines.toSorted())
})

test('a job between two turns is not deleted but cancelled or paused; a resumed one stands behind those that wait', async () => {
  const { app } = at.testApp
  const { runner, seen } = turnByLine()
  const long = await queued('long', ['l1', 'l2'])
  const other = await queued('other', ['o1', 'o2', 'o3'])
  await runNextJob(app, runner)
  const remove = act(async (db) => removeToolJob(db, await lockedJob(db, long, [kind])))
  await expect(remove).rejects.toMatchObject({ status: 409, message: messages.alreadyProcessing })
  await act(async (db) => pauseToolJob(db, session(), await lockedJob(db, long, [kind])))
  await act(async (db) => resumeToolJob(db, await lockedJob(db, long, [kind])))
  await runNextJob(app, runner)
  expect(seen).toEqual(['l1', 'o1'])
  await act(async (db) => cancelToolJob(db, session(), await lockedJob(db, other, [kind])))
  expect(await jobOf(other)).toMatchObject({ state: 'Failed', done: 1, problem: messages.cancelled('analyst') })
  while (await runNextJob(app, runner));
  expect(await jobOf(long)).toMatchObject({ state: 'Completed', done: 2 })
})
