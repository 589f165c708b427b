import { parse } from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { runNextJob } from '#kit/server/run-queue.ts'
import { expireLeaseUntil } from '#kit/server/testing-queue.ts'
import { messages } from '#features/exports/messages.ts'
import { rowsPerPart, type ExportFormat } from '#features/exports/rules.ts'
import { exportRunner } from './run-export.ts'
import { runExports } from './testing.ts'

const { at, post } = setUpActionTests()
const total = 3 * rowsPerPart + 7

/** One file store operation as a promise that never settles, as if the process were killed during it. */
const killed = () => new Promise<never>(() => undefined)

beforeAll(async () => {
  const { companies, brands } = at.world
  // In parts, as the time that one statement may take is limited.
  for (let first = 1; first <= total; first += rowsPerPart)
    await sql`with made as (
      insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, identity_key, image)
      select ${companies.parent}, gen_random_uuid(), case when n % 5 = 0 then ${brands.disabled}::uuid else ${brands.own}::uuid end,
        'website', date '2021-01-01' + (n % 365), '22', 'High', gen_random_uuid(), 'a.png'
      from generate_series(${first}::int, ${Math.min(total, first + rowsPerPart - 1)}::int) n returning company_id, id)
    insert into findings_website (company_id, finding_id, url)
    select company_id, id, 'https://copies.example/' || id from made`.execute(at.database.db)
}, 60_000)

async function queued(format: ExportFormat): Promise<string> {
  const id = newId()
  const { companies, brands, people } = at.world
  await rows(
    at.database.db,
    sql`insert into exports (id, kind, user_id, company_id, brand_ids, all_brands, platform, start_date, end_date, format, records)
      values (${id}, 'bulk', ${people.analyst}, ${companies.parent}, ${[brands.disabled, brands.own]}::uuid[], true, 'website',
        '2021-01-01', '2021-12-31', ${format}, ${total})`,
  )
  return id
}
const stateOf = async (id: string) =>
  (
    await rows<{ state: string; done: number; tries: number; problem: string | null }>(
      at.database.db,
      sql`select state, done, tries, problem from exports where id = ${id}`,
    )
  )[0]!
const partsOf = (id: string) =>
  rows<{ part: number; key: string; rows: number }>(
    at.database.db,
    sql`select part, key, rows from export_parts where export_id = ${id} order by part`,
  )
const csvOf = async (id: string) => {
  const { files } = (await post(`queue/records/${id}/links`, {}, 'analyst')).json() as unknown as {
    files: { url: string }[]
  }
  const { rawPayload } = await at.testApp.server.inject({ url: files[0]!.url })
  return parse<string[]>(rawPayload.toString('utf8').replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data
}

test('G87 a worker killed between parts: another one goes on there, each finding is in the file once, one email', async () => {
  const id = await queued('csv')
  const { app } = at.testApp
  // The first worker dies while it stores part 3.
  let stored = 0
  const dying = {
    ...app,
    files: {
      ...app.files,
      putFile: (...args: Parameters<typeof app.files.putFile>) =>
        ++stored > 2 ? killed() : app.files.putFile(...args),
    },
  }
  void runNextJob(dying, exportRunner)
  await expect.poll(() => stored, { timeout: 60_000 }).toBe(3)
  const before = await partsOf(id)
  expect(before.map(({ rows: n }) => n)).toEqual([rowsPerPart, rowsPerPart])
  expect(await runNextJob(app, exportRunner), 'its lease has not expired').toBe(false)
  await expireLeaseUntil(app, exportRunner, id, async () => {
    await runExports(app)
    return (await stateOf(id)).state === 'Completed'
  })
  expect(await stateOf(id)).toEqual({ state: 'Completed', done: total, tries: 2, problem: null })
  expect((await partsOf(id)).slice(0, 2)).toEqual(before)
  const lines = await csvOf(id)
  const address = lines[0]!.indexOf('url')
  expect(lines).toHaveLength(total + 1)
  expect(new Set(lines.map((line) => line[address])).size).toBe(total + 1)
  expect(lines.slice(1).map(([sn]) => Number(sn))).toEqual(Array.from({ length: total }, (_, n) => n + 1))
  const mails = await rows(at.database.db, sql`select 1 from mails where id = ${id}`)
  expect(mails).toHaveLength(1)
}, 120_000)

test('G87 a worker that goes on after its lease has expired stores nothing of it any more', async () => {
  const id = await queued('csv')
  const { app } = at.testApp
  const slow = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<true>()
    const state = { removed: 0, release: resolve }
    const putFile = async (...args: Parameters<typeof app.files.putFile>) => {
      await app.files.putFile(...args)
      locked.resolve(true)
      await promise
    }
    const remove = async (key: string) => {
      await app.files.remove(key)
      state.removed++
    }
    return { state, locked: locked.promise, app: { ...app, files: { ...app.files, putFile, remove } } }
  }
  const [late, next] = [slow(), slow()]
  const lateRun = runNextJob(late.app, exportRunner)
  await late.locked
  let nextRun: Promise<boolean> = Promise.resolve(false)
  await expireLeaseUntil(app, exportRunner, id, async () => {
    nextRun = runNextJob(next.app, exportRunner)
    return Promise.race([nextRun, next.locked])
  })
  late.state.release()
  // What it had put into the file store goes again.
  await expect.poll(() => late.state.removed, { timeout: 20_000 }).toBe(1)
  await lateRun.catch(() => undefined)
  expect(await partsOf(id)).toEqual([])
  next.state.release()
  await nextRun
  expect(await stateOf(id)).toMatchObject({ state: 'Completed', done: total, tries: 2 })
  expect(await csvOf(id)).toHaveLength(total + 1)
}, 120_000)

test('G83 workbooks are cut at 25,000 and numbered; a store that refuses to write is tried again, then fails with an email', async () => {
  const id = await queued('xlsx')
  const { app } = at.testApp
  const refusing = { ...app, files: { ...app.files, putFile: () => Promise.reject(new Error('disk full')) } }
  for (const tries of [1, 2]) {
    await runNextJob(refusing, exportRunner)
    expect(await stateOf(id)).toMatchObject({ state: 'Pending', tries, problem: 'The files could not be created.' })
    expect(await runNextJob(refusing, exportRunner), 'it waits before the next try').toBe(false)
    await rows(at.database.db, sql`update exports set not_before = now() where id = ${id}`)
  }
  await expect(runNextJob(refusing, exportRunner)).rejects.toThrow('disk full')
  expect(await stateOf(id)).toMatchObject({ state: 'Failed', tries: 3 })
  const mails = await rows(at.database.db, sql`select 1 from mails where kind = 'export-failed'`)
  expect(mails).toHaveLength(1)
  expect((await post(`queue/records/${id}/retry`, {}, 'analyst')).statusCode).toBe(200)
  await runExports(app)
  const files = await rows(
    at.database.db,
    sql`select name, rows from export_files where export_id = ${id} order by place`,
  )
  expect(files).toEqual(
    [rowsPerPart, rowsPerPart, rowsPerPart, 7].map((n, index) => ({
      name: `website-2021-01-01-to-2021-12-31-0${index + 1}.xlsx`,
      rows: n,
    })),
  )
}, 120_000)

test('a stopping worker returns the job to the queue; a cancelled one ends without files or email', async () => {
  const { app } = at.testApp
  const id = await queued('csv')
  const stopping = new AbortController()
  let stored = 0
  const watched = (then: () => unknown) => ({
    ...app,
    files: {
      ...app.files,
      putFile: async (...args: Parameters<typeof app.files.putFile>) => {
        await app.files.putFile(...args)
        if (++stored === 1) await then()
      },
    },
  })
  await runNextJob(
    watched(() => stopping.abort()),
    exportRunner,
    stopping.signal,
  )
  expect(await stateOf(id)).toMatchObject({ state: 'Pending', tries: 0 })
  stored = 0
  let cancelled = 0
  await runNextJob(
    watched(async () => (cancelled = (await post(`queue/records/${id}/cancel`, {}, 'analyst')).statusCode)),
    exportRunner,
  )
  expect(cancelled).toBe(200)
  expect(await stateOf(id)).toMatchObject({ state: 'Failed', problem: 'Cancelled by analyst' })
  expect(await rows(at.database.db, sql`select 1 from mails where id = ${id}`)).toEqual([])
  expect(await rows(at.database.db, sql`select 1 from export_files where export_id = ${id}`)).toEqual([])
}, 120_000)

test('G87 nothing is delivered to a person who was blocked while the download was made', async () => {
  const id = await queued('csv')
  const { app } = at.testApp
  const block = (is: boolean) =>
    rows(at.database.db, sql`update users set is_blocked = ${is} where id = ${at.world.people.analyst}`)
  const stored = new Set<string>()
  const putFile = async (...file: Parameters<typeof app.files.putFile>) => {
    await block(true)
    stored.add(file[0])
    return app.files.putFile(...file)
  }
  await runExports({ ...app, files: { ...app.files, putFile } })
  await block(false)
  expect(await stateOf(id)).toMatchObject({ state: 'Failed', problem: messages.requesterGone })
  expect(await rows(at.database.db, sql`select 1 from mails where id = ${id}`)).toEqual([])
  const parts = (await partsOf(id)).map(({ key }) => key)
  for (const key of stored) if (!parts.includes(key)) expect(await app.files.read(key)).toBeUndefined()
}, 120_000)
