import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { clusterSubject } from './cluster-subject.ts'
import { setUpClusterTests } from './testing.ts'
import { seenBy } from './read-clusters.ts'
import { unite } from './unite.ts'
import { wholeCompanies } from './whole-companies.ts'

const actions = setUpActionTests()
const { at, get, post } = actions
const { add, fold, groupsOf, pageOf, membersOf } = setUpClusterTests(actions)

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

  test('findings that one edit gives each other’s reasons change their clusters with them', async () => {
    const ids = await add(eCommerce, [
      { reason: 'Sells a copy of the lamp' },
      { reason: 'Sells a copy of the lamp' },
      { reason: 'Uses the logo of the lamp' },
      { reason: 'Uses the logo of the lamp' },
    ])
    await fold()
    const of = async (n: number) => (await groupsOf(ids[n]!))[0]!.clusterId
    const [copy, logo] = [await of(1), await of(3)]
    await at.database.pool.query(
      `update findings f set reason = o.reason from findings o
        where f.id = any($1) and o.id = any($1) and f.id <> o.id`,
      [[ids[0], ids[2]]],
    )
    await fold()
    expect([await of(0), await of(2)]).toEqual([logo, copy])
  })

  test('the pages of a cluster have each finding once, newest first, whatever its values, without deleted ones', async () => {
    const ids = await add(eCommerce, [
      ...Array.from({ length: 9 }, (_, n) => ({
        storeId: 'P-1',
        ...(n % 3 === 0 ? { username: 'Paged Seller' } : {}),
      })),
      { username: 'Paged Seller' },
    ])
    await fold()
    const id = (await groupsOf(ids[0]!))[0]!.clusterId
    const newest = [...ids].sort().reverse()
    const deleted = ids.slice(0, 9).sort().reverse().slice(0, 4)
    await at.database.pool.query('update findings set deleted_at = now() where id = any($1)', [deleted])
    const shown: string[] = []
    for (let page = 1; page <= 4; page++) {
      const answer = await get(`clusters/${id}/findings?perPage=3&page=${page}`, page % 2 ? 'client' : 'analyst')
      shown.push(...(answer.json().docs as { id: string }[]).map((one) => one.id))
    }
    expect(shown).toEqual(newest.filter((one) => !deleted.includes(one)))
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

  test('a reason that 60 findings have stays a cluster when they are read again', async () => {
    const ids = await add(
      eCommerce,
      Array.from({ length: 60 }, () => ({ reason: 'Read again' })),
    )
    await fold()
    expect(await groupsOf(ids[0]!)).toMatchObject([{ findings: 60 }])
    await at.database.pool.query('update findings_e_commerce set url = url || $1 where finding_id = any($2)', [
      '?',
      ids,
    ])
    await fold()
    expect(await groupsOf(ids[0]!)).toMatchObject([{ findings: 60 }])
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
      { id: other!.clusterId, company: { name: 'Zenith' }, findings: 3, shared: { kind: 'phone' } },
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
    const subjectFor = async (who: string) => {
      const session = await at.testApp.app.sessionOf(at.tokens[who]!)
      return clusterSubject(at.database.db, session!, group!.clusterId)
    }
    expect(await subjectFor('client')).toMatchObject({ kind: 'cluster', companyId: companies.parent, brandId: null })
    expect(await subjectFor('foreignClient')).toBeUndefined()
  })

  test('what a Client may not see is neither counted nor named', async () => {
    const { brands, companies } = at.world
    const mail = { emailAddress: 'seller@shop.example' }
    const seen = await add(domain, [mail, mail])
    await fold()
    type Listed = { id: string; findings: number; open: number; brands: number; firstSeen: string }
    const listOf = async (who: string, query = '') =>
      ((await get(`clusters?perPage=100${query}`, who)).json().docs as Listed[]).map(
        ({ id, findings, open, brands: hit, firstSeen }) => ({ id, findings, open, brands: hit, firstSeen }),
      )
    const wholeOf = async (who: string) =>
      wholeCompanies(at.database.db, seenBy((await at.testApp.app.sessionOf(at.tokens[who]!))!).scopes)
    // Nothing is hidden yet: the stored figures are those of the client.
    expect(await wholeOf('client')).toContain(companies.parent)
    expect(await wholeOf('analyst')).toBeUndefined()
    const before = await listOf('client')
    expect(before).toEqual(await listOf('analyst', `&company=${companies.parent}`))
    expect(before.length).toBeGreaterThan(2)
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
    expect(await wholeOf('client')).toBeUndefined()
    expect(await listOf('client')).toEqual(before)
    const ofStaff = await listOf('analyst', `&company=${companies.parent}`)
    expect(ofStaff.find(({ id }) => id === group!.clusterId)).toMatchObject({ findings: 4, brands: 2 })
  })
})
