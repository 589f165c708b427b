import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { foldCounters } from '#features/findings/server/counters.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import type { FoundRecord } from '#features/search/contract.ts'
import type { Platform } from '#platforms/platform.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { website } from '#platforms/website.ts'

const { at, get, post } = setUpActionTests()

const found = async (text: string, who: string): Promise<FoundRecord[]> => {
  const answer = await get(`search?text=${encodeURIComponent(text)}`, who)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().records
}
const idsOf = (records: FoundRecord[], kind: string) => records.filter((one) => one.kind === kind).map(({ id }) => id)

/** Ids of findings by name: those of the own, the disabled and a foreign brand. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  const { companies, brands } = at.world
  const owners = {
    own: { companyId: companies.parent, brandId: brands.own },
    disabled: { companyId: companies.parent, brandId: brands.disabled },
    foreign: { companyId: companies.foreign, brandId: brands.foreign },
  }
  const add = async (name: string, platform: Platform, owner: keyof typeof owners, values: Record<string, unknown>) => {
    const [id] = await addFindings(at.database.db, platform, [{ ...owners[owner], status: '33', ...values }])
    const address = values[platform.identity]
    if (typeof address === 'string')
      await at.database.pool.query('update findings set identity_key = $1 where id = $2', [
        identityKey(platform, comparedAddress(platform, address)),
        id,
      ])
    ids[name] = id!
  }
  for (const owner of ['own', 'disabled', 'foreign'] as const) {
    await add(`domain ${owner}`, domain, owner, { domain: `kettle-${owner}.example` })
    await add(`page ${owner}`, website, owner, {
      url: 'https://WWW.Teapots.example/Item/7/',
      domain: 'teapots.example',
    })
    await add(`shop ${owner}`, eCommerce, owner, {
      url: `https://bazar.example/p/${owner}`,
      lid: ` lst900${owner} `,
      username: `Potter ${owner}`,
      site: 'Bazar',
    })
  }
  const shop = { ...owners.own, status: '33', url: 'https://bazar.example/p/smile', site: 'Bazar' }
  await addFindings(at.database.db, eCommerce, [{ ...shop, username: 'Smile\u{1f600}' }])
  for (const owner of [owners.own, owners.foreign])
    await addFindings(at.database.db, eCommerce, [{ ...shop, ...owner, username: 'Twice' }])
  for (const [site, username] of [
    ['Kiosk', 'Twice'],
    // The newest: as it is spelled here, the seller is shown.
    ['Stall', 'TWICE'],
  ])
    await addFindings(at.database.db, eCommerce, [{ ...shop, site, username }])
  await foldCounters(at.database.db)
})

describe('the search of the palette', () => {
  test('finds a finding by its address in any spelling, its domain, its listing id and its id', async () => {
    const all = ['page own', 'page disabled', 'page foreign'].map((name) => ids[name]!)
    for (const text of ['http://teapots.example/Item/7', 'hxxps://teapots[.]example/Item/7/', 'teapots.example/Item/7'])
      expect(idsOf(await found(text, 'analyst'), 'finding').sort()).toEqual(all.toSorted())
    expect(idsOf(await found('teapots.example/Item/9', 'analyst'), 'finding').sort()).toEqual(all.toSorted())
    expect(idsOf(await found('Kettle-', 'analyst'), 'finding')).toHaveLength(3)
    expect(idsOf(await found('kettle-own.example', 'analyst'), 'finding')).toEqual([ids['domain own']])
    expect(idsOf(await found('LST900OWN', 'analyst'), 'finding')).toEqual([ids['shop own']])
    expect(idsOf(await found('lst900', 'analyst'), 'finding')).toHaveLength(3)
    expect(idsOf(await found(ids['shop foreign']!, 'analyst'), 'finding')).toEqual([ids['shop foreign']])
    expect((await found('kettle-own.example', 'analyst'))[0]).toEqual({
      kind: 'finding',
      id: ids['domain own'],
      title: 'kettle-own.example',
      hint: 'Acme One, Acme',
      companyId: at.world.companies.parent,
      brandId: at.world.brands.own,
      platform: 'domain',
      status: '33',
      reportingDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    expect(await found('k', 'analyst')).toEqual([])
    expect(await found('%', 'admin')).toEqual([])
    expect(await found('100% off_', 'admin')).toEqual([])
  })

  test('sellers, companies and brands by a part of theirs, users for Admins, staff for Analysts', async () => {
    expect(idsOf(await found('POTTER', 'analyst'), 'seller').sort()).toEqual([
      'potter disabled',
      'potter foreign',
      'potter own',
    ])
    expect(idsOf(await found('zenith', 'analyst'), 'company')).toEqual([at.world.companies.foreign])
    expect(idsOf(await found('junior', 'analyst'), 'brand')).toEqual([at.world.brands.child])
    expect(idsOf(await found('stranger', 'admin'), 'user')).toEqual([at.world.people.foreignClient])
    expect(await found('stranger', 'analyst'), 'an Analyst finds no Clients').toEqual([])
    expect(idsOf(await found('analyst', 'analyst'), 'user')).toContain(at.world.people.analyst)
    expect(idsOf(await found('smile', 'analyst'), 'seller')).toEqual(['smile\u{1f600}'])
  })

  test('a seller is found by any word of its name, once for each company, with its sites', async () => {
    const records = (await found('disab', 'analyst')).filter(({ kind }) => kind === 'seller')
    expect(records.map(({ id, title }) => [id, title])).toEqual([['potter disabled', 'Potter disabled']])
    expect(idsOf(await found(' potter  disab', 'analyst'), 'seller')).toEqual(['potter disabled'])
    const twice = (await found('twi', 'analyst')).filter(({ kind }) => kind === 'seller')
    expect(twice.map(({ title, hint }) => [title, hint])).toEqual([
      ['TWICE', 'bazar, kiosk, 1 more site, Acme'],
      ['Twice', 'bazar, Zenith'],
    ])
  })

  test('a Client finds only what it may see, of every kind', async () => {
    expect(idsOf(await found('kettle-', 'client'), 'finding')).toEqual([ids['domain own']])
    expect(idsOf(await found('teapots.example/Item/7', 'client'), 'finding')).toEqual([ids['page own']])
    expect(idsOf(await found('lst900', 'client'), 'finding')).toEqual([ids['shop own']])
    expect(idsOf(await found('potter', 'client'), 'seller')).toEqual(['potter own'])
    for (const name of ['domain foreign', 'shop disabled']) expect(await found(ids[name]!, 'client')).toEqual([])
    for (const text of ['zenith', 'stranger', 'acme off']) expect(await found(text, 'client')).toEqual([])
    expect(idsOf(await found('acme', 'client'), 'company').sort()).toEqual(
      [at.world.companies.parent, at.world.companies.child].sort(),
    )
    expect(idsOf(await found('acme', 'client'), 'brand').sort()).toEqual(
      [at.world.brands.own, at.world.brands.child].sort(),
    )
    expect(idsOf(await found('kettle-', 'foreignClient'), 'finding')).toEqual([ids['domain foreign']])
  })

  test('records opened last come back newest first, while the person may see them', async () => {
    const { companies } = at.world
    const open = (kind: string, record: string, companyId: string | null, who = 'client') =>
      post('search/recent', { kind, record, companyId }, who)
    await open('finding', ids['domain own']!, companies.parent)
    await open('finding', ids['domain foreign']!, companies.foreign)
    await open('seller', 'potter own', companies.parent)
    await open('company', companies.foreign, companies.foreign)
    await open('brand', at.world.brands.child, companies.child)
    await open('user', at.world.people.analyst, null)
    await open('finding', ids['domain own']!, companies.parent)
    const recent = async (who = 'client') => (await get('search/recent', who)).json().records as FoundRecord[]
    expect((await recent()).map(({ kind, title }) => [kind, title])).toEqual([
      ['finding', 'kettle-own.example'],
      ['brand', 'Acme Junior'],
      ['seller', 'Potter own'],
    ])
    expect(await recent('analyst')).toEqual([])
    await open('seller', 'twice', companies.foreign, 'analyst')
    expect((await recent('analyst')).map(({ title, companyId }) => [title, companyId])).toEqual([
      ['Twice', companies.foreign],
    ])
    await open('seller', 'twice', companies.parent, 'analyst')
    expect((await recent('analyst')).map(({ title, companyId }) => [title, companyId])).toEqual([
      ['TWICE', companies.parent],
    ])
    for (let n = 0; n < 12; n++) await open('seller', `nobody ${n}`, null)
    const { rows } = await at.database.pool.query('select count(*)::int n from recent_records where user_id = $1', [
      at.world.people.client,
    ])
    expect(rows).toEqual([{ n: 8 }])
    expect((await open('brand', 'x'.repeat(501), null)).statusCode).toBe(422)
    // What is no id of such a record is nobody's.
    await open('brand', 'not an id', null, 'admin')
    await open('finding', 'not an id', companies.parent, 'admin')
    expect(await recent('admin')).toEqual([])
  })
})
