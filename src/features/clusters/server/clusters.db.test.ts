import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import type { AlikeGroup, ClusterPage } from '#features/clusters/contract.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { domain } from '#platforms/domain.ts'
import type { Platform } from '#platforms/platform.ts'
import { foldClusters } from './fold-clusters.ts'
import { unite } from './unite.ts'

const { at, get, post, logOf, stored } = setUpActionTests()

/** Findings without any value that others may have, but those given. */
async function add(
  platform: Platform,
  values: readonly Record<string, unknown>[],
  owner?: { companyId: string; brandId: string },
) {
  const none = Object.fromEntries(
    Object.entries(platform.columns)
      .filter(([name, { storedIn, required }]) => (storedIn === 'own' && !required) || name === 'reason')
      .map(([name]) => [name, null]),
  )
  const { companies, brands } = at.world
  return addFindings(
    at.database.db,
    platform,
    values.map((one) => ({
      companyId: companies.parent,
      brandId: brands.own,
      status: '33',
      ...(platform.value === 'e-commerce' ? { site: 'Bazarone' } : {}),
      ...none,
      ...one,
      ...owner,
    })),
  )
}

const fold = async () => {
  while ((await foldClusters(at.testApp.app)) > 0);
}
const groupsOf = async (id: string, who?: string) =>
  (await get(`clusters/of-finding/${id}`, who)).json().groups as AlikeGroup[]
const pageOf = async (id: string, who = 'analyst') => (await get(`clusters/${id}`, who)).json() as ClusterPage
const membersOf = async (id: string, who = 'analyst') =>
  ((await get(`clusters/${id}/findings`, who)).json().docs as { id: string }[]).map((one) => one.id).sort()

describe('what belongs together', () => {
  test('one seller under several names is one cluster, each link says why, and status and deletion are counted', async () => {
    const ids = await add(eCommerce, [
      { username: 'BestDeals', contactNumber: '+91 98200 11111' },
      { username: 'bestdeals ', storeId: 'S-1' },
      { username: 'Other Name', contactNumber: '098200-11111, 022 4444 5555' },
      { username: 'Nobody Else', contactNumber: '000 000 0000' },
    ])
    await fold()
    const [group] = await groupsOf(ids[0]!)
    expect(group).toMatchObject({ findings: 3, open: 3 })
    expect(group!.links).toEqual([
      { kind: 'seller', text: expect.stringMatching(/^bestdeals \(Bazarone\)$/i) },
      { kind: 'phone', text: '+91 98200 11111' },
    ])
    expect(await groupsOf(ids[3]!)).toEqual([])
    const page = await pageOf(group!.clusterId)
    expect(page).toMatchObject({ name: expect.stringMatching(/bestdeals/i), kind: 'seller', findings: 3, brands: 1 })
    expect(page.values.map(({ kind }) => kind).sort()).toEqual(['phone', 'phone', 'seller', 'seller', 'store'])
    expect(await membersOf(group!.clusterId)).toEqual(ids.slice(0, 3).sort())
    await post(`save-bulk-data/update-infrigement-status/${ids[0]}`, {
      platform: 'e-commerce',
      status: '00',
      statusfrom: '33',
    })
    await at.database.pool.query('update findings set deleted_at = now() where id = $1', [ids[2]])
    await fold()
    expect((await groupsOf(ids[1]!))[0]).toMatchObject({ findings: 2, open: 1 })
  })

  test('a corrected value leaves its cluster, and clusters of a later finding with values of both become one', async () => {
    const ids = await add(eCommerce, [
      { storeId: 'A-77' },
      { storeId: 'A-77' },
      { contactNumber: '+91 98200 22222' },
      { contactNumber: '+91 98200 22222' },
    ])
    await fold()
    const [[store], [phone]] = [await groupsOf(ids[0]!), await groupsOf(ids[2]!)]
    expect(store!.clusterId).not.toBe(phone!.clusterId)
    const [joining] = await add(eCommerce, [{ storeId: 'a-77', contactNumber: '98200 22222' }])
    await fold()
    const joined = (await groupsOf(ids[0]!))[0]!
    expect(joined).toMatchObject({ findings: 5, clusterId: (await groupsOf(ids[2]!))[0]!.clusterId })
    const page = await pageOf(store!.clusterId)
    expect(page.id).toBe((await pageOf(phone!.clusterId)).id)
    expect(page.events).toMatchObject([{ type: 'joined-alike', by: null }])
    await at.database.pool.query('update findings_e_commerce set store_id = $1 where finding_id = $2', ['B-78', ids[0]])
    await fold()
    expect(await groupsOf(ids[0]!)).toEqual([])
    expect(await groupsOf(joining!)).toMatchObject([{ findings: 4 }])
  })

  test('values that say nothing join nothing: privacy services, the name of the site, reasons of a hundred', async () => {
    const pairs = (values: Record<string, unknown>) => [values, values]
    const hidden = await add(domain, [
      ...pairs({ org: 'Domains By Proxy, LLC', emailAddress: 'abuse@registrar.example' }),
      ...pairs({ ipAddress: '104.16.1.1', hosting: 'Cloudflare, Inc.' }),
    ])
    const named = await add(eCommerce, [...pairs({ username: 'bazarone' }), ...pairs({ storeId: 'n/a' })])
    const hosted = await add(domain, pairs({ ipAddress: '203.0.113.9', hosting: 'Small Host' }))
    await fold()
    for (const id of [...hidden, ...named]) expect(await groupsOf(id)).toEqual([])
    expect(await groupsOf(hosted[0]!)).toMatchObject([{ findings: 2, links: [{ kind: 'host', text: '203.0.113.9' }] }])
    // As a reason of 101 findings.
    await at.database.pool.query(
      `insert into findings (company_id, id, brand_id, platform, reporting_date, status, identity_key, reason)
       select company_id, gen_random_uuid(), brand_id, platform, reporting_date, status, gen_random_uuid(), 'Copied text'
       from findings, generate_series(1, 101) where id = $1`,
      [named[0]],
    )
    await at.database.pool.query(
      `insert into findings_e_commerce (company_id, finding_id, site, url)
       select company_id, id, 'Bazarone', 'https://shop.example/' || id from findings where reason = 'Copied text'`,
    )
    await at.database.pool.query(`update findings set version = version + 1 where reason = 'Copied text'`)
    await fold()
    const found = await at.database.pool.query(
      `select is_common, findings from cluster_values where kind = 'reason' and value = 'Copied text'`,
    )
    expect(found.rows).toMatchObject([{ is_common: true }])
    expect(
      (
        await at.database.pool.query(
          `select from finding_values v join cluster_values s using (company_id, value_id) where s.kind = 'reason' and s.value = 'Copied text'`,
        )
      ).rowCount,
    ).toBe(0)
  })

  test('a cluster stops growing at its largest number of values', () => {
    const chain = Array.from({ length: 9 }, (_, n): [string, string] => [`${n}`, `${n + 1}`])
    expect(unite(chain, new Map(), 10)).toHaveLength(9)
    expect(unite(chain, new Map(), 5)).toHaveLength(8)
    expect(new Set(unite(chain, new Map(), 10).map(({ into }) => into)).size).toBe(1)
  })
})

describe('who sees what', () => {
  test('values of another company neither join, count nor show; staff see where else they are', async () => {
    const { companies, brands } = at.world
    const phone = { contactNumber: '+91 98200 33333' }
    const [own] = await add(eCommerce, [phone, { username: 'Ours', ...phone }])
    const foreign = { companyId: companies.foreign, brandId: brands.foreign }
    const [theirs] = await add(
      eCommerce,
      [{ username: 'Theirs', ...phone }, { username: 'Theirs' }, { username: 'Theirs' }],
      foreign,
    )
    await fold()
    const [group] = await groupsOf(own!)
    expect(group!.findings).toBe(2)
    const seenByClient = await pageOf(group!.clusterId, 'client')
    expect(seenByClient.elsewhere).toEqual([])
    expect(JSON.stringify(seenByClient)).not.toContain('Theirs')
    const [other] = await groupsOf(theirs!, 'foreignClient')
    expect(other!.findings).toBe(3)
    expect((await pageOf(group!.clusterId)).elsewhere).toMatchObject([
      { id: other!.clusterId, company: { name: 'Zenith' }, findings: 3, shared: expect.stringContaining('phone') },
    ])
    for (const path of [
      `clusters/${other!.clusterId}`,
      `clusters/${other!.clusterId}/findings`,
      `clusters/of-finding/${theirs}`,
    ])
      expect([path, (await get(path, 'client')).statusCode]).toEqual([path, 404])
    const listed = async (who: string, query = '') =>
      ((await get(`clusters?perPage=1000${query}`, who)).json().docs as { id: string }[]).map(({ id }) => id)
    expect(await listed('client')).toContain(group!.clusterId)
    expect(await listed('client')).not.toContain(other!.clusterId)
    expect(await listed('client', '&search=Theirs')).toEqual([])
    expect(await listed('analyst')).toEqual(expect.arrayContaining([group!.clusterId, other!.clusterId]))
    expect(await listed('analyst', '&search=theirs&kind=seller')).toEqual([other!.clusterId])
    expect(await listed('analyst', `&company=${companies.foreign}`)).not.toContain(group!.clusterId)
    expect((await get(`clusters?company=${companies.foreign}`, 'client')).statusCode).toBe(403)
  })

  test('what a Client may not see is neither counted nor named', async () => {
    const { brands, companies } = at.world
    const mail = { emailAddress: 'seller@shop.example' }
    const seen = await add(domain, [mail, mail])
    const disabled = { companyId: companies.parent, brandId: brands.disabled }
    await add(domain, [{ org: 'Secret Org', ...mail }, { org: 'Secret Org' }], disabled)
    await fold()
    const [group] = await groupsOf(seen[0]!)
    expect(group).toMatchObject({ findings: 2 })
    const page = await pageOf(group!.clusterId, 'client')
    expect(page).toMatchObject({
      findings: 2,
      name: 'seller@shop.example',
      brandsHit: [{ name: 'Acme One', findings: 2 }],
    })
    expect(JSON.stringify(page)).not.toContain('Secret')
    expect(await membersOf(group!.clusterId, 'client')).toEqual(seen.sort())
    expect((await pageOf(group!.clusterId)).findings).toBe(4)
  })
})

describe('people part and join', () => {
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
    const parted = await post(
      `clusters/${page.id}/part`,
      { version: page.version, values: [value.id], note: 'Call centre' },
      'analyst',
    )
    expect(parted.json()).toEqual({ message: 'Taken out of the cluster.' })
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
    const isParted = answers[0].statusCode === 200
    expect(
      events
        .filter(({ by }) => by !== null)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(isParted ? ['parted-value', 'split-off'] : ['joined'])
    const found = await at.database.pool.query(
      `select from cluster_values where cluster_id = any($1::uuid[]) and is_parted`,
      [[page.id]],
    )
    expect(found.rowCount).toBe(0)
    expect((await pageOf(page.id)).findings).toBe(isParted ? 2 : 8)
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
})
