import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { platformOf } from '#platforms/all.ts'

const { at, post, own } = setUpActionTests()
const watch = { startDate: '2024-01-01', endDate: '2025-01-01', reportingPeriod: 'Weekly' }
const fields = () => ({
  company: at.world.companies.parent,
  brandName: 'Kestrel',
  searchTerm: 'kestrel tea',
  category: 'Beverages',
  platform: { domain: watch, eCommerce: { ...watch, reportingPeriod: 'Monthly' } },
})
const add = (more: object = {}) => post('brand', { ...fields(), ...more }, 'admin')
const added = async (more: object = {}) => (await add(more)).json().data as { id: string; version: number }
const edit = (brandId: string, more: object = {}) => post('brand/edit', { ...fields(), brandId, ...more }, 'admin')
const request = (path: string, who = 'admin', method: 'GET' | 'DELETE' | 'POST' = 'GET') =>
  at.testApp.server.inject({ method, url: `/api/${path}`, headers: { authorization: `Bearer ${at.tokens[who]!}` } })
const get = async (path: string, who?: string) => (await request(path, who)).json()
const remove = (id: string) => request(`brand/delete/${id}`, 'admin', 'DELETE')
const removePlatform = (id: string, platform: string) =>
  request(`brand/delete-platform/${id}/${platform}`, 'admin', 'POST')
const names = async (query: string) =>
  (await get(`brand/v1/allRecords?${query}`)).docs.map((doc: { brandName: string }) => doc.brandName)
const log = () =>
  rows<{ type: string }>(at.database.db, sql`select type from data_log where model = 'Brand' order by at, id`)

test('A-017 A-055 A-102 A-103 a brand is added, enabled by default, and changed; both are in the data log', async () => {
  const before = (await log()).length
  const { message, data } = (await add()).json()
  expect(message).toBe('Brand saved successfully')
  expect(data).toMatchObject({
    ...fields(),
    _id: data.id,
    company: { _id: at.world.companies.parent, name: 'Acme', legalName: 'Acme Limited' },
    status: true,
  })
  const changed = await edit(data.id, {
    company: data.company,
    status: false,
    platform: { tmch: { startDate: '01/02/2024' } },
  })
  expect(changed.json().data).toMatchObject({
    status: false,
    platform: { tmch: { startDate: '2024-02-01' } },
    version: data.version + 1,
  })
  expect((await log()).slice(before)).toEqual([{ type: 'add' }, { type: 'update' }])
  await remove(data.id)
})

const bad: [more: object, field: string, sentence: string][] = [
  [{ company: '' }, 'company', 'Company is required'],
  [{ company: newId() }, 'company', 'Company is not valid'],
  [{ brandName: ' ' }, 'brandName', 'Brand name is required'],
  [{ brandName: 'ACME one' }, 'brandName', 'Brand name already exists'],
  [{ searchTerm: 'x'.repeat(501) }, 'searchTerm', 'Search term must be between 1 and 500 characters'],
  [{ category: 'F' }, 'category', 'Category must be between 2 and 60 characters'],
  [{ platform: {} }, 'platform', 'Platform is required'],
  [{ platform: undefined }, 'platform', 'Platform is required'],
  [{ platform: [] }, 'platform', 'Platform is not valid'],
  [{ platform: { myspace: watch } }, 'platform', 'Platform is not valid'],
  [{ platform: { domain: {} } }, 'platform', 'Start date is required'],
  [{ platform: { domain: { ...watch, endDate: watch.startDate } } }, 'platform', 'End date is not valid'],
  [{ platform: { domain: { ...watch, reportingPeriod: 'Hourly' } } }, 'platform', 'Reporting period is not valid'],
]
test.each(bad)('A-071 %j is refused under its field', async (more, field, sentence) => {
  const answer = await add(more)
  expect(answer.statusCode, answer.body).toBe(422)
  expect(answer.json()).toEqual({ message: sentence, errors: [{ [field]: sentence }] })
})

test('A-071 of several who save the same brand at the same moment all but one fail; another company may use the name', async () => {
  const answers = await Promise.all(['Twin', 'TWIN', 'twin'].map((brandName) => add({ brandName })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422])
  const elsewhere = await added({ brandName: 'Twin', company: at.world.companies.child })
  await remove(elsewhere.id)
  await remove(answers.find(({ statusCode }) => statusCode === 200)!.json().data.id)
})

test('A-103 of two who edit the same version the second gets the newer record', async () => {
  const { id, version } = await added()
  expect((await edit(id, { category: 'Tea', version })).statusCode).toBe(200)
  const late = await edit(id, { category: 'Coffee', version })
  expect([late.statusCode, late.json().current]).toMatchObject([409, { id, category: 'Tea', version: version + 1 }])
  await remove(id)
  for (const gone of [id, newId(), 'nonsense']) expect((await edit(gone)).statusCode).toBe(404)
})

test('A-103 a brand with records cannot move to another company', async () => {
  await own(platformOf('website')!, ['33'])
  const moved = await edit(at.world.brands.own, { brandName: 'Acme One', company: at.world.companies.child })
  expect(moved.json().errors).toEqual([{ company: 'Company cannot be changed: the brand has records' }])
  const { id } = await added()
  expect((await edit(id, { company: at.world.companies.child })).json().data.company.name).toBe('Acme Child')
  await remove(id)
})

const anyUser = '(select id from users limit 1)'
test.each([
  ['white_lists', 'enabled', 'true'],
  ['enforcement_configurations', 'platform, enabled, mail_body, attachments', `'domain', true, array['x'], '[]'`],
  ['drafts', 'platform, file_name, created_by', `'domain', 'rows.xlsx', ${anyUser}`],
  ['domain_schedules', 'keywords, created_by', `array['x'], ${anyUser}`],
  ['searched_domains', 'domain, keyword, family, score, source', `'moved.example', 'moved', 'typo', 1, 'made'`],
])('A-103 a brand with %s cannot move to another company, which would orphan them', async (table, columns, values) => {
  const { id } = await added()
  const own = `select gen_random_uuid(), company_id, id, ${values} from brands where id = $1`
  await at.database.pool.query(`insert into ${table} (id, company_id, brand_id, ${columns}) ${own}`, [id])
  const moved = await edit(id, { company: at.world.companies.child })
  await remove(id)
  expect(moved.json().errors).toEqual([{ company: 'Company cannot be changed: the brand has records' }])
})

test('A-104 A-108 A-146 the list pages, sorts, searches, also by company, and filters', async () => {
  const one = await added({ brandName: 'Sorted b', category: 'Tea', searchTerm: 'needle' })
  const two = await added({ brandName: 'sorted A', category: 'Food', status: false, company: at.world.companies.child })
  expect((await names('')).slice(0, 2)).toEqual(['sorted A', 'Sorted b'])
  expect(await names('search=SORTED&sortBy=brandName&sortDirection=1')).toEqual(['sorted A', 'Sorted b'])
  expect(await names('search=sorted&sortBy=company&sortDirection=1')).toEqual(['Sorted b', 'sorted A'])
  expect(await names('search=needle')).toEqual(['Sorted b'])
  expect(await names('search=zenith')).toEqual(['Zenith One'])
  expect(await names('search=_')).toEqual([])
  expect(await names('category=Food')).toEqual(['sorted A'])
  expect(await names('search=sorted&status=false')).toEqual(['sorted A'])
  expect(await names('search=sorted&status=true')).toEqual(['Sorted b'])
  expect(await names(`search=sorted&company=${at.world.companies.child}`)).toEqual(['sorted A'])
  expect((await get('brand/fetch-unique-categories')).data).toEqual(['Food', 'Tea'])
  for (const { id } of [one, two]) await remove(id)
})

test('A-106 a brand with records cannot be deleted, another can', async () => {
  const website = platformOf('website')!
  const { id } = await added()
  const [finding] = await own(website, ['33'], { brandId: id })
  const refused = await remove(id)
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Brand has records and cannot be deleted. Disable it instead.',
  ])
  await rows(at.database.db, sql`update findings set deleted_at = now() where id = ${finding}`)
  expect((await remove(id)).json()).toEqual({ message: 'Brand deleted successfully' })
  expect((await remove(id)).statusCode).toBe(404)
})

test('A-018 A-019 A-107 a platform is removed at once, but never the last one, even in concurrent calls', async () => {
  const { id } = await added({ platform: { domain: watch, website: watch, socialMedia: watch } })
  const answer = await removePlatform(id, 'social-media')
  expect(answer.json()).toMatchObject({ message: 'Platform removed successfully', data: { version: 2 } })
  expect(Object.keys(answer.json().data.platform).sort()).toEqual(['domain', 'website'])
  expect((await removePlatform(id, 'socialMedia')).statusCode).toBe(404)
  const both = await Promise.all([removePlatform(id, 'domain'), removePlatform(id, 'website')])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(both.find(({ statusCode }) => statusCode === 409)!.json().message).toBe(
    'The last platform of a brand cannot be removed.',
  )
  for (const [brand, platform] of [
    [id, 'myspace'],
    ['nonsense', 'domain'],
    [newId(), 'domain'],
  ] as const)
    expect((await removePlatform(brand, platform)).statusCode).toBe(404)
  await remove(id)
})

test('A-107 findings of a removed platform are hidden from the client until it is added again; staff still see them', async () => {
  const website = platformOf('website')!
  const [finding] = await own(website, ['33'])
  const day = (
    await rows<{ day: string }>(at.database.db, sql`select reporting_date as day from findings where id = ${finding}`)
  )[0]!.day
  const seen = async (who: string) =>
    JSON.stringify(await get(`website?startDate=${day}&endDate=${day}&perPage=100`, who)).includes(finding!)
  const whole = (await get(`brand/v1/allRecords?search=Acme One`)).docs[0]
  expect(await seen('client')).toBe(true)
  expect((await removePlatform(at.world.brands.own, 'website')).statusCode).toBe(200)
  expect(await seen('client')).toBe(false)
  expect(await seen('admin')).toBe(true)
  const back = Object.fromEntries(Object.keys(whole.platform).map((key) => [key, watch]))
  const again = await edit(at.world.brands.own, { brandName: 'Acme One', platform: back })
  expect(again.statusCode, again.body).toBe(200)
  expect(await seen('client')).toBe(true)

  expect((await edit(at.world.brands.own, { brandName: 'Acme One', platform: back, status: false })).statusCode).toBe(
    200,
  )
  expect(await seen('client')).toBe(false)
  const picked = (await get('brand?perPage=100', 'client')).docs.map((doc: { brandName: string }) => doc.brandName)
  expect(picked).not.toContain('Acme One')
  expect((await edit(at.world.brands.own, { brandName: 'Acme One', platform: back, status: true })).statusCode).toBe(
    200,
  )
})

test('A-017 marks and original works of a brand are stored, left as they are when left out, and named when they are wrong', async () => {
  const mark = { name: 'ACME', number: '1', office: 'IP India', country: 'India', classes: '3', link: '' }
  const works = [{ title: 'Tea at home', link: 'https://acme.example/tea' }]
  const { id, version } = await added({ brandName: 'With works', marks: [mark], works })
  const unchanged = await edit(id, { brandName: 'With works', searchTerm: 'other', version })
  expect(unchanged.json().data).toMatchObject({ marks: [mark], works, searchTerm: 'other' })
  const changed = await edit(id, { brandName: 'With works', marks: [], works: [] })
  expect(changed.json().data).toMatchObject({ marks: [], works: [] })
  for (const wrong of [
    { title: 'Tea', link: 'javascript:alert(1)' },
    { title: '', link: 'https://acme.example/' },
    {},
  ]) {
    const refused = await edit(id, { brandName: 'With works', works: [wrong] })
    expect([refused.statusCode, Object.keys(Object.assign({}, ...refused.json().errors))[0]]).toEqual([
      422,
      expect.stringContaining('works'),
    ])
  }
  expect((await edit(id, { works: Array.from({ length: 51 }, () => works[0]) })).statusCode).toBe(422)
})

test('A-094 only an Admin writes brands', async () => {
  for (const who of ['client', 'analyst']) {
    expect((await post('brand', fields(), who)).statusCode).toBe(403)
    expect((await post('brand/edit', { ...fields(), brandId: at.world.brands.own }, who)).statusCode).toBe(403)
    expect((await request(`brand/delete/${at.world.brands.own}`, who, 'DELETE')).statusCode).toBe(403)
    expect((await request(`brand/delete-platform/${at.world.brands.own}/domain`, who, 'POST')).statusCode).toBe(403)
  }
})

test('A-102 a sheet of brands is reported row by row and stored completely or not at all', async () => {
  const importSheet = async (rows: object[], apply: boolean) =>
    (await post('brand/import', { rows, apply }, 'admin')).json()
  const cells = {
    company: 'acme',
    searchTerm: 's',
    category: 'Food',
    domainStartDate: '01/02/2024',
    domainReportingPeriod: 'weekly',
  }
  const good = { ...cells, brandName: 'Sheet brand', status: 'No', tmchStartDate: '2024-01-01' }
  const odd = {
    ...cells,
    brandName: 'X4',
    websiteStartDate: '2024-01-02',
    websiteEndDate: '2024-01-02',
    appStoreReportingPeriod: 'x',
  }
  const refused = await importSheet(
    [good, { ...cells, brandName: 'X2', company: 'nobody' }, { ...cells, brandName: 'X3', domainStartDate: '' }, odd],
    true,
  )
  expect(refused.applied).toBe(false)
  expect(refused.rows.map(({ errors }: { errors: object[] }) => errors)).toEqual([
    [],
    [{ column: 'company', message: 'Company is not valid' }],
    [{ column: 'domainStartDate', message: 'domain: Start date is required' }],
    [
      { column: 'websiteEndDate', message: 'website: End date is not valid' },
      { column: 'appStoreStartDate', message: 'appStore: Start date is required' },
      { column: 'appStoreReportingPeriod', message: 'appStore: Reporting period is not valid' },
    ],
  ])
  expect(await names('search=sheet brand')).toEqual([])
  expect(await importSheet([good], true)).toMatchObject({ applied: true, added: 1 })
  expect(await importSheet([{ ...good, status: 'Yes' }], true)).toMatchObject({ applied: true, updated: 1 })
  const [brand] = (await get('brand/v1/allRecords?search=sheet brand')).docs
  expect(brand).toMatchObject({
    status: true,
    platform: { domain: { startDate: '2024-02-01', reportingPeriod: 'Weekly' }, tmch: { startDate: '2024-01-01' } },
  })
  expect((await request('brand/export')).statusCode).toBe(200)
  await remove(brand.id)
})

test('A-102 a blank Enabled cell leaves a stored brand as it is and enables a new one', async () => {
  const cells = { company: 'acme', searchTerm: 's', category: 'Food', domainStartDate: '01/02/2024' }
  const row = { ...cells, brandName: 'Blank cell', domainReportingPeriod: 'weekly' }
  const importRow = (status: string) =>
    post('brand/import', { rows: [{ ...row, status }], apply: true }, 'admin').then((answer) => answer.json())
  const stored = async () => (await get('brand/v1/allRecords?search=blank cell')).docs[0]
  expect(await importRow('')).toMatchObject({ applied: true, added: 1 })
  expect(await stored()).toMatchObject({ status: true })
  await importRow('No')
  expect(await importRow('')).toMatchObject({ applied: true, updated: 1 })
  const brand = await stored()
  expect(brand).toMatchObject({ status: false })
  await remove(brand.id)
})
