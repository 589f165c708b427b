import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { addMark } from '#features/notices/server/testing.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { configureNotices, noticeFacts } from './testing.ts'

const { at, get, post, one } = setUpActionTests()
const path = (platform: string, id: string) => `enforcement/proofs/${platform}/${id}`
const put = (url: string, payload: object, who = 'analyst') =>
  at.testApp.server.inject({
    method: 'PUT',
    url: `/api/${url}`,
    payload,
    headers: { authorization: `Bearer ${at.tokens[who]!}` },
  })

async function addGenuine(label: string, brandId = at.world.brands.own): Promise<string> {
  const { bucket } = at.testApp.app.files
  const [key, id] = [`tests/${newId()}.png`, newId()]
  await at.testApp.app.files.put(key, Buffer.alloc(1000), 'image/png')
  await rows(
    at.database.db,
    sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
      values (${newId()}, ${bucket}, ${key}, 'images', 'a.png', 'image/png', 1000, sha256(${key}::bytea))`,
  )
  await rows(
    at.database.db,
    sql`insert into brand_references (id, brand_id, kind, label, image_key, created_by)
      values (${id}, ${brandId}, 'picture', ${label}, ${key}, ${at.world.people.admin})`,
  )
  return id
}

async function addPurchase(findingId: string, fault: string): Promise<string> {
  const id = newId()
  await rows(
    at.database.db,
    sql`insert into purchases (id, company_id, finding_id, seller_name, fault)
      values (${id}, ${at.world.companies.parent}, ${findingId}, 'Kiran Traders', ${fault})`,
  )
  return id
}

beforeAll(async () => {
  await configureNotices({ at, post }, ['About {{url}}.'])
  const [companyId, brandId] = [at.world.companies.parent, at.world.brands.own]
  await addMark(at.testApp.app, { companyId, brandId, name: 'Acme One' })
})

test('of several genuine articles the chosen one is in the notice; one of another brand cannot be chosen', async () => {
  const ids = [await addGenuine('Acme shoe'), await addGenuine('Acme bag')]
  const foreign = await addGenuine('Zenith bag', at.world.brands.foreign)
  const id = await one(domain, '22', { reasonCode: '234', reason: 'A false bag of Acme' })
  const shown = (await get(path('domain', id), 'analyst')).json()
  expect(shown).toMatchObject({ articleId: null, purchaseId: null, purchases: [] })
  expect(shown.articles.map((article: { id: string }) => article.id).toSorted()).toEqual(ids.toSorted())
  const textOf = async () => {
    const input = { ...noticeFacts, platform: 'domain', id }
    return (await post('enforcement/send-preview', input, 'analyst')).json().text as string
  }
  expect(await textOf()).toContain('Genuine article: Acme bag')
  expect((await put(path('domain', id), { articleId: ids[0], purchaseId: null })).statusCode).toBe(200)
  expect(await textOf()).toContain('Genuine article: Acme shoe')
  expect((await put(path('domain', id), { articleId: foreign, purchaseId: null })).statusCode).toBe(422)
  expect((await put(path('domain', id), { articleId: null, purchaseId: newId() })).statusCode).toBe(422)
  expect((await put(path('domain', id), { articleId: null, purchaseId: null }, 'client')).statusCode).toBe(403)
  expect((await put(path('domain', newId()), { articleId: null, purchaseId: null })).statusCode).toBe(404)
  expect((await put(path('domain', id), { articleId: null, purchaseId: null })).statusCode).toBe(200)
  expect(await textOf()).toContain('Genuine article: Acme bag')
  const log = await rows(
    at.database.db,
    sql`select user_id, company_id, changes from data_log where model = 'Proof in notices' and record_id = ${id} order by id`,
  )
  const [field, automatic] = ['Genuine article', 'Chosen automatically']
  const by = { user_id: at.world.people.analyst, company_id: at.world.companies.parent }
  expect(log).toEqual([
    { ...by, changes: [{ field, before: automatic, after: 'Acme shoe' }] },
    { ...by, changes: [{ field, before: 'Acme shoe', after: automatic }] },
  ])
})

test('of several test purchases the chosen one is on the sheet for the form', async () => {
  await post(
    'enforcement-mail-configuration',
    {
      company: at.world.companies.parent,
      brand: at.world.brands.own,
      platform: 'e-commerce',
      status: true,
      attachments: [],
      mailBody: ['About {{url}}.'],
    },
    'admin',
  )
  const url = `https://www.amazon.in/dp/B0CX23V2ZK?ref=${newId()}`
  const listing = { reasonCode: '234', site: 'Amazon', username: 'Kiran Traders' }
  const id = await one(eCommerce, '22', { ...listing, url })
  const other = await one(eCommerce, '22', { ...listing, url: `https://www.amazon.in/dp/B0CX23V2ZL?ref=${newId()}` })
  await addPurchase(id, 'Wrong colour')
  const first = await addPurchase(other, 'No hologram')
  const { purchases } = (await get(path('e-commerce', id), 'analyst')).json()
  expect(purchases).toHaveLength(2)
  expect(purchases.find((purchase: { id: string }) => purchase.id === first).text).toContain('No hologram')
  expect((await put(path('e-commerce', id), { articleId: null, purchaseId: first })).statusCode).toBe(200)
  const again = (await get(path('e-commerce', id), 'analyst')).json()
  expect([again.purchaseId, again.purchases[0].id]).toEqual([first, first])
})
