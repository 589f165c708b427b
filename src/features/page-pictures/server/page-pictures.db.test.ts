import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { caseFileHelpers } from '#features/case-files/server/testing.ts'
import { removeOldDeleted } from '#features/editing/server/remove-deleted.ts'
import { addNoticeRequirements } from '#features/notices/server/testing.ts'
import { messages } from '#features/page-pictures/messages.ts'
import { multipart, pretendedBrowser, type TestPage } from '#features/scrapers/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { BrowserError } from '#kit/server/browser/types.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { takePicture } from './take-picture.ts'

const tests = setUpActionTests()
const { at, get, post, one } = tests
const { made, zipOf } = caseFileHelpers(at)
const web = new Map<string, TestPage | Promise<TestPage>>()
const { browser, politeness, visited } = pretendedBrowser((address) => web.get(address) ?? { status: 404 })
beforeAll(async () => {
  Object.assign(at.testApp.app, { browser, politeness })
  const { companies, brands } = at.world
  await post(
    'enforcement-mail-configuration',
    {
      company: companies.parent,
      brand: brands.own,
      platform: 'domain',
      status: true,
      attachments: [],
      mailBody: ['x'],
    },
    'admin',
  )
  await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
})
beforeEach(() => {
  visited.length = 0
})

/** A page that answers once it is let: the worker opens it at once. */
function slowPage(address: string, page: TestPage): () => void {
  const { promise, resolve } = Promise.withResolvers<TestPage>()
  web.set(address, promise)
  return () => resolve(page)
}

const without = (url: string, more = {}) =>
  one(domain, '33', { url, domain: new URL(url).hostname, image: null, ...more })
const take = (ids: readonly string[], who = 'analyst', platform = 'domain') =>
  post('page-pictures/take', { platform, ids }, who)
const state = async (id: string, who = 'analyst') => (await get(`page-pictures/${id}?platform=domain`, who)).json()
const lacking = async (id: string) =>
  (await post('enforcement/notice-check', { platform: 'domain', recordIds: [id] }, 'analyst'))
    .json()
    .data.map(({ lack }: { lack: string }) => lack)
const imageOf = async (id: string) =>
  (
    await rows<{ image: string; image_key: string; version: number; hash: string }>(
      at.database.db,
      sql`select f.image, f.image_key, f.version, encode(o.sha256, 'hex') as hash from findings f
        left join files o on o.key = f.image_key where f.id = ${id}`,
    )
  )[0]!

async function storedPicture(name = 'page.png', who = 'analyst'): Promise<string> {
  const { picture } = await browser.visit('https://x.example/')
  const body = multipart({}, { field: 'files', name, bytes: picture })
  const answer = await at.testApp.server.inject({
    method: 'POST',
    url: '/api/upload-images-to-s3',
    payload: body.payload,
    headers: { ...body.headers, authorization: `Bearer ${at.tokens[who]!}` },
  })
  return answer.json<{ Data: { Location: string }[] }>().Data[0]!.Location
}

test('the picture of a page is taken, and is the evidence that its notice lacked; its case file has the page', async () => {
  const answer = slowPage('https://login.example/acme', '<title>Acme sign-in</title>')
  const id = await without('https://login.example/acme', { image: 'https://pictures.example/a.png' })
  expect(await lacking(id)).toEqual(['evidence'])
  expect(await state(id)).toEqual({ hasPicture: false, request: null })
  expect((await take([id])).json()).toEqual({ message: messages.requested(1, 0), requested: 1, skipped: 0 })
  expect((await state(id)).request).toMatchObject({ isWaiting: true, problem: null })
  expect((await take([id])).json().requested, 'a request that waits is not made twice').toBe(1)
  answer()
  await at.testApp.runJobs()
  expect(visited).toEqual(['https://login.example/acme'])
  expect(await state(id)).toMatchObject({ hasPicture: true, request: { isWaiting: false, problem: null } })
  expect(await lacking(id)).toEqual([])
  const { image, hash, version } = await imageOf(id)
  expect([image, version]).toEqual(['login.example.png', 2])
  const notice = await post(
    'enforcement/notice-preview',
    { platform: 'domain', id, abusiveEmailId: 'abuse@desk.test' },
    'analyst',
  )
  expect(notice.json().text, 'seen when the picture was taken').toContain('22 November 2026')
  const zip = unzipSync(await zipOf(await made([id])))
  const finding = JSON.parse(strFromU8(zip['findings/001/finding.json']!))
  expect(finding.picture).toMatchObject({ verdict: 'same', sha256: hash })
  expect(finding.pages).toMatchObject([{ title: 'Acme sign-in', status: 200, archive: { verdict: 'same' } }])
  const thread = (await get(`activity/finding/${id}`, 'client')).json()
  expect(JSON.stringify(thread)).toContain(
    '{"label":"Image","from":"https://pictures.example/a.png","to":"Taken of the page"}',
  )
})

test('a page that is gone, refuses or cannot be opened says why, and may be tried again', async () => {
  const gone = await without('https://gone.example/')
  const check = await without('https://check.example/')
  const down = await without('https://down.example/')
  web.set('https://check.example/', { status: 403, html: '<title>No</title>' })
  web.set('https://down.example/', new BrowserError('unreached', 'The page could not be reached'))
  await take([gone, check, down])
  await at.testApp.runJobs()
  const problems = await Promise.all([gone, check, down].map(async (id) => (await state(id)).request.problem))
  expect(problems).toEqual([
    'The page returned status 404',
    'The page returned status 403',
    'The page could not be reached',
  ])
  expect(await imageOf(gone)).toMatchObject({ image: null, image_key: null, version: 1 })
  web.set('https://gone.example/', '<title>Here again</title>')
  await take([gone])
  await at.testApp.runJobs()
  expect(await state(gone)).toMatchObject({ hasPicture: true, request: { problem: null } })
})

test('robots.txt does not keep the evidence of a page from being taken: a person asked for it', async () => {
  web.set('https://robots.example/login', 'Sign in')
  const id = await without('https://robots.example/login')
  await take([id])
  await at.testApp.runJobs()
  expect(await state(id)).toMatchObject({ hasPicture: true, request: { problem: null } })
})

test('findings with a picture, or without a page, are skipped; alone they are refused', async () => {
  web.set('https://one.example/', 'One')
  const pictured = await one(domain, '33', {})
  const fresh = await without('https://one.example/')
  expect((await take([pictured, fresh])).json()).toMatchObject({ requested: 1, skipped: 1 })
  await at.testApp.runJobs()
  const before = await imageOf(pictured)
  const again = await take([pictured])
  expect([again.statusCode, again.json().message]).toEqual([409, messages.hasPicture])
  expect(await imageOf(pictured)).toEqual(before)
  const nowhere = await one(eCommerce, '33', { image: null, url: 'Listing 7' })
  expect((await take([nowhere], 'analyst', 'e-commerce')).json().message).toBe(messages.noPage)
})

test('a picture that was added while the page was opened stays; the taken one is evidence beside it', async () => {
  const answer = slowPage('https://slow.example/', 'Slow')
  const id = await without('https://slow.example/')
  await take([id])
  const added = await post(
    `page-pictures/${id}`,
    { platform: 'domain', picture: await storedPicture('own.png') },
    'analyst',
  )
  expect(added.json()).toEqual({ message: messages.added })
  answer()
  await at.testApp.runJobs()
  expect((await imageOf(id)).image).toBe('own.png')
  const taken = await rows<{ state: string; image_key: string }>(
    at.database.db,
    sql`select state, image_key from page_pictures where finding_id = ${id}`,
  )
  expect(taken).toEqual([{ state: 'taken', image_key: expect.stringMatching(/png$/) }])
})

test('only a picture that the caller has stored is added, once', async () => {
  const id = await without('https://two.example/')
  const add = (picture: string, who = 'analyst') => post(`page-pictures/${id}`, { platform: 'domain', picture }, who)
  const foreign = await add(await storedPicture('page.png', 'admin'))
  expect([foreign.statusCode, foreign.json().message]).toEqual([422, messages.pictureNotValid])
  expect((await add('2026/01/01/nothing.png')).statusCode).toBe(422)
  expect((await add(await storedPicture())).statusCode).toBe(200)
  expect((await add(await storedPicture())).statusCode).toBe(409)
})

test('a request that was never answered is over after a while, and another one may be made', async () => {
  const answer = slowPage('https://lost.example/', 'Lost')
  const id = await without('https://lost.example/')
  await rows(
    at.database.db,
    sql`insert into page_pictures (company_id, finding_id, requested_by, requested_at)
      select company_id, id, ${at.world.people.analyst}, now() - interval '20 minutes' from findings where id = ${id}`,
  )
  expect((await state(id)).request).toMatchObject({ isWaiting: false, problem: messages.notTaken })
  expect((await take([id])).statusCode).toBe(200)
  expect((await state(id)).request).toMatchObject({ isWaiting: true })
  answer()
  await at.testApp.runJobs()
  expect((await state(id)).hasPicture).toBe(true)
})

test('two workers with one request store one picture', async () => {
  web.set('https://twice.example/', 'Twice')
  const id = await without('https://twice.example/')
  await take([id])
  const [request] = await rows<{ companyId: string; id: string }>(
    at.database.db,
    sql`select company_id as "companyId", id from page_pictures where finding_id = ${id}`,
  )
  await Promise.all([takePicture(at.testApp.app, request!), takePicture(at.testApp.app, request!)])
  const stored = await rows(at.database.db, sql`select 1 from files where original_name = 'twice.example.png'`)
  expect(stored).toHaveLength(1)
  await at.testApp.runJobs()
})

test('Clients and people of other companies take and add none; findings out of scope are not there', async () => {
  const id = await without('https://three.example/')
  for (const who of ['client', 'foreignClient']) {
    expect((await take([id], who)).statusCode).toBe(403)
    expect((await get(`page-pictures/${id}?platform=domain`, who)).statusCode).toBe(403)
    expect((await post(`page-pictures/${id}`, { platform: 'domain', picture: 'x' }, who)).statusCode).toBe(403)
  }
  expect((await take([id, at.world.brands.own])).statusCode).toBe(404)
  expect((await take(['no-id'])).statusCode).toBe(422)
  expect((await take(Array.from({ length: 101 }, () => id))).statusCode).toBe(422)
})

test('what was taken goes with its finding, a year after that was deleted', async () => {
  web.set('https://old.example/', 'Old')
  const id = await without('https://old.example/')
  await take([id])
  await at.testApp.runJobs()
  const { image_key: key } = await imageOf(id)
  const { db } = at.database
  const [{ archive }] = (await rows(
    db,
    sql`select archive_key as archive from page_pictures where finding_id = ${id}`,
  )) as [{ archive: string }]
  await rows(db, sql`update findings set deleted_at = now() - interval '13 months' where id = ${id}`)
  await rows(db, sql`update files set created_at = now() - interval '13 months' where key in (${key}, ${archive})`)
  await removeOldDeleted(at.testApp.app)
  for (const one of [key, archive]) expect(await at.testApp.app.files.read(one)).toBeUndefined()
  expect(await rows(db, sql`select 1 from files where key in (${key}, ${archive})`)).toEqual([])
})
