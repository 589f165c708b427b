import { beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { sql } from '#kit/server/db.ts'
import type { LiveEvent } from '#kit/server/live.ts'
import { newId } from '#kit/server/id.ts'
import { emptyLogs } from '#kit/server/testing.ts'
import { requestsTopic } from './live.ts'

const { at, post } = setUpActionTests()

type Doc = { id: string; domain: string; status: string; owner?: { name: string } | null } & Record<string, unknown>
const get = async (url: string, who: string) =>
  (
    await at.testApp.server.inject({ url: `/api/${url}`, headers: { authorization: `Bearer ${at.tokens[who]!}` } })
  ).json<{
    docs: Doc[]
    totalDocs: number
  }>()
const domainsOf = ({ docs }: { docs: Doc[] }) => docs.map((one) => one.domain)
const changes = async () =>
  (
    await at.database.pool.query<{ type: string; n: number }>(
      "select type, total_affected n from data_log where model = 'ClientRequest' order by at, id",
    )
  ).rows.map((one) => [one.type, one.n])

const scopes = () => {
  const { companies, brands } = at.world
  return {
    client: { company: companies.parent, brand: brands.own },
    childClient: { company: companies.child, brand: brands.child },
    foreignClient: { company: companies.foreign, brand: brands.foreign },
  }
}
/** Submits lines as a client and returns their ids, in order. */
async function submitRequests(domains: string[], who: keyof ReturnType<typeof scopes> = 'client', platform = 'domain') {
  const rows = domains.map((domain) => ({ domain, remarks: `about ${domain}` }))
  const answer = await post('client-request', { ...scopes()[who], platform, rows }, who)
  expect(answer.statusCode).toBe(200)
  const { docs } = await get('client-requests?perPage=100', 'admin')
  return domains.map((domain) => docs.find((one) => one.domain === domain)!.id)
}
const requestOf = async (id: string) => (await get(`client-requests?ids=${id}`, 'admin')).docs[0]!

beforeEach(async () => {
  await sql`truncate client_requests, request_submissions, pgboss.job cascade`.execute(at.database.db)
  await emptyLogs(at.database.db)
})

describe('lists', () => {
  test('staff see all requests newest first with company, brand, platform, address, remarks, sender, date, status and owner', async () => {
    await submitRequests(['a.example', 'b.example'])
    await submitRequests(['z.example'], 'foreignClient')
    const page = await get('client-requests', 'analyst')
    expect(domainsOf(page)).toEqual(['z.example', 'a.example', 'b.example'])
    expect(page.docs[1]).toMatchObject({
      company: { name: 'Acme' },
      brand: { brandName: 'Acme One' },
      platform: 'domain',
      remarks: 'about a.example',
      requestedBy: 'First Last',
      createdAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
      status: 'Open',
      owner: null,
      finding: null,
    })
  })

  test('staff filter by company, brand, platform, status, owner and search, sort, and turn pages', async () => {
    const [a] = await submitRequests(['a.example', 'b.example'])
    await submitRequests(['https://shop.example/100%_off'], 'client', 'website')
    await submitRequests(['z.example'], 'foreignClient')
    await post('client-requests/take', { ids: [a] }, 'analyst')
    const domainsFor = async (query: string, who = 'analyst') => domainsOf(await get(`client-requests?${query}`, who))
    expect(await domainsFor(`company=${at.world.companies.foreign}`)).toEqual(['z.example'])
    expect(await domainsFor(`brand=${at.world.brands.own}&status=Open&platform=domain`)).toEqual(['b.example'])
    expect(await domainsFor('platform=website')).toEqual(['https://shop.example/100%_off'])
    expect(await domainsFor('mine=1')).toEqual(['a.example'])
    expect(await domainsFor('mine=1', 'admin')).toEqual([])
    expect(await domainsFor(`search=${encodeURIComponent('0%_O')}`)).toEqual(['https://shop.example/100%_off'])
    expect(await domainsFor('search=zenith')).toEqual(['z.example'])
    expect(await domainsFor('search=ABOUT+b')).toEqual(['b.example'])
    expect((await domainsFor('sortBy=domain&sortDirection=asc')).slice(0, 2)).toEqual(['a.example', 'b.example'])
    expect(await domainsFor('sortBy=status&sortDirection=desc&perPage=1')).toEqual(['a.example'])
    expect(await domainsFor('page=2&perPage=3')).toEqual(['b.example'])
    const wrong = await at.testApp.server.inject({
      url: '/api/client-requests?status=Gone',
      headers: { authorization: `Bearer ${at.tokens['analyst']!}` },
    })
    expect(wrong.statusCode).toBe(422)
  })

  test('a client sees the requests of its own companies and brands only, and never their owner', async () => {
    const [a] = await submitRequests(['a.example'])
    await submitRequests(['child.example'], 'childClient')
    await submitRequests(['z.example'], 'foreignClient')
    await post('client-requests/take', { ids: [a] }, 'analyst')
    expect(domainsOf(await get('client-request', 'client'))).toEqual(['child.example', 'a.example'])
    expect(domainsOf(await get('client-request', 'childClient'))).toEqual(['child.example'])
    expect(domainsOf(await get('client-request', 'foreignClient'))).toEqual(['z.example'])
    expect(domainsOf(await get('client-request?status=Taken', 'client'))).toEqual(['a.example'])
    expect(domainsOf(await get('client-request?search=A.EX', 'client'))).toEqual(['a.example'])
    expect(domainsOf(await get(`client-request?company=${at.world.companies.child}`, 'client'))).toEqual([
      'child.example',
    ])
    expect(JSON.stringify(await get('client-request', 'client'))).not.toContain('owner')
    for (const query of [`company=${at.world.companies.foreign}`, `brand=${at.world.brands.foreign}`]) {
      const answer = await at.testApp.server.inject({
        url: `/api/client-request?${query}`,
        headers: { authorization: `Bearer ${at.tokens['client']!}` },
      })
      expect(answer.statusCode).toBe(403)
    }
  })
})

describe('handling', () => {
  test('when two analysts take the same request at once one wins, and the other learns who it was', async () => {
    const [a] = await submitRequests(['a.example'])
    await at.database.pool.query("update users set first_name = 'Meera', last_name = 'Rao' where username = 'admin'")
    const answers = await Promise.all(
      ['analyst', 'admin', 'analyst', 'admin'].map((who) => post('client-requests/take', { ids: [a] }, who)),
    )
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 409, 409, 409])
    const winner = answers.findIndex((one) => one.statusCode === 200) % 2 === 0 ? 'First Last' : 'Meera Rao'
    const messages = answers.filter((one) => one.statusCode === 409).map((one) => one.json().message)
    expect(new Set(messages)).toEqual(new Set([`${winner} has already taken this request.`]))
    expect(await requestOf(a!)).toMatchObject({ status: 'Taken', owner: { name: winner } })
    expect(await changes()).toEqual([
      ['add', 1],
      ['update', 1],
    ])
  })

  test('many are taken at once; requests no longer open stay unchanged', async () => {
    const ids = await submitRequests(['a.example', 'b.example', 'c.example'])
    await post(`client-requests/${ids[1]!}/decline`, { answer: 'Ours' }, 'admin')
    const answer = await post('client-requests/take', { ids }, 'analyst')
    expect(answer.json()).toEqual({ message: '2 requests taken, 1 no longer open.', taken: [ids[0], ids[2]] })
    expect(await requestOf(ids[1]!)).toMatchObject({ status: 'Declined', answer: 'Ours' })
    expect((await post('client-requests/take', { ids: [ids[1]] }, 'analyst')).json().message).toBe(
      'This request is no longer open.',
    )
  })

  test('a request that a person took who was blocked, deleted or made a client since is open again', async () => {
    const [a, b] = await submitRequests(['a.example', 'b.example'])
    await post(`client-requests/${b!}/decline`, { answer: 'Ours' }, 'analyst')
    const { analyst } = at.world.people
    for (const [lost, back] of [
      ['is_blocked = true', 'is_blocked = false'],
      ['deleted_at = now()', 'deleted_at = null'],
      [`role = 'Client', company_id = '${at.world.companies.parent}'`, `role = 'Analyst', company_id = null`],
    ]) {
      expect((await post('client-requests/take', { ids: [a] }, 'analyst')).statusCode).toBe(200)
      await at.database.pool.query(`update users set ${lost!} where id = $1`, [analyst])
      expect(await requestOf(a!)).toMatchObject({ status: 'Open', owner: null })
      await at.database.pool.query(`update users set ${back!} where id = $1`, [analyst])
    }
    expect(await requestOf(b!)).toMatchObject({ status: 'Declined', answer: 'Ours' })
  })

  test('only its owner or an Admin reopens a taken request or declines it, with a reason the client sees', async () => {
    const [a] = await submitRequests(['a.example'])
    await post('client-requests/take', { ids: [a] }, 'admin')
    expect((await post(`client-requests/${a!}/release`, {}, 'analyst')).statusCode).toBe(409)
    expect((await post(`client-requests/${a!}/decline`, { answer: 'x' }, 'analyst')).statusCode).toBe(409)
    expect((await post(`client-requests/${a!}/release`, {}, 'admin')).statusCode).toBe(200)
    expect(await requestOf(a!)).toMatchObject({ status: 'Open', owner: null })
    await post('client-requests/take', { ids: [a] }, 'analyst')
    const withoutReason = await post(`client-requests/${a!}/decline`, { answer: '  ' }, 'admin')
    expect([withoutReason.statusCode, withoutReason.json().message]).toEqual([422, 'Reason is required'])
    expect((await post(`client-requests/${a!}/decline`, { answer: 'A partner of yours' }, 'admin')).statusCode).toBe(
      200,
    )
    expect((await get('client-request', 'client')).docs[0]).toMatchObject({
      status: 'Declined',
      answer: 'A partner of yours',
    })
    expect((await post(`client-requests/${a!}/release`, {}, 'analyst')).statusCode).toBe(200)
  })

  test('a missing request answers 404', async () => {
    for (const id of [newId(), 'nonsense', '']) {
      expect((await post(`client-requests/${id}/release`, {}, 'admin')).statusCode).toBe(404)
      expect((await post(`client-requests/${id}/decline`, { answer: 'x' }, 'admin')).statusCode).toBe(404)
    }
    expect((await post('client-requests/take', { ids: [newId()] }, 'admin')).statusCode).toBe(404)
    expect((await post('client-requests/take', { ids: ['x'] }, 'admin')).statusCode).toBe(422)
  })

  test('every change is pushed as a live event, by brand', async () => {
    const events: LiveEvent[] = []
    const stop = at.testApp.app.live.listen((event) => events.push(event))
    const [a] = await submitRequests(['a.example'])
    await post('client-requests/take', { ids: [a] }, 'analyst')
    await expect
      .poll(() => events.filter(({ topic }) => topic === requestsTopic))
      .toEqual([
        { topic: requestsTopic, data: { brandId: at.world.brands.own } },
        { topic: requestsTopic, data: { brandId: at.world.brands.own } },
      ])
    stop()
  })
})
