import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { dropOldToolJobs } from '#features/tool-jobs/contract.ts'
import { messages } from '#features/tool-jobs/messages.ts'
import { inTransaction, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { maxTries } from '#kit/server/leased-queue.ts'
import { JobRefused, runNextJob } from '#kit/server/run-queue.ts'
import { runWithExpiredLease } from '#kit/server/testing-queue.ts'
import type { Session } from '#kit/server/session.ts'
import { cancelToolJob, lockedJob, pauseToolJob, queueToolJob, resumeToolJob, toolJobLinks } from './job-actions.ts'
import { toolJobHandlers } from './handlers.ts'
import * as queries from './queries.ts'
import { toolRunner } from './run-tool-job.ts'
import { RowRefused, type RowResult, type ToolRunner } from './tool-runner.ts'

const { at } = setUpActionTests()
const kind = 'scraper-4'

/** A runner that repeats each line in capitals, as `work` says. */
function runnerWith(
  work: (line: string, signal: AbortSignal) => Promise<RowResult> | RowResult,
  parallel = 1,
): ToolRunner {
  return {
    kind,
    title: ({ name }) => ({ title: name, path: '/scrapper4' }),
    parallel,
    open: () =>
      Promise.resolve({
        processRow: async (input, _row, signal) => work(input as string, signal),
        writeFiles: async (lines, folder) => {
          let text = ''
          for await (const { input, records, problem } of lines)
            text += `${JSON.stringify(input)} ${problem ?? JSON.stringify(records)}\n`
          const path = join(folder, 'result.txt')
          await writeFile(path, text)
          return [{ name: 'result.txt', mediaType: 'text/plain', path }]
        },
        close: () => Promise.resolve(),
      }),
  }
}
const upper = (line: string): RowResult => ({ records: [{ text: line.toUpperCase() }] })

async function queued(lines: readonly string[]): Promise<string> {
  const id = newId()
  await inTransaction(at.testApp.app.pool, ({ db }) =>
    queueToolJob(db, { id, kind, userId: at.world.people.analyst, name: 'Upper case' }, lines),
  )
  return id
}
const act = <T>(work: (db: Parameters<typeof lockedJob>[0]) => Promise<T>) =>
  inTransaction(at.testApp.app.pool, ({ db }) => work(db))
const jobOf = async (id: string) => (await queries.toolJob(at.database.db, id))!
const session = () => ({ userId: at.world.people.analyst, username: 'analyst', role: 'Analyst' }) as Session

describe('jobs that work through lines', () => {
  test('G87 a job ends with its files, an email with links to them and the reason of each failed line', async () => {
    const { app } = at.testApp
    const id = await queued(['a', 'b', 'c'])
    const runner = runnerWith((line) => {
      if (line === 'b') throw new RowRefused('It is gone')
      return { ...upper(line), files: [{ name: 'picture.png', mediaType: 'image/png', bytes: Buffer.from(line) }] }
    })
    expect(await runNextJob(app, toolRunner(runner))).toBe(true)
    expect(await jobOf(id)).toMatchObject({ state: 'Completed', done: 3, failed: 1, problem: null })
    const [file] = await queries.filesOf(at.database.db, id)
    const [mail] = await rows<{ text: string }>(
      at.database.db,
      sql`select text_body as text from mails where id = ${id}`,
    )
    expect(mail!.text).toContain(file!.sha256)
    const { files } = await act(async (db) => toolJobLinks(app, db, session(), await lockedJob(db, id, [kind])))
    const { body } = await at.testApp.server.inject({ url: files[0]!.url })
    expect(body).toBe('"a" [{"text":"A"}]\n"b" It is gone\n"c" [{"text":"C"}]\n')
    const [line] = await queries.rowsAfter(at.database.db, id, 0, 1)
    expect((await app.files.stream(line!.files[0]!.key))?.bytes).toBe(1)
  })

  test('a full disk ends no job: the lines that are stored stay, and it goes on where it was once there is room', async () => {
    const { app } = at.testApp
    const id = await queued(['a', 'b', 'c'])
    const seen: string[] = []
    const runner = toolRunner(
      runnerWith((line) => {
        seen.push(line)
        return { ...upper(line), files: [{ name: `${line}.png`, mediaType: 'image/png', bytes: Buffer.from(line) }] }
      }),
    )
    let left = 1
    const put: typeof app.files.put = (...file) =>
      left-- > 0
        ? app.files.put(...file)
        : Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    await runNextJob({ ...app, files: { ...app.files, put } }, runner)
    expect(await jobOf(id)).toMatchObject({
      state: 'Pending',
      done: 1,
      failed: 0,
      problem: 'Storage is full: its files could not be stored.',
    })
    await rows(at.database.db, sql`update tool_jobs set not_before = now() where id = ${id}`)
    await runNextJob(app, runner)
    expect([await jobOf(id), seen]).toMatchObject([{ state: 'Completed', done: 3, failed: 0 }, ['a', 'b', 'b', 'c']])
  })

  test('a person who is blocked meanwhile: no further line is worked on, and nothing is sent', async () => {
    const { app } = at.testApp
    const block = (is: boolean) =>
      rows(at.database.db, sql`update users set is_blocked = ${is} where id = ${at.world.people.analyst}`)
    const told = async () => (await rows(at.database.db, sql`select 1 from mails`)).length
    const before = await told()
    const runUntilBlocked = async (blockedAt: string) => {
      const id = await queued(['a', 'b', 'c'])
      const seen: string[] = []
      const runner = runnerWith(async (line) => {
        seen.push(line)
        if (line === blockedAt) await block(true)
        return upper(line)
      })
      await runNextJob(app, toolRunner(runner))
      await block(false)
      expect(await jobOf(id)).toMatchObject({ state: 'Failed', problem: messages.requesterGone })
      expect(await told()).toBe(before)
      return seen
    }
    expect(await runUntilBlocked('b')).toEqual(['a', 'b'])
    expect(await runUntilBlocked('c')).toEqual(['a', 'b', 'c'])
  })

  test('an empty queue is only read: a worker claims nothing, and waits for no other worker', async () => {
    const unused = toolRunner({ ...runnerWith(upper), kind: 'trademark-report' })
    await act(async (db) => {
      // What a worker does first that claims a job of this queue.
      await rows(db, sql`select pg_advisory_xact_lock(hashtext('claim-job'), hashtext('tool_jobs trademark-report'))`)
      expect(await runNextJob(at.testApp.app, unused)).toBe(false)
    })
  })

  test('G87 an interrupted job goes on with the lines that are not finished; none is worked on twice', async () => {
    const { app } = at.testApp
    const id = await queued(['a', 'b', 'c', 'd'])
    const seen: string[] = []
    // The first worker is killed in the middle of the third line.
    void runNextJob(
      app,
      toolRunner(
        runnerWith((line) => {
          if (line === 'c') return new Promise<never>(() => undefined)
          seen.push(line)
          return upper(line)
        }),
      ),
    )
    await expect.poll(async () => (await jobOf(id)).done).toBe(2)
    const again = toolRunner(
      runnerWith((line) => {
        seen.push(line)
        return upper(line)
      }),
    )
    expect(await runNextJob(app, again), 'its lease has not expired').toBe(false)
    await runWithExpiredLease(app, again, id)
    expect(seen).toEqual(['a', 'b', 'c', 'd'])
    expect(await jobOf(id)).toMatchObject({ state: 'Completed', done: 4 })
  })

  test('a job whose line hangs is tried again and goes on with it; in the last try that line fails, and no other', async () => {
    const { app } = at.testApp
    const id = await queued(['a', 'b', 'c'])
    const hanging = runnerWith((line) => (line === 'b' ? new Promise<never>(() => undefined) : upper(line)))
    expect(await runNextJob(app, { ...toolRunner(hanging), stallMinutes: 0.02 })).toBe(true)
    const problem = `${messages.notDone} There was no progress for 0.02 minutes.`
    expect(await jobOf(id)).toMatchObject({ state: 'Pending', done: 1, problem })
    await rows(at.database.db, sql`update tool_jobs set not_before = now(), tries = ${maxTries - 1} where id = ${id}`)
    expect(await runNextJob(app, { ...toolRunner(hanging), stallMinutes: 0.02 })).toBe(true)
    expect(await jobOf(id)).toMatchObject({ state: 'Completed', done: 3, failed: 1 })
    expect((await queries.progressOf(at.database.db, id)).problem).toBe('There was no progress for 0.01 minutes.')
  })

  test('a paused job stops at once and goes on where it was; a cancelled one fails and can be repeated', async () => {
    const { app } = at.testApp
    const id = await queued(['a', 'b', 'c'])
    const seen: string[] = []
    const until = (action: (db: Parameters<typeof lockedJob>[0]) => Promise<unknown>) =>
      toolRunner(
        runnerWith(async (line, signal) => {
          seen.push(line)
          if (line === 'b') {
            await act(action)
            await new Promise((resolve) => signal.addEventListener('abort', resolve))
          }
          return upper(line)
        }),
      )
    await runNextJob(
      app,
      until(async (db) => pauseToolJob(db, session(), await lockedJob(db, id, [kind]))),
    )
    expect(await jobOf(id)).toMatchObject({ state: 'Paused', done: 1, problem: 'Paused by analyst' })
    expect(await runNextJob(app, toolRunner(runnerWith(upper))), 'it waits for its user').toBe(false)
    await act(async (db) => resumeToolJob(db, await lockedJob(db, id, [kind])))
    await runNextJob(
      app,
      until(async (db) => cancelToolJob(db, session(), await lockedJob(db, id, [kind]))),
    )
    expect(await jobOf(id)).toMatchObject({ state: 'Failed', problem: 'Cancelled by analyst' })
    await act(async (db) => resumeToolJob(db, await lockedJob(db, id, [kind])))
    await runNextJob(app, toolRunner(runnerWith(upper)))
    expect(await jobOf(id)).toMatchObject({ state: 'Completed', done: 3 })
    expect(seen).toEqual(['a', 'b', 'b'])
  })

  test('G86 a job fails when every line did, or when it cannot be done at all; failed lines can be repeated', async () => {
    const { app } = at.testApp
    const id = await queued(['a', 'b'])
    const failing = runnerWith(() => {
      throw new RowRefused('No answer')
    }, 2)
    await runNextJob(app, toolRunner(failing))
    expect(await jobOf(id)).toMatchObject({
      state: 'Failed',
      failed: 2,
      problem: 'Every line failed, the first because: No answer',
    })
    await act(async (db) => resumeToolJob(db, await lockedJob(db, id, [kind])))
    expect(await jobOf(id)).toMatchObject({ state: 'Pending', failed: 0, done: 0 })
    const refusing: ToolRunner = { ...failing, open: () => Promise.reject(new JobRefused('Source is not configured')) }
    await runNextJob(app, toolRunner(refusing))
    expect(await jobOf(id)).toMatchObject({ state: 'Failed', problem: 'Source is not configured' })
    const [mail] = await rows<{ text: string }>(
      at.database.db,
      sql`select text_body as text from mails where kind = 'tool-job-failed' order by id desc limit 1`,
    )
    expect(mail!.text).toContain('Source is not configured')
  })

  test('the files of a job are removed after 30 days; that it was there stays', async () => {
    const { app } = at.testApp
    const id = await queued(['a'])
    await runNextJob(app, toolRunner(runnerWith(upper)))
    const [file] = await queries.filesOf(at.database.db, id)
    await rows(at.database.db, sql`update tool_jobs set finished_at = now() - interval '31 days' where id = ${id}`)
    await act((db) => enqueue(db, dropOldToolJobs, {}))
    await at.testApp.runJobs()
    expect(await app.files.stream(file!.key)).toBeUndefined()
    expect(await jobOf(id)).toMatchObject({ isStored: false, state: 'Completed' })
  })

  test('G86 an object that cannot be deleted does not keep those behind it, and the job is reported as failed', async () => {
    const { app } = at.testApp
    const ids = [await queued(['a']), await queued(['b'])]
    for (const _ of ids) await runNextJob(app, toolRunner(runnerWith(upper)))
    const [kept] = await queries.filesOf(at.database.db, ids[0]!)
    await rows(
      at.database.db,
      sql`update tool_jobs set finished_at = now() - interval '31 days' where id = any(${ids})`,
    )
    const remove = (key: string) =>
      key === kept!.key ? Promise.reject(new Error('access denied')) : app.files.remove(key)
    const [nightly] = toolJobHandlers({ ...app, files: { ...app.files, remove } }, [])
    await expect(nightly!.run({}, { jobId: newId() })).rejects.toThrow('1 could not be deleted')
    expect(await Promise.all(ids.map(jobOf))).toMatchObject([{ isStored: true }, { isStored: false }])
  })

  test('G86 a job that nobody resumes for 30 days ends as failed, and its files go 30 days later', async () => {
    const id = await queued(['a'])
    const pause = () => act(async (db) => pauseToolJob(db, session(), await lockedJob(db, id, [kind])))
    const [nightly] = toolJobHandlers(at.testApp.app, [])
    const nextNight = () => nightly!.run({}, { jobId: newId() })
    await pause()
    await rows(at.database.db, sql`update tool_jobs set paused_at = now() - interval '29 days' where id = ${id}`)
    await nextNight()
    expect(await jobOf(id)).toMatchObject({ state: 'Paused' })
    await rows(at.database.db, sql`update tool_jobs set paused_at = now() - interval '31 days' where id = ${id}`)
    await nextNight()
    expect(await jobOf(id)).toMatchObject({ state: 'Failed', problem: messages.pausedTooLong, isStored: true })
    await act(async (db) => resumeToolJob(db, await lockedJob(db, id, [kind])))
    await pause()
    await nextNight()
    expect(await jobOf(id)).toMatchObject({ state: 'Paused' })
    await rows(at.database.db, sql`update tool_jobs set paused_at = now() - interval '31 days' where id = ${id}`)
    await nextNight()
    await rows(at.database.db, sql`update tool_jobs set finished_at = now() - interval '31 days' where id = ${id}`)
    await nextNight()
    expect(await jobOf(id)).toMatchObject({ state: 'Failed', isStored: false })
  })

  test('G87 the 21st waiting job of a user in a queue is refused', async () => {
    for (let n = 0; n < 20; n++) await queued(['a'])
    await expect(queued(['a'])).rejects.toMatchObject({ status: 429 })
    await rows(at.database.db, sql`delete from tool_jobs where state = 'Pending'`)
  })
})
