import { atOnce } from '#features/findings/server/begin-decisions.ts'
import { countText } from '#vocabulary/numbers.ts'
import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { inTransaction, sql } from '#kit/server/db.ts'
import { messages } from '#features/clusters/messages.ts'
import { setUpClusterTests } from './testing.ts'

const actions = setUpActionTests()
const { at, get, post, logOf, stored } = actions
const { add, fold, groupsOf, pageOf, membersOf } = setUpClusterTests(actions)

describe('people part and join', () => {
  test('clients are not told which member of staff joined findings, by name or by search', async () => {
    const [one] = await add(eCommerce, [{ storeId: 'Told 1' }, { storeId: 'Told 1' }])
    const loose = (await add(eCommerce, [{}]))[0]!
    await fold()
    const [group] = await groupsOf(one!)
    const { version } = await pageOf(group!.clusterId)
    const rename = (first: string, last: string) =>
      at.database.pool.query('update users set first_name = $1, last_name = $2 where id = $3', [
        first,
        last,
        at.world.people.analyst,
      ])
    await rename('Quentin', 'Namebearer')
    const joined = await post(`clusters/${group!.clusterId}/join`, { version, findings: [loose] }, 'analyst')
    await rename('First', 'Last')
    expect(joined.statusCode).toBe(200)
    const asked = (who: string) =>
      Promise.all([
        get(`clusters?perPage=100`, who),
        get(`clusters/${group!.clusterId}`, who),
        get(`clusters/${group!.clusterId}/findings`, who),
        get(`clusters/of-finding/${loose}`, who),
        get(`activity/cluster/${group!.clusterId}`, who),
      ])
    for (const answer of await asked('client')) expect(answer.body).not.toContain('Namebearer')
    expect((await asked('client'))[2]!.body).toContain('Brand protection team')
    expect((await asked('admin'))[2]!.body).toContain('Quentin Namebearer')
    expect((await get('clusters?search=Namebearer')).json().totalDocs).toBe(0)
    expect((await get('clusters?search=Namebearer', 'admin')).json().totalDocs).toBe(1)
    expect(
      (await get(`clusters?search=Namebearer&company=${at.world.companies.parent}`, 'admin')).json().totalDocs,
    ).toBe(1)
  })

  test('the history names findings that were removed, so that they can be found again', async () => {
    const ids = await add(eCommerce, [{ storeId: 'Out 1' }, { storeId: 'Out 1' }, { storeId: 'Out 1' }])
    await fold()
    const [group] = await groupsOf(ids[0]!)
    const { version } = await pageOf(group!.clusterId)
    await post(`clusters/${group!.clusterId}/part`, { version, findings: [ids[1]] }, 'analyst')
    const removed = await at.database.pool.query('select url from findings_e_commerce where finding_id = $1', [ids[1]])
    const [event] = (await pageOf(group!.clusterId)).events
    expect(event).toMatchObject({ type: 'parted-findings', what: removed.rows[0].url, findings: 1, outside: 1 })
  })

  const two = async (n: string) => {
    const phone = `+91 98200 4${n}`
    const ids = await add(eCommerce, [
      { storeId: `L${n}` },
      { storeId: `L${n}`, contactNumber: phone },
      { storeId: `R${n}`, contactNumber: phone },
      { storeId: `R${n}` },
    ])
    await fold()
    const [group] = await groupsOf(ids[0]!)
    return { ids, page: await pageOf(group!.clusterId), phone }
  }

  test('a value out: what does not hang together without it is several clusters, on record; it joins nothing any more', async () => {
    const { ids, page, phone } = await two('1111')
    expect(page.findings).toBe(4)
    const value = page.values.find(({ kind }) => kind === 'phone')!
    const removed = await post(
      `clusters/${page.id}/part`,
      { version: page.version, values: [value.id], note: 'Call centre' },
      'analyst',
    )
    expect(removed.json()).toEqual({ message: 'Removed from the cluster.' })
    const left = (await groupsOf(ids[0]!))[0]!
    const right = (await groupsOf(ids[3]!))[0]!
    expect([left.findings, right.findings]).toEqual([2, 2])
    expect(left.clusterId).not.toBe(right.clusterId)
    await add(eCommerce, [{ storeId: 'L1111', contactNumber: phone }])
    await fold()
    expect((await groupsOf(ids[0]!))[0]!.findings).toBe(3)
    expect((await groupsOf(ids[3]!))[0]!.findings).toBe(2)
    const { events } = await pageOf(page.id)
    expect(events.find(({ type }) => type === 'parted-value')).toMatchObject({
      by: 'First Last',
      note: 'Call centre',
      what: `phone: ${phone}`,
    })
    expect((await post(`clusters/${page.id}/part`, { version: 99, values: [value.id] }, 'analyst')).statusCode).toBe(
      409,
    )
    expect((await post(`clusters/${page.id}/part`, { version: 1 }, 'client')).statusCode).toBe(403)
  })

  test('findings out and in, and clusters joined, stay so when values are read again', async () => {
    const { ids, page } = await two('2222')
    await post(`clusters/${page.id}/part`, { version: page.version, findings: [ids[1]] }, 'analyst')
    // The bridge is out, so the stores are apart.
    const [left, right] = [(await groupsOf(ids[0]!))[0], (await groupsOf(ids[3]!))[0]!]
    expect(left).toBeUndefined()
    expect(right.findings).toBe(2)
    const { values } = await pageOf(right.clusterId)
    expect(values.map(({ kind, findings }) => [kind, findings])).toEqual([
      ['store', 2],
      ['phone', 1],
    ])
    const [loose] = await add(eCommerce, [{}])
    const version = (await pageOf(right.clusterId)).version
    expect(
      (await post(`clusters/${right.clusterId}/join`, { version, findings: [loose], note: 'Same photos' }, 'analyst'))
        .statusCode,
    ).toBe(200)
    await at.database.pool.query('update findings_e_commerce set title = title where company_id = $1', [
      at.world.companies.parent,
    ])
    await fold()
    expect(await membersOf(right.clusterId)).toEqual([ids[2], ids[3], loose].sort())
    const other = await two('3333')
    const joined = await post(
      `clusters/${right.clusterId}/join`,
      { version: (await pageOf(right.clusterId)).version, clusterId: other.page.id },
      'admin',
    )
    expect(joined.json()).toEqual({ message: 'Joined.' })
    expect((await pageOf(other.page.id)).id).toBe(right.clusterId)
    expect((await groupsOf(other.ids[0]!))[0]).toMatchObject({ clusterId: right.clusterId, findings: 7 })
    expect((await pageOf(right.clusterId)).events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['joined', 'joined']),
    )
  })

  test('joining nothing, or findings of another company, is refused in words about joining', async () => {
    const { page } = await two('8888')
    const errors = async (body: object) =>
      (await post(`clusters/${page.id}/join`, { version: page.version, ...body }, 'analyst')).json().errors
    expect(await errors({})).toEqual([{ clusterId: messages.sameCluster }])
    expect(await errors({ findings: [at.world.companies.foreign] })).toEqual([{ findings: messages.noneToJoin }])
  })

  test('a value that was taken out joins nothing when its cluster is joined to a third', async () => {
    const { ids, page } = await two('6666')
    const phone = page.values.find(({ kind }) => kind === 'phone')!
    const part = async (from: string, values: string[]) =>
      post(`clusters/${from}/part`, { version: (await pageOf(from)).version, values }, 'analyst')
    const join = async (to: string, clusterId: string) =>
      post(`clusters/${to}/join`, { version: (await pageOf(to)).version, clusterId }, 'analyst')
    expect((await part(page.id, [phone.id])).statusCode).toBe(200)
    const ofPhone = (await pageOf(page.id)).events.find(({ type }) => type === 'parted-value')!.otherId!
    const third = (await two('7777')).page.id
    expect((await join(third, ofPhone)).statusCode).toBe(200)
    const sizes = async () => Promise.all([ids[0]!, ids[3]!].map(async (id) => (await groupsOf(id))[0]!.findings))
    await at.database.pool.query('update findings_e_commerce set title = title where finding_id = any($1)', [ids])
    await fold()
    expect(await sizes(), 'the stores stay apart from the third cluster').toEqual([2, 2])
    expect(await membersOf(third)).toHaveLength(6)

    // Parted again, the third cluster keeps the value that a person joined to it.
    const loose = (await pageOf(third)).values.find(({ kind }) => kind === 'store')!
    expect((await part(third, [loose.id])).statusCode).toBe(200)
    expect((await pageOf(third)).values.map(({ id }) => id)).toContain(phone.id)
  })

  test('a cluster parted while it is joined: one of the two happens, and only that is on record', async () => {
    const { page } = await two('4444')
    const other = await two('5555')
    const phone = page.values.find(({ kind }) => kind === 'phone')!
    const answers = await Promise.all([
      post(`clusters/${page.id}/part`, { version: page.version, values: [phone.id] }, 'analyst'),
      post(`clusters/${page.id}/join`, { version: page.version, clusterId: other.page.id }, 'admin'),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { events } = await pageOf(page.id)
    const isRemoved = answers[0].statusCode === 200
    expect(
      events
        .filter(({ by }) => by !== null)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(isRemoved ? ['parted-value', 'split-off'] : ['joined'])
    const found = await at.database.pool.query(
      `select from cluster_values where cluster_id = any($1::uuid[]) and is_parted`,
      [[page.id]],
    )
    expect(found.rowCount).toBe(0)
    expect((await pageOf(page.id)).findings).toBe(isRemoved ? 2 : 8)
  })
})

describe('decided once', () => {
  test('all open findings of a cluster get one status, with a log each, if their number is the confirmed one; undone by moment', async () => {
    const ids = await add(eCommerce, [
      { storeId: 'D-1' },
      { storeId: 'D-1', status: '88' },
      { storeId: 'D-1', status: '55' },
    ])
    await fold()
    const id = (await groupsOf(ids[0]!))[0]!.clusterId
    const wrong = await post(`clusters/${id}/decide`, { status: '22', count: 3 }, 'client')
    expect([wrong.statusCode, wrong.json().matching]).toEqual([409, 2])
    expect((await stored(ids[0]!)).status).toBe('33')
    const done = await post(`clusters/${id}/decide`, { status: '22', count: 2 }, 'client')
    expect(done.json()).toMatchObject({ message: '2 findings updated.', updated: 2, platforms: ['e-commerce'] })
    expect((await Promise.all(ids.map(stored))).map(({ status }) => status)).toEqual(['22', '22', '55'])
    expect(await logOf(ids[0]!)).toMatchObject([{ module: 'bulk-approve', status_from: '33', status_to: '22' }])
    expect((await pageOf(id)).events[0]).toMatchObject({ type: 'decided', what: 'Approved', findings: 2 })
    expect((await post('ecommerce/undo-matching', { moment: done.json().moment }, 'client')).json().updated).toBe(2)
    expect((await post(`clusters/${id}/decide`, { status: '22', count: 2 }, 'foreignClient')).statusCode).toBe(404)
    expect((await post(`clusters/${id}/decide`, { status: '55', count: 2 }, 'client')).statusCode).toBe(409)
  })

  test('a wrong number, and a second decision at once, are refused without waiting for anybody', async () => {
    const ids = await add(eCommerce, [{ storeId: 'D-2' }, { storeId: 'D-2' }])
    await fold()
    const id = (await groupsOf(ids[0]!))[0]!.clusterId
    const decide = (count: number) => post(`clusters/${id}/decide`, { status: '22', count }, 'client')
    let first: ReturnType<typeof decide> | undefined
    await inTransaction(at.database.pool, async ({ db }) => {
      await sql`select from findings where id = ${ids[0]!}::uuid for update`.execute(db)
      expect((await decide(3)).json()).toMatchObject({ matching: 2 })
      first = decide(2)
      await expect
        .poll(async () => (await at.database.pool.query('select from pg_locks where not granted')).rowCount)
        .toBeGreaterThan(0)
      expect((await decide(2)).statusCode).toBe(409)
    })
    expect((await first)!.json()).toMatchObject({ updated: 2 })
  })

  test('more than two batches are decided in the worker, once at a time, with progress and undo', async () => {
    const many = atOnce + 1
    const values = [...Array.from({ length: many }, () => ({ storeId: 'D-3' })), { storeId: 'D-3', status: '55' }]
    const ids = await add(eCommerce, values)
    await fold()
    const id = (await groupsOf(ids[0]!))[0]!.clusterId
    const decide = (status: string, count: number) => post(`clusters/${id}/decide`, { status, count }, 'client')
    const statuses = async () => {
      const found = await at.database.pool.query(
        'select status, count(*)::int as n from findings where id = any($1) group by 1 order by 1',
        [ids],
      )
      return Object.fromEntries(found.rows.map(({ status, n }) => [status, n]))
    }
    const begun = (await decide('22', many)).json()
    expect(begun).toMatchObject({
      message: `${countText(many)} findings are being updated.`,
      updated: many - 1,
      decisions: [{ platform: 'e-commerce', state: 'Running', total: many, changed: many - 1 }],
    })
    expect(await statuses()).toEqual({ '22': many - 1, '33': 1, '55': 1 })
    const second = await decide('00', many)
    expect([second.statusCode, second.json().message], 'while the first one runs').toEqual([409, messages.beingDecided])
    await at.testApp.runJobs()
    expect(await statuses()).toEqual({ '22': many, '55': 1 })
    const decision = begun.decisions[0].id as string
    expect((await get(`decisions/${decision}`, 'client')).json()).toMatchObject({ state: 'Done', changed: many })
    expect((await pageOf(id)).events[0]).toMatchObject({ type: 'decided', what: 'Approved', findings: many })
    await post(`decisions/${decision}/undo`, {}, 'client')
    await at.testApp.runJobs()
    expect(await statuses()).toEqual({ '33': many, '55': 1 })
  })
})
