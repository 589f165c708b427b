import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { platforms } from '#platforms/all.ts'
import { domain } from '#platforms/domain.ts'
import { statusCodes } from '#vocabulary/statuses.ts'

const { at, get, post, one, stored, logOf, change } = setUpActionTests()

describe('the row control', () => {
  test('C-290 changes one finding, raises its version and logs who changed which status', async () => {
    const id = await one(domain, '33', { domain: 'copy.example.com' })
    const answer = await change(id, {
      platform: 'domain',
      status: '22',
      statusfrom: '33',
      company: at.world.companies.parent,
      brand: { id: at.world.brands.own, brandName: 'Acme One' },
      url: 'https://www.copy.example.com/',
      module: 'domain',
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { message: expect.any(String), data: { id, status: '22' } },
    ])
    // The record as the list has it.
    expect(answer.json().data).toEqual((await get(`domain/rows?ids=${id}`, 'client')).json().docs[0])
    expect(await stored(id)).toMatchObject({ status: '22', version: 2 })
    expect(await logOf(id)).toEqual([
      {
        module: 'dashboard',
        username: 'client',
        user_id: at.world.people.client,
        brand_id: at.world.brands.own,
        platform: 'domain',
        search_term: 'copy.example.com',
        status_from: '33',
        status_to: '22',
      },
    ])
  })

  const editable = ['33', '88', '22', '00']
  test.each(platforms.map((platform) => [platform.title, platform] as const))(
    'C-114 C-115 C-200 on %s a Client and an Admin may make exactly the specified moves',
    async (_title, platform) => {
      const allowed = platform.value === 'e-commerce' ? [...editable, '44'] : editable
      for (const from of platform.statuses) {
        const id = await one(platform, from)
        for (const [index, to] of [...statusCodes, '123', 'x'].entries()) {
          await sql`update findings set status = ${from} where id = ${id}`.execute(at.database.db)
          const answer = await change(
            id,
            { platform: platform.path, status: to, statusfrom: from },
            index % 2 ? 'admin' : 'client',
          )
          if (!editable.includes(from))
            expect([answer.statusCode, answer.json()], `${from} to ${to}`).toEqual([
              422,
              { message: 'This status cannot be changed.', errors: [{ status: 'This status cannot be changed.' }] },
            ])
          else expect(answer.statusCode, `${from} to ${to}`).toBe(allowed.includes(to) ? 200 : 422)
        }
      }
    },
  )
  test('the current status again is allowed and not logged; 0 is 00', async () => {
    const id = await one(domain, '00')
    expect((await change(id, { status: 0, statusfrom: 0 })).statusCode).toBe(200)
    expect(await logOf(id)).toEqual([])
    expect(await stored(id)).toMatchObject({ status: '00', version: 1 })
  })
  test('C-320 a stale statusfrom is 409 with the message to show', async () => {
    const id = await one(domain, '22')
    const answer = await change(id, { status: '00', statusfrom: '33' })
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { message: 'Status has already been changed. Please refresh.' },
    ])
  })
  test('of two at the same moment one wins and the other gets 409', async () => {
    const id = await one(domain, '33')
    const answers = await Promise.all(['22', '88'].map((status) => change(id, { status, statusfrom: '33' })))
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409])
    expect(await logOf(id)).toHaveLength(1)
  })
  test('a finding outside the scope is 404 like an unknown one; an Analyst is 403', async () => {
    const id = await one(domain, '33')
    const body = { status: '22', statusfrom: '33' }
    expect((await change(id, body, 'foreignClient')).statusCode).toBe(404)
    expect((await change(id, { ...body, platform: 'website' })).statusCode).toBe(404)
    expect((await change(newId(), body)).statusCode).toBe(404)
    expect((await change('no-id', body)).statusCode).toBe(404)
    expect((await change(id, body, 'analyst')).statusCode).toBe(403)
    expect((await change(id, { ...body, company: at.world.companies.foreign })).statusCode).toBe(403)
    expect((await change(id, { ...body, brand: at.world.brands.foreign })).statusCode).toBe(403)
    expect(await stored(id)).toMatchObject({ status: '33' })
  })
  test('company, brand, url, module and platform must match the record', async () => {
    const id = await one(domain, '33')
    const body = { status: '22', statusfrom: '33' }
    for (const wrong of [
      { company: at.world.companies.child },
      { brand: at.world.brands.child },
      { url: 'other.example.com' },
      { module: 'website' },
      { platform: 'nothing' },
    ]) {
      const answer = await change(id, { ...body, ...wrong })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { errors: [{ [Object.keys(wrong)[0]!]: expect.any(String) }] },
      ])
    }
    expect(await stored(id)).toMatchObject({ status: '33' })
  })
  test('Client Review set by staff notifies the clients; set by a client it notifies nobody (G53)', async () => {
    const [id, own] = [await one(domain, '33'), await one(domain, '33')]
    await change(id, { status: '88', statusfrom: '33' }, 'admin')
    expect((await change(own, { status: '88', statusfrom: '33' }, 'client')).statusCode).toBe(200)
    const jobs = await rows<{ name: string; data: object }>(
      at.database.db,
      sql`select name, data from pgboss.job where data->'findingIds'->>0 in (${id}, ${own})`,
    )
    expect(jobs).toMatchObject([{ name: 'finding-needs-client', data: { status: '88', platform: 'domain' } }])
  })
})

describe('undo of the row control', () => {
  const undo = (id: string, moment: unknown, who?: string) =>
    post(`save-bulk-data/undo-infrigement-status/${id}`, { moment }, who)
  const changed = async (id: string, status: string, statusfrom = '33') =>
    (await change(id, { status, statusfrom })).json<{ moment: string }>().moment

  test('restores the status it had; both changes stay in the log', async () => {
    const id = await one(domain, '33')
    const answer = await undo(id, await changed(id, '88'))
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { data: { id, status: '33' } }])
    expect(await stored(id)).toMatchObject({ status: '33', version: 3 })
    expect(await logOf(id)).toMatchObject([
      { status_from: '33', status_to: '88' },
      { status_from: '88', status_to: '33' },
    ])
  })

  test('a purchase, which a Client cannot change any more, can be undone', async () => {
    const id = await one(platforms.find(({ value }) => value === 'e-commerce')!, '33')
    expect((await undo(id, await changed(id, '44'))).statusCode).toBe(200)
    expect(await stored(id)).toMatchObject({ status: '33' })
  })

  test('409 when somebody changed the finding since, when it is too late, and for the change of another person', async () => {
    const refused = async (id: string, moment: string, who?: string) => {
      const answer = await undo(id, moment, who)
      expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
        409,
        'Status has already been changed. Please refresh.',
      ])
    }
    const id = await one(domain, '33')
    const moment = await changed(id, '88')
    await refused(id, moment, 'admin')
    await change(id, { status: '22', statusfrom: '88' }, 'admin')
    await refused(id, moment)
    const commented = await one(domain, '33')
    const before = await changed(commented, '88')
    await post(`domain/${commented}/update-comment`, { clientComment: 'Wait' })
    await refused(commented, before)
    const old = await one(domain, '33')
    const late = await changed(old, '88')
    // The log cannot be altered, so the same change is written as one of 20 seconds ago.
    const [past] = await rows<{ moment: string }>(
      at.database.db,
      sql`with past as (
          insert into status_log select (jsonb_populate_record(l, jsonb_build_object(
            'id', gen_random_uuid(), 'at', l.at - interval '20 seconds'))).*
          from status_log l where finding_id = ${old} returning at),
        moved as (update findings set updated_at = past.at from past where findings.id = ${old})
        select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment from past`,
    )
    await refused(old, late)
    await refused(old, past!.moment)
  })

  test('404 for a stranger, 403 for an Analyst, 422 without a moment', async () => {
    const id = await one(domain, '33')
    const moment = await changed(id, '88')
    expect((await undo(id, moment, 'foreignClient')).statusCode).toBe(404)
    expect((await undo(id, moment, 'analyst')).statusCode).toBe(403)
    expect((await undo(id, 'yesterday')).statusCode).toBe(422)
    expect(await stored(id)).toMatchObject({ status: '88' })
  })
})
