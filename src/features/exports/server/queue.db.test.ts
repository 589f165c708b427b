import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { exportHandlers } from './handlers.ts'
import { runExports, setUpExportTests } from './testing.ts'

const { at } = setUpActionTests()
const { call, request, listed } = setUpExportTests(at)

describe('the queue', () => {
  test('S-111 S-227 S-309 S-310 the jobs of all staff are listed, newest first; with report none of them', async () => {
    const older = (await request()).json<{ id: string }>().id
    const { id } = (await request()).json<{ id: string }>()
    const seen = (await call('GET', '/queue/getRecords?page=1&perPage=1', { who: 'admin' })).json()
    expect(seen.docs).toMatchObject([
      {
        id,
        username: 'analyst',
        company: 'Acme',
        platform: 'e-commerce',
        dateRange: '01/05/2023 - 31/05/2023',
        numOfRecords: 3,
        status: 'Pending',
        isOwn: true,
      },
    ])
    expect(Math.abs(Date.parse(seen.docs[0].DateCreated) - Date.now())).toBeLessThan(60_000)
    expect(seen.hasNextPage).toBe(true)
    const next = (await call('GET', '/queue/getRecords?page=2&perPage=1', { who: 'admin' })).json()
    expect(next.docs).toMatchObject([{ id: older }])
    expect((await call('GET', '/queue/getRecords?report=domain')).json().docs).toEqual([])
    for (const one of [id, older]) expect((await call('DELETE', `/queue/records/${one}`)).statusCode).toBe(200)
    expect(await listed(id)).toBeUndefined()
  })

  test('G87 a user has at most 20 waiting; a running one is not deleted but cancelled, and a failed one repeated', async () => {
    const first = (await request()).json<{ id: string }>().id
    const statuses: number[] = []
    for (let n = 1; n < 21; n++) statuses.push((await request()).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429])
    const { db } = at.database
    await rows(
      db,
      sql`update exports set state = 'Processing', lease_id = gen_random_uuid(), lease_until = now() + interval '1 hour' where id = ${first}`,
    )
    const refused = await call('DELETE', `/queue/records/${first}`)
    expect([refused.statusCode, refused.json()]).toEqual([409, { message: 'Record is already being processed' }])
    expect((await call('POST', `/queue/records/${first}/retry`)).statusCode).toBe(409)
    expect((await call('POST', `/queue/records/${first}/links`)).statusCode).toBe(409)
    expect((await call('POST', `/queue/records/${first}/cancel`)).statusCode).toBe(200)
    expect((await call('POST', `/queue/records/${first}/cancel`)).statusCode).toBe(409)
    expect(await listed(first)).toMatchObject({ status: 'Failed', problem: 'Cancelled by analyst' })
    expect((await call('POST', `/queue/records/${first}/retry`)).statusCode).toBe(200)
    await rows(db, sql`delete from exports where state = 'Pending' and id <> ${first}`)
    await runExports(at.testApp.app)
    expect(await listed(first)).toMatchObject({ status: 'Completed', problem: null })
    const counted = await rows(db, sql`select count(*) as n from exports where state <> 'Completed'`)
    expect(counted).toEqual([{ n: 0 }])
  })

  test('G86 a failed download that is queued again while old files are being deleted keeps its parts', async () => {
    const { db } = at.database
    const { app } = at.testApp
    const ids = [(await request()).json<{ id: string }>().id, (await request()).json<{ id: string }>().id] as const
    await rows(
      db,
      sql`update exports set state = 'Failed', finished_at = now() - interval '31 days' where id = any(${ids})`,
    )
    await rows(
      db,
      sql`insert into export_parts (export_id, part, key, bytes, sha256, rows, source, is_last)
        select id, 1, 'exports/' || id, 1, sha256('x'), 1, 0, false from unnest(${ids}::uuid[]) as j (id)`,
    )
    const remove = async (key: string) => {
      if (key === `exports/${ids[0]}`)
        expect((await call('POST', `/queue/records/${ids[1]}/retry`)).statusCode).toBe(200)
      await app.files.remove(key)
    }
    const [nightly] = exportHandlers({ ...app, files: { ...app.files, remove } })
    await nightly!.run({}, { jobId: newId() })
    expect(await Promise.all(ids.map(listed))).toMatchObject([{ isStored: false }, { status: 'Pending' }])
    const parts = await rows(db, sql`select export_id as id from export_parts where export_id = any(${ids})`)
    expect(parts).toEqual([{ id: ids[1] }])
    await rows(db, sql`delete from exports where id = any(${ids})`)
  })

  test('a file that cannot be deleted does not keep those behind it, and the job is reported as failed', async () => {
    const { app } = at.testApp
    const { db } = at.database
    for (const _ of [1, 2]) expect((await request({ format: 'csv' })).statusCode).toBe(200)
    await runExports(app)
    await rows(db, sql`update exports set finished_at = now() - interval '1 year'`)
    const stored = () =>
      rows<{ key: string }>(
        db,
        sql`select f.key from exports e join export_files f on f.export_id = e.id where e.removed_at is null order by e.id`,
      )
    const [kept, ...others] = await stored()
    expect(others.length).toBeGreaterThan(0)
    const remove = (key: string) =>
      key === kept!.key ? Promise.reject(new Error('access denied')) : app.files.remove(key)
    const [nightly] = exportHandlers({ ...app, files: { ...app.files, remove } })
    await expect(nightly!.run({}, { jobId: newId() })).rejects.toThrow('1 could not be deleted')
    expect(await stored()).toEqual([kept])
  })

  test('only the requester and Admins change and download a job; a Client gets none of the calls', async () => {
    const { id } = (await request()).json<{ id: string }>()
    await rows(at.database.db, sql`update exports set user_id = ${at.world.people.admin} where id = ${id}`)
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/cancel'],
      ['POST', '/retry'],
      ['POST', '/links'],
    ] as const) {
      expect((await call(method, `/queue/records/${id}${path}`)).statusCode).toBe(403)
      expect((await call(method, `/queue/records/${id}${path}`, { who: 'client' })).statusCode).toBe(403)
      expect((await call(method, `/queue/records/${at.world.brands.own}${path}`)).statusCode).toBe(404)
    }
    expect((await call('DELETE', `/queue/records/${id}`, { who: 'admin' })).statusCode).toBe(200)
  })
})
