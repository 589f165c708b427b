import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { readBrandReferences, readNames } from '#features/domain-search/contract-jobs.ts'
import type { BrandReferenceDoc } from '#features/domain-search/contract-schemas.ts'
import { respondWith } from '#features/revisits/server/testing-sites.ts'
import { readReferences } from './brand-references.ts'
import { setUpSearchTests } from './testing-searches.ts'

const tests = setUpActionTests()
const { at, get, post } = tests
const { up, own, save, search } = setUpSearchTests(tests)
const references = async () =>
  (await get(`domain-search-schedule/brand-references?brand=${own().brand}`, 'admin')).json<{
    docs: BrandReferenceDoc[]
  }>().docs
const addPage = (host: string) =>
  post(
    'domain-search-schedule/brand-references',
    {
      ...own(),
      address: up.world.sites.put(
        host,
        respondWith(200, '<title>Acme Bank</title>', { 'content-type': 'text/html' }),
        '/',
      ),
    },
    'admin',
  )

test('pictures wait for a store that is away and are read when it is back; pages are read meanwhile', async () => {
  const { app } = at.testApp
  await app.files.put('2026/01/01/reference.png', Buffer.from('a picture'), 'image/png')
  await at.database.pool.query(
    `insert into brand_references (id, brand_id, kind, label, image_key, created_by)
     values (gen_random_uuid(), $1, 'picture', 'Tea', '2026/01/01/reference.png', $2)`,
    [own().brand, at.world.people.admin],
  )
  await addPage('acme.test')
  const deps = { ...up.world.deps, hashPicture: async () => Buffer.alloc(32) }
  const away = { ...app, files: { ...app.files, read: () => Promise.reject(new Error('connect ECONNREFUSED')) } }
  await expect(readReferences(away, deps)).rejects.toThrow('ECONNREFUSED')
  expect((await references()).map(({ kind, state }) => [kind, state])).toEqual([
    ['picture', 'Waiting'],
    ['page', 'Read'],
  ])
  await readReferences(app, deps)
  expect((await references()).map(({ state }) => state)).toEqual(['Read', 'Read'])
  // With pauses of at most ten minutes: about a day.
  for (const { tries } of [readBrandReferences, readNames]) expect(tries).toBeGreaterThan(140)
})

test('look-alikes are compared again when an own page of the brand is removed', async () => {
  await at.database.pool.query('delete from brand_references')
  up.world.register('acme-login.test', { page: '<title>Acme Bank</title>' })
  await save()
  await search()
  const likeness = async () =>
    (await at.database.pool.query<{ likeness: number }>('select likeness from searched_domains')).rows[0]!.likeness
  const before = await likeness()
  await addPage('acme-own.test')
  await readReferences(at.testApp.app, up.world.deps)
  expect(await likeness()).toBeGreaterThan(before)
  const [reference] = await references()
  const removed = await at.testApp.server.inject({
    method: 'DELETE',
    url: `/api/domain-search-schedule/brand-references/${reference!.id}`,
    headers: { authorization: `Bearer ${at.tokens['admin']!}` },
  })
  expect(removed.statusCode).toBe(200)
  await at.testApp.runJobs()
  expect(await likeness()).toBe(before)
})
