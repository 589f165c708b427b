import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { recordsOf } from '#features/quick-tools/rules.ts'
import { rows, sql } from '#kit/server/db.ts'
import { quickTools } from '#vocabulary/quick-tools.ts'
import { masterPassword, setUpQuickToolTests } from './testing.ts'

const { at } = setUpActionTests()
const { call, verify, request, queue, run, listed } = setUpQuickToolTests(at)

describe('the passwords', () => {
  test('S-178 S-179 the password of a report or the master opens it, checked by the server; the master opens no download', async () => {
    const set = (purpose: string, password: string) =>
      call('POST', '/action-passwords', { who: 'admin', body: { purpose, password } })
    expect((await set('meesho', 'Only-meesho-26')).statusCode).toBe(200)
    expect((await verify('meesho', 'Only-meesho-26')).json()).toMatchObject({ expiresIn: 600 })
    for (const [purpose, password] of [
      ['twitter', 'Only-meesho-26'],
      ['meesho', 'something else'],
      ['bulk-download', masterPassword],
    ] as const) {
      const wrong = await verify(purpose, password)
      expect([wrong.statusCode, wrong.json()]).toEqual([403, { message: 'Incorrect password' }])
    }
    for (const report of quickTools) expect((await verify(report, masterPassword, 'admin')).statusCode).toBe(200)
    expect((await verify('master', masterPassword)).statusCode, 'it is no action of its own').toBe(422)
    const { grant } = (await verify('meesho', masterPassword)).json<{ grant: string }>()
    const body = { report: 'twitter', urls: 'acme' }
    expect((await call('POST', '/queue/postQueueRecord', { body, grant })).statusCode).toBe(403)
    expect((await call('POST', '/queue/postQueueRecord', { body })).statusCode).toBe(403)
    expect((await call('POST', '/queue/postQueueRecord', { who: 'client', body })).statusCode).toBe(403)
  })
})

describe('the queue', () => {
  test('S-117 S-137 S-226 a job starts as Pending, without a link; the count is that of the server', async () => {
    const answer = await request({
      report: 'twitter',
      urls: 'one, two\n\n three',
      email: 'somebody@else.test',
      username: 'somebody',
      numOfRecords: 999,
      proxy: 'true',
      platform: 'domain',
    })
    const { id, message } = answer.json<{ id: string; message: string }>()
    expect(message).toBe('Saved!')
    const job = await listed(id, 'twitter')
    expect(job).toMatchObject({
      report: 'twitter',
      subject: 'one and 2 more',
      username: 'analyst',
      numOfRecords: 3,
      status: 'Pending',
      downloadURL: null,
    })
    expect(Date.parse(job.DateCreated)).toBeGreaterThan(Date.now() - 60_000)
    const [stored] = await rows(at.database.db, sql`select options from tool_jobs where id = ${id}`)
    expect(stored).toMatchObject({ options: { proxy: true, fullscreen: false, headless: true } })
    await call('DELETE', `/quick-tools/records/${id}`)
  })

  test('S-180 G118 flipkart and facebookScan count as 1', () => {
    expect(recordsOf('flipkart', 1)).toBe(1)
    expect(recordsOf('facebookScan', 0)).toBe(1)
    expect(recordsOf('twitter', 2)).toBe(2)
    expect(recordsOf('screenshot', 0)).toBe(0)
  })

  test('S-228 S-309 only the jobs of the named reports; bulk downloads are another list', async () => {
    const meesho = await queue({ report: 'meesho', urls: 'acme' })
    const twitter = await queue({ report: 'twitter', urls: 'acme' })
    const of = async (query: string) =>
      (await call('GET', `/queue/getRecords${query}`)).json<{ docs: { id: string }[] }>().docs.map(({ id }) => id)
    expect(await of('?report=meesho&report=twitter')).toEqual([twitter, meesho])
    expect(await of('?report=meesho')).toEqual([meesho])
    expect(await of('?report=nothing')).toEqual([])
    expect(await of('')).toEqual([])
    for (const id of [meesho, twitter])
      expect((await call('DELETE', `/quick-tools/records/${id}`)).statusCode).toBe(200)
  })

  test('S-181 nothing to fetch, too much, the wrong platform and several terms for one are 422 at their field', async () => {
    const fieldOf = async (body: { report: string; [field: string]: unknown }) => {
      const answer = await request(body, 'admin')
      return [answer.statusCode, ...(answer.json<{ errors?: object[] }>().errors ?? [])]
    }
    expect(await fieldOf({ report: 'twitter', urls: ' ,\n' })).toEqual([
      422,
      { urls: 'Enter at least one search term or URL' },
    ])
    expect(await fieldOf({ report: 'flipkart', urls: 'a\nb' })).toEqual([
      422,
      { urls: 'Enter exactly one search term or URL' },
    ])
    expect(await fieldOf({ report: 'domain', urls: 'a.com\n'.repeat(1001) })).toEqual([
      422,
      { urls: 'Enter at most 1,000 URLs or search terms' },
    ])
    expect(await fieldOf({ report: 'screenshot', urls: `https://a.test/${'x'.repeat(2100)}` })).toEqual([
      422,
      { urls: 'A URL or search term may have at most 2,048 characters' },
    ])
    expect(await fieldOf({ report: 'facebookScan', platform: 'domain' })).toEqual([
      422,
      { platform: 'Platform must be E-commerce or Social Media' },
    ])
    const { grant } = (await verify('twitter', masterPassword, 'admin')).json<{ grant: string }>()
    const unknown = await call('POST', '/queue/postQueueRecord', {
      who: 'admin',
      grant,
      body: { report: 'all', urls: 'a' },
    })
    expect(unknown.json()).toMatchObject({ errors: [{ report: 'Report is not valid' }] })
  })

  test('a source that is not configured says so before a job is queued', async () => {
    const { settings } = at.testApp.app
    Object.assign(settings, { missingForTools: { facebook: 'SEARCH_URL' } })
    const refused = await request({ report: 'facebook', urls: 'acme' })
    expect([refused.statusCode, refused.json()]).toEqual([422, { message: 'Source is not configured: SEARCH_URL' }])
    const { docs } = (await call('GET', '/quick-tools/sources')).json<{
      docs: { report: string; missing: string | null }[]
    }>()
    expect(docs.find(({ report }) => report === 'facebook')).toMatchObject({ missing: 'SEARCH_URL', outcome: null })
    Object.assign(settings, { missingForTools: {} })
  })

  test('S-278 a result of more than 25,000 records is for an administrator', async () => {
    const id = await queue({ report: 'meesho', urls: 'acme' })
    await run()
    await rows(at.database.db, sql`update tool_job_files set records = 25001 where job_id = ${id}`)
    const refused = await call('POST', `/quick-tools/records/${id}/links`)
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      { message: 'More than 25,000 records cannot be downloaded. Please contact administrator.' },
    ])
    expect((await listed(id, 'meesho')).downloadURL).toBeNull()
    expect((await call('POST', `/quick-tools/records/${id}/links`, { who: 'admin' })).statusCode).toBe(200)
    await rows(at.database.db, sql`update tool_job_files set records = 25000 where job_id = ${id}`)
    expect((await call('POST', `/quick-tools/records/${id}/links`)).statusCode).toBe(200)
  })

  test('G87 a waiting job is removed, paused and resumed by its user or an Admin, not by others', async () => {
    const id = await queue({ report: 'meesho', urls: 'acme' })
    await rows(at.database.db, sql`update tool_jobs set user_id = ${at.world.people.admin} where id = ${id}`)
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/cancel'],
      ['POST', '/pause'],
      ['POST', '/resume'],
    ] as const) {
      expect((await call(method, `/quick-tools/records/${id}${path}`)).statusCode).toBe(403)
      expect((await call(method, `/quick-tools/records/${id}${path}`, { who: 'client' })).statusCode).toBe(403)
      expect((await call(method, `/quick-tools/records/${at.world.brands.own}${path}`)).statusCode).toBe(404)
    }
    expect((await call('POST', `/quick-tools/records/${id}/pause`, { who: 'admin' })).statusCode).toBe(200)
    expect(await listed(id, 'meesho')).toMatchObject({ status: 'Paused', problem: 'Paused by admin' })
    await run()
    expect(await listed(id, 'meesho')).toMatchObject({ status: 'Paused' })
    expect((await call('POST', `/quick-tools/records/${id}/resume`, { who: 'admin' })).statusCode).toBe(200)
    await run()
    expect(await listed(id, 'meesho')).toMatchObject({ status: 'Completed' })
    expect((await call('DELETE', `/quick-tools/records/${id}`, { who: 'admin' })).statusCode).toBe(409)
  })
})
