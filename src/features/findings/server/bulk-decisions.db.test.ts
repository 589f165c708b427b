import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { BulkDecision } from '#features/findings/contract-schemas.ts'
import { inTransaction, rows, sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { website } from '#platforms/website.ts'
import { maxRunning } from './begin-decisions.ts'
import { batchSize } from './decision-queries.ts'
import { runDecisionBatches } from './run-decision.ts'
import { addFindings } from './testing.ts'

const { at, get, post, own, one, stored, logOf } = setUpActionTests()

const statusesOf = async (ids: readonly string[]) => (await Promise.all(ids.map(stored))).map((row) => row.status)
const decide = (id: string, statusfrom: string, status: string, who = 'client', platform = 'domain') =>
  post(`decisions/one/${id}`, { platform, statusfrom, status }, who)
const start = (body: object, who = 'client') => post('decisions', { platform: 'domain', ...body }, who)
const decisionIn = (answer: { json: () => unknown }) => (answer.json() as { decision: BulkDecision }).decision

/** A finding and its copies, `count` in all. */
async function copies(id: string, count: number): Promise<string[]> {
  const made = await rows<{ id: string }>(
    at.database.db,
    sql`with copied as materialized (
        select gen_random_uuid() as id from generate_series(2, ${count}::int)),
      stored as (
        insert into findings (company_id, id, brand_id, platform, reporting_date, status, reason_code, identity_key)
        select company_id, copied.id, brand_id, platform, reporting_date, status, reason_code, gen_random_uuid()
        from findings f, copied where f.id = ${id}::uuid returning id),
      details as (
        insert into findings_domain select (jsonb_populate_record(d, jsonb_build_object('finding_id', copied.id))).*
        from findings_domain d, copied where d.finding_id = ${id}::uuid)
      select id from stored`,
  )
  return [id, ...made.map((one) => one.id)]
}

describe('a decision on one finding', () => {
  test('is made, logged and undone from the history, until somebody changed the finding since', async () => {
    const id = await one(domain, '33')
    const made = await decide(id, '33', '00')
    expect(made.json()).toMatchObject({ data: { id, status: '00' } })
    expect(await logOf(id)).toMatchObject([{ module: 'dashboard', status_from: '33', status_to: '00' }])
    const { moment } = made.json<{ moment: string }>()
    const undo = (who?: string) => post(`decisions/undo-one/${id}`, { platform: 'domain', moment }, who)
    expect((await undo('admin')).statusCode, 'not what somebody else decided').toBe(409)
    expect((await undo()).json()).toMatchObject({ data: { status: '33' } })
    expect((await undo()).json()).toEqual({
      message: 'This record has already been moved to Awaiting Approval.',
      status: '33',
    })
  })

  test('somebody was a second faster: 409 with the present status, and nothing is lost', async () => {
    const id = await one(domain, '33')
    const answers = await Promise.all([decide(id, '33', '22'), decide(id, '33', '88', 'admin')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const { status } = await stored(id)
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({ status })
    expect(await logOf(id)).toHaveLength(1)
  })

  test('the same person in another tab is not called somebody else', async () => {
    const id = await one(domain, '33')
    await decide(id, '33', '00')
    const [own, others] = [await decide(id, '33', '22'), await decide(id, '33', '22', 'admin')]
    expect(own.json()).toEqual({ message: 'This record has already been moved to No Action.', status: '00' })
    expect(others.json().message).toBe('Somebody else has already moved this record to No Action.')
  })

  test.each([
    ['client', 'domain', '33', '22', 200],
    ['client', 'domain', '33', '11', 422],
    ['client', 'domain', '11', '22', 422],
    ['client', 'domain', '33', '44', 422],
    ['client', 'e-commerce', '33', '44', 200],
    ['analyst', 'domain', '33', '11', 200],
    ['analyst', 'domain', '11', '55', 200],
    ['analyst', 'domain', '33', '22', 422],
    ['analyst', 'domain', '33', '44', 422],
    ['admin', 'domain', '33', '22', 200],
    ['foreignClient', 'domain', '33', '22', 404],
  ] as const)('%s moves %s from %s to %s: %s', async (who, platform, from, to, expected) => {
    const id = await one(platform === 'domain' ? domain : eCommerce, from)
    expect((await decide(id, from, to, who, platform)).statusCode).toBe(expected)
    expect((await stored(id)).status).toBe(expected === 200 ? to : from)
  })
})

describe('a decision on many findings', () => {
  test('the preview says what is left out and why; only what was confirmed changes, and all of it can be undone', async () => {
    const ids = await own(domain, ['33', '33', '88', '00', '55'])
    const [foreign] = await addFindings(at.database.db, domain, [
      { companyId: at.world.companies.foreign, brandId: at.world.brands.foreign, status: '33' },
    ])
    const subject = { platform: 'domain', ids: [...ids, foreign!], status: '00' }
    const preview = (await post('decisions/preview', subject)).json<object>()
    expect(preview).toEqual({
      total: 6,
      changes: 3,
      unapproved: 0,
      leftOut: [
        { status: '00', count: 1, reason: 'Already in this status' },
        { status: '55', count: 1, reason: 'Cannot be moved to this status from here' },
        { status: '', count: 1, reason: 'No longer in your lists' },
      ],
    })
    const wrong = await start({ ...subject, changes: 4 })
    expect([wrong.statusCode, wrong.json()]).toEqual([
      409,
      { message: 'The list has changed: 3 records would now change.', preview },
    ])
    expect(await statusesOf(ids)).toEqual(['33', '33', '88', '00', '55'])

    const made = decisionIn(await start({ ...subject, changes: 3 }))
    expect(made).toMatchObject({ state: 'Done', total: 3, changed: 3, leftOut: 0, mayUndo: true })
    expect(await statusesOf([...ids, foreign!])).toEqual(['00', '00', '00', '00', '55', '33'])
    expect((await post(`decisions/${made.id}/undo`, {}, 'admin')).statusCode, 'another person').toBe(404)
    await decide(ids[0]!, '00', '22')
    const undone = decisionIn(await post(`decisions/${made.id}/undo`, {}))
    expect(undone).toMatchObject({ state: 'Undone', undone: 2, mayUndo: false })
    expect(await statusesOf(ids)).toEqual(['22', '33', '88', '00', '55'])
    expect((await post(`decisions/${made.id}/undo`, {})).statusCode).toBe(409)
  })

  test('everything a list matches, with its filters and dates, for staff too', async () => {
    const range = { startDate: '2019-03-01', endDate: '2019-03-31' }
    const ids = await own(website, ['33', '22', '55'], { reportingDate: '2019-03-10', priority: 'High' })
    await own(website, ['33'], { reportingDate: '2019-03-10', priority: 'Low' })
    const subject = { platform: 'website', status: '11', list: { ...range, priority: 'High' } }
    expect((await post('decisions/preview', subject)).statusCode, 'no Client sets In Progress').toBe(422)
    const made = await start({ ...subject, changes: 3 }, 'analyst')
    expect(decisionIn(made)).toMatchObject({ state: 'Done', changed: 3 })
    expect(await statusesOf(ids)).toEqual(['11', '11', '11'])
    const recent = (await get('decisions', 'analyst')).json<{ docs: BulkDecision[] }>()
    expect(recent.docs[0]).toMatchObject({ id: decisionIn(made).id, platform: 'website', status: '11' })
    expect((await get(`decisions/${decisionIn(made).id}`)).statusCode, 'another person').toBe(404)
  })

  test('of several companies: all of it is undone, not only what the first one has', async () => {
    const { companies, brands } = at.world
    const [mine] = await own(domain, ['33'])
    const [theirs] = await addFindings(at.database.db, domain, [
      { companyId: companies.foreign, brandId: brands.foreign, status: '33' },
    ])
    const ids = [mine!, theirs!]
    const made = decisionIn(await start({ ids, status: '22', changes: 2 }, 'admin'))
    expect(await statusesOf(ids)).toEqual(['22', '22'])
    const undone = decisionIn(await post(`decisions/${made.id}/undo`, {}, 'admin'))
    expect(undone).toMatchObject({ state: 'Undone', undone: 2 })
    expect(await statusesOf(ids)).toEqual(['33', '33'])
  })

  test('what waits, and its undo, reach no further than the person may see and decide by then', async () => {
    const { companies, people } = at.world
    const set = (change: string, values: unknown[] = []) =>
      at.database.pool.query(`update users set ${change} where id = $1`, [people.client, ...values])
    const ids = await own(domain, ['33', '33'])
    const made = decisionIn(await start({ ids, status: '88', changes: 2 }))
    try {
      await set('company_id = $2', [companies.foreign])
      const undone = decisionIn(await post(`decisions/${made.id}/undo`, {}))
      expect(undone).toMatchObject({ state: 'Undone', undone: 0 })
      expect(await statusesOf(ids), 'findings of another company now').toEqual(['88', '88'])
    } finally {
      await set('company_id = $2', [companies.parent])
    }
    const many = 3 * batchSize
    const copied = await copies(await one(domain, '33', { reportingDate: '2019-08-08' }), many)
    const list = { startDate: '2019-08-01', endDate: '2019-08-31' }
    const { id } = decisionIn(await start({ list, status: '22', changes: many }))
    try {
      await set('is_blocked = true')
      await runDecisionBatches(at.testApp.app, id)
    } finally {
      await set('is_blocked = false')
    }
    expect(new Set(await statusesOf(copied.slice(0, 1)))).toEqual(new Set(['22']))
    expect((await get(`decisions/${id}`)).json()).toMatchObject({
      state: 'Done',
      changed: 2 * batchSize,
      leftOut: batchSize,
    })
  })

  test('more than two batches are left to the worker, batch by batch, can be stopped, and are undone', async () => {
    const many = 4 * batchSize + 1
    const ids = await copies(await one(domain, '33', { reportingDate: '2019-05-05' }), many)
    const list = { startDate: '2019-05-01', endDate: '2019-05-31' }
    const { id, ...begun } = decisionIn(await start({ list, status: '88', changes: many }))
    expect(begun).toMatchObject({ state: 'Running', total: many, changed: 2 * batchSize })
    // Somebody else decides on one that waits.
    const waiting = (
      await rows<{ id: string }>(
        at.database.db,
        sql`select id from findings where id = any(${ids}::uuid[]) and status = '33' limit 1`,
      )
    )[0]!.id
    await decide(waiting, '33', '22', 'admin')
    await runDecisionBatches(at.testApp.app, id)
    expect((await get(`decisions/${id}`)).json()).toMatchObject({ state: 'Done', changed: many - 1, leftOut: 1 })
    expect((await stored(waiting)).status, 'what somebody else decided stays').toBe('22')

    await post(`decisions/${id}/undo`, {})
    await runDecisionBatches(at.testApp.app, id)
    expect((await get(`decisions/${id}`)).json()).toMatchObject({ state: 'Undone', undone: many - 1 })
    expect(new Set(await statusesOf(ids.filter((id) => id !== waiting).slice(0, 50)))).toEqual(new Set(['33']))

    const again = decisionIn(await start({ list, status: '88', changes: many }))
    await post(`decisions/${again.id}/stop`, {})
    await runDecisionBatches(at.testApp.app, again.id)
    expect((await get(`decisions/${again.id}`)).json()).toMatchObject({ state: 'Stopped', changed: 2 * batchSize + 1 })
  })

  test('a long decision is one of several that take turns: a job does a part of it and leaves the rest to another', async () => {
    const many = 4 * batchSize
    await copies(await one(domain, '33', { reportingDate: '2019-09-09' }), many)
    const list = { startDate: '2019-09-01', endDate: '2019-09-30' }
    const { id } = decisionIn(await start({ list, status: '88', changes: many }))
    await runDecisionBatches(at.testApp.app, id, 1)
    expect((await get(`decisions/${id}`)).json()).toMatchObject({ state: 'Running', changed: 3 * batchSize })
    await at.testApp.runJobs()
    expect((await get(`decisions/${id}`)).json()).toMatchObject({ state: 'Done', changed: many })
  })

  test('a person has a few long decisions at a time, a company some more; what is running is named', async () => {
    const { companies, people } = at.world
    const many = 2 * batchSize + 1
    const ids = await copies(await one(domain, '33', { reportingDate: '2019-10-10' }), many)
    const list = { startDate: '2019-10-01', endDate: '2019-10-31' }
    const run = (count: number, who: string, states: string) =>
      at.database.pool.query(
        `with made as (
          insert into bulk_decisions (id, user_id, username, platform, status_to, by_staff, state, total, changed)
          select gen_random_uuid(), $1, 'x', 'domain', '22', false, $2, 3000, 1000 from generate_series(1, $3::int) returning id)
        insert into bulk_decision_batches (decision_id, n, company_id, status_from, finding_ids)
        select id, 1, $4::uuid, '33', '{}' from made`,
        [who, states, count, companies.parent],
      )
    const begin = () => start({ list, status: '88', changes: many })
    try {
      await run(maxRunning.ofPerson, people.client, 'Running')
      const refused = await begin()
      const each = 'Domain to Approved, 1,000 of 3,000 done'
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        `3 of your decisions are still running: ${each}; ${each}; ${each}. Wait until one has ended, or stop one.`,
      ])
      expect(await statusesOf(ids.slice(0, 1))).toEqual(['33'])
      const few = await start({ ids: ids.slice(0, 2), status: '88', changes: 2 })
      expect(decisionIn(few).state, 'few are decided at once').toBe('Done')
      await at.database.pool.query(`update bulk_decisions set state = 'Done' where user_id = $1`, [people.client])
      await run(maxRunning.ofCompany, people.admin, 'Undoing')
      const crowded = await start({ list, status: '88', changes: many - 2 })
      expect(crowded.statusCode, 'below the bound of the batches at once').toBe(200)
      await post(`decisions/${decisionIn(crowded).id}/undo`, {})
      await post(`decisions/${decisionIn(few).id}/undo`, {})
      expect((await begin()).json().message).toMatch(/^10 decisions on many records of this company are still running/)
    } finally {
      await at.database.pool.query(`update bulk_decisions set state = 'Done' where username = 'x'`)
    }
    expect(decisionIn(await begin()).state).toBe('Running')
    await at.testApp.runJobs()
  })

  test('a batch waits for no long transaction that only adds findings, and others can decide between two batches', async () => {
    const ids = await own(domain, ['33', '33'], { reportingDate: '2019-07-07' })
    await inTransaction(at.database.pool, async ({ db }) => {
      await addFindings(db, domain, [
        {
          companyId: at.world.companies.parent,
          brandId: at.world.brands.own,
          status: '33',
          reportingDate: '2019-07-07',
        },
      ])
      const list = { startDate: '2019-07-01', endDate: '2019-07-31' }
      expect(decisionIn(await start({ list, status: '22', changes: 2 }))).toMatchObject({ state: 'Done', changed: 2 })
    })
    expect(await statusesOf(ids)).toEqual(['22', '22'])
  })

  test.each([
    [{ status: '22' }, { ids: 'Select records, or a list of them.' }],
    [{ status: '12', ids: [] }, { ids: 'Ids is required' }],
    [{ status: 'x', list: {} }, { status: 'Status is not valid' }],
    [{ status: '22', list: { startDate: 'x' } }, { startDate: 'Start date is not valid' }],
  ])('bad input %j', async (body, errors) => {
    const answer = await post('decisions/preview', { platform: 'domain', ...body })
    expect(answer.statusCode).toBe(422)
    expect(Object.assign({}, ...answer.json<{ errors: object[] }>().errors)).toMatchObject(errors)
  })
})
