import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { inTransaction, row, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { runNextJob } from '#kit/server/run-queue.ts'
import type { Session } from '#kit/server/session.ts'
import { cancelToolJob, lockedJob, queueToolJob, resumeToolJob, toolJobLinks } from './job-actions.ts'
import { writePartialOf } from './partial-files.ts'
import * as queries from './queries.ts'
import { toolRunner } from './run-tool-job.ts'
import type { ToolRunner } from './tool-runner.ts'

const { at } = setUpActionTests()
const kind = 'scraper-4'
const act = <T>(work: (db: Parameters<typeof lockedJob>[0]) => Promise<T>) =>
  inTransaction(at.testApp.app.pool, ({ db }) => work(db))
const session = () => ({ userId: at.world.people.analyst, username: 'analyst', role: 'Analyst' }) as Session

/** Repeats each line in capitals; at 'stop' the job is cancelled. */
const runnerOf = (cancel: () => Promise<unknown>): ToolRunner => ({
  kind,
  title: ({ name }) => ({ title: name, path: '/scrapper4' }),
  parallel: 1,
  open: () =>
    Promise.resolve({
      processRow: async (input, _row, signal) => {
        if (input === 'stop') {
          await cancel()
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        }
        return { records: [{ text: String(input).toUpperCase() }] }
      },
      writeFiles: async (lines, folder) => {
        let text = ''
        for await (const { state, records } of lines) text += `${state} ${JSON.stringify(records)}\n`
        const path = join(folder, 'result.txt')
        await writeFile(path, text)
        return [{ name: 'result.txt', mediaType: 'text/plain', path }]
      },
      close: () => Promise.resolve(),
    }),
})

async function cancelledJob(lines: readonly string[]) {
  const id = newId()
  await act((db) => queueToolJob(db, { id, kind, userId: at.world.people.analyst, name: 'Upper case' }, lines))
  const cancel = () => act(async (db) => cancelToolJob(db, session(), await lockedJob(db, id, [kind])))
  const runner = toolRunner(runnerOf(cancel))
  await runNextJob(at.testApp.app, runner)
  expect(await queries.toolJob(at.database.db, id)).toMatchObject({ state: 'Failed' })
  return { id, runner }
}
const wantedOf = (id: string) =>
  row(
    at.database.db,
    sql`select 1 as wanted from pgboss.job where name = 'write-partial-files' and data->>'jobId' = ${id}`,
  )
const listed = async (id: string) => {
  const { found } = await queries.pageOfToolJobs(at.database.db, { kinds: [kind] }, { size: 50, offset: 0 })
  return found.find((one) => one.id === id)!
}
const contentOf = async (id: string) => {
  const { app } = at.testApp
  const { files } = await act(async (db) => toolJobLinks(app, db, session(), await lockedJob(db, id, [kind])))
  return (await at.testApp.server.inject({ url: files[0]!.url })).body
}

test('G87 a cancelled job has the file of the rows that were done; resumed, it has the complete one instead', async () => {
  const { app } = at.testApp
  const { id, runner } = await cancelledJob(['a', 'stop', 'c'])
  expect(await listed(id)).toMatchObject({ awaitsFiles: true, files: [], done: 1 })
  await writePartialOf(app, [runner], id)
  expect(await listed(id)).toMatchObject({ awaitsFiles: false, state: 'Failed', problem: 'Cancelled by analyst' })
  expect(await contentOf(id)).toBe('Done [{"text":"A"}]\nWaiting null\nWaiting null\n')
  const [partial] = await queries.filesOf(at.database.db, id)

  await act(async (db) => resumeToolJob(db, await lockedJob(db, id, [kind])))
  expect((await listed(id)).files, 'a running job offers no file').toEqual([])
  await runNextJob(app, toolRunner({ ...runnerOf(() => Promise.resolve()), open: openWithoutStop }))
  expect(await contentOf(id)).toBe('Done [{"text":"A"}]\nDone [{"text":"STOP"}]\nDone [{"text":"C"}]\n')
  expect(await queries.filesOf(at.database.db, id)).toHaveLength(1)
  expect(await app.files.stream(partial!.key), 'the file of the earlier end is deleted').toBeUndefined()
})

test('G87 a job that is cancelled before any row is done has no file, and one that is resumed gets no partial one', async () => {
  const { app } = at.testApp
  const none = await cancelledJob(['stop'])
  expect(await listed(none.id)).toMatchObject({ awaitsFiles: false, files: [] })
  await expect(contentOf(none.id)).rejects.toMatchObject({ status: 409, message: 'This job has no files' })
  const { id, runner } = await cancelledJob(['a', 'stop'])
  await act(async (db) => resumeToolJob(db, await lockedJob(db, id, [kind])))
  await writePartialOf(app, [runner], id)
  expect(await queries.filesOf(at.database.db, id)).toEqual([])
  await act(async (db) => cancelToolJob(db, session(), await lockedJob(db, id, [kind])))
})

test('G87 the worker is asked for the files in the transaction that cancels the job', async () => {
  const some = await cancelledJob(['a', 'stop'])
  const none = await cancelledJob(['stop'])
  expect([await wantedOf(some.id), await wantedOf(none.id)]).toEqual([{ wanted: 1 }, undefined])
})

const openWithoutStop: ToolRunner['open'] = async (app, job, context) => ({
  ...(await runnerOf(() => Promise.resolve()).open(app, job, context)),
  processRow: (input) => Promise.resolve({ records: [{ text: String(input).toUpperCase() }] }),
})
