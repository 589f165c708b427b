import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { daysAfter, today } from '#vocabulary/dates.ts'
import { addMark, addNoticeRequirements } from './testing.ts'

const { at, post, one } = setUpActionTests()
const lacking = async (id: string) =>
  (await post('enforcement/notice-check', { platform: 'domain', recordIds: [id] }, 'analyst'))
    .json()
    .data.map(({ lack }: { lack: string }) => lack)
const preview = async (id: string) =>
  (
    await post('enforcement/notice-preview', { platform: 'domain', id, abusiveEmailId: 'abuse@desk.test' }, 'analyst')
  ).json()
const setWorks = (works: object[]) =>
  rows(at.database.db, sql`update brands set works = ${JSON.stringify(works)}::jsonb where id = ${at.world.brands.own}`)
const setDocuments = (documents: object[]) =>
  rows(
    at.database.db,
    sql`update enforcement_configurations set attachments = ${JSON.stringify(documents)}::jsonb
      where brand_id = ${at.world.brands.own}`,
  )

beforeAll(async () => {
  const { companies, brands } = at.world
  const configuration = { company: companies.parent, brand: brands.own, platform: 'domain', status: true }
  await post(
    'enforcement-mail-configuration',
    { ...configuration, attachments: [], mailBody: ['About {{url}}'] },
    'admin',
  )
  await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
})

test('a notice about copied material names the original works, and is refused without one', async () => {
  const id = await one(domain, '33', { url: 'https://copies.example/a', reasonCode: '91204' })
  await setWorks([])
  expect(await lacking(id)).toEqual(['work'])
  expect(await lacking(await one(domain, '33', { reasonCode: '234' })), 'no work is copied').toEqual([])
  await setWorks([
    { title: 'Tea at home', link: 'https://own-site.example/tea' },
    { title: 'Film', link: 'https://own-site.example/film' },
  ])
  expect(await lacking(id)).toEqual([])
  const { text, xarf } = await preview(id)
  expect(text).toMatch(
    /\(ii\) Works, owned by .+: "Tea at home", published at https:\/\/own-site\.example\/tea; "Film", published at https:\/\/own-site\.example\/film\.\n/,
  )
  expect(text).toContain('Original work: Tea at home\nPublished at: https://own-site.example/tea')
  expect(text, 'a copyright is infringed').not.toContain('Trademark:')
  expect(JSON.parse(xarf)).toMatchObject({
    type: 'copyright',
    work_title: 'Tea at home, Film',
    original_url: 'https://own-site.example/tea',
  })
})

test('a copied design needs the certificate of a right; a trademark does not prove it, and is not named', async () => {
  const { bucket } = at.testApp.app.files
  const authority = { fileName: 'Power of attorney.pdf', bucket, key: 'tests/power-of-attorney.pdf', type: 'authority' }
  const certificate = {
    fileName: 'Design 77.pdf',
    bucket,
    key: 'tests/trademark-certificate.pdf',
    type: 'registration',
  }
  const mark = { name: 'ACME ONE', number: 'TM-77081', office: 'IP India', country: 'India' }
  await rows(
    at.database.db,
    sql`update brands set marks = ${JSON.stringify([mark])}::jsonb where id = ${at.world.brands.own}`,
  )
  await setDocuments([authority])
  const id = await one(domain, '33', { url: 'https://copies.example/b', reasonCode: '91201' })
  expect(await lacking(id)).toEqual(['right'])
  expect(await lacking(await one(domain, '33', { reasonCode: '234' })), 'the mark is a right').toEqual([])
  await setDocuments([authority, certificate])
  expect(await lacking(id)).toEqual([])
  const { text, xarf } = await preview(id)
  expect(text).toContain('copy the shape of goods of Acme One')
  expect(`${text}${xarf}`).not.toContain('TM-77081')
})

test('a document past its last day is neither named nor attached', async () => {
  const { bucket } = at.testApp.app.files
  const document = { bucket, key: 'tests/power-of-attorney.pdf' }
  await setDocuments([
    { ...document, fileName: 'Authority 2026.pdf', type: 'authority', validUntil: '2099-12-31' },
    { ...document, fileName: 'Authority 2019.pdf', type: 'authority', validUntil: '2019-12-31' },
  ])
  const { text, attachments } = await preview(await one(domain, '33', { reasonCode: '12201' }))
  expect(text).toContain('Authority to act: Authority 2026.pdf (attached).')
  expect(text).not.toContain('2019.pdf')
  const names: string[] = attachments.map(({ fileName }: { fileName: string }) => fileName)
  expect(names).toContain('Authority 2026.pdf')
  expect(names).not.toContain('Authority 2019.pdf')
})

test('a clearinghouse mark that was revoked is no right and is not named', async () => {
  const [company, brand] = [at.world.companies.child, at.world.brands.child]
  const smdId = '0000001771234567890123-65535'
  const id = await one(domain, '33', { companyId: company, brandId: brand, reasonCode: '234' })
  const hasRight = async () => !(await lacking(id)).includes('right')
  expect(await hasRight()).toBe(false)
  await addMark(at.testApp.app, { companyId: company, brandId: brand, name: 'JUNIOR', smdId })
  expect(await hasRight()).toBe(true)
  await rows(at.database.db, sql`insert into revoked_marks (smd_id, revoked_at) values (${smdId}, now())`)
  expect(await hasRight()).toBe(false)
})

test('the report says when the page was seen and names the address that it leads to', async () => {
  const id = await one(domain, '33', { url: 'https://lure.example/go', reasonCode: '12214', reason: 'Redirects. ' })
  const company = at.world.companies.parent
  await rows(
    at.database.db,
    sql`insert into finding_watches (company_id, finding_id, host, next_at)
      values (${company}, ${id}, 'lure.example', now()) on conflict do nothing`,
  )
  await rows(
    at.database.db,
    sql`insert into finding_visits (id, company_id, finding_id, at, address, outcome, side, streak, reason, final_address,
        milliseconds)
      values (${newId()}, ${company}, ${id}, '2026-03-03T09:00:00Z', 'https://lure.example/go', 'up', 'up', 1, 'HTTP 200',
        'https://trap.example/login', 12)`,
  )
  expect((await preview(id)).text).toMatch(
    /Last seen: .*, when we visited the address with the user agent "Brandkeep", without cookies\n/,
  )
  // Desks ask for country and user agent where a page shows itself to some only.
  const { revisitsAs } = at.testApp.app.settings
  Object.assign(at.testApp.app.settings, { revisitsFrom: 'India', revisitsAs: 'Watch/1.0' })
  const { text, xarf } = await preview(id)
  Object.assign(at.testApp.app.settings, { revisitsFrom: undefined, revisitsAs })
  expect(text).toMatch(
    /Last seen: .*, when we visited the address from India with the user agent "Watch\/1\.0", without cookies\n/,
  )
  expect(text).toMatch(/Last seen: .*2026-03-03 09:00:00 UTC.*\nLeads to: https:\/\/trap\.example\/login\n/)
  const report = JSON.parse(xarf)
  expect([report.timestamp, report.description]).toEqual([
    '2026-03-03T09:00:00.000Z',
    expect.not.stringContaining('..'),
  ])
})

test('a mark counts until the end of its last day in the business zone, not in that of the database', async () => {
  const { settings } = at.testApp.app
  const { businessZone } = settings
  // A zone in which it is not the day that it is in UTC.
  settings.businessZone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-14'
  const day = today(settings.businessZone)
  const [companyId, brandId] = [at.world.companies.child, at.world.brands.child]
  const id = await one(domain, '33', { companyId, brandId, reasonCode: '234' })
  const markId = await addMark(at.testApp.app, { companyId, brandId, name: 'JUNIOR', expires: day })
  const onLastDay = await lacking(id)
  await rows(at.database.db, sql`update trademarks set expiry_date = ${daysAfter(day, -1)} where id = ${markId}`)
  const onNextDay = await lacking(id)
  settings.businessZone = businessZone
  expect(onLastDay).not.toContain('right')
  expect(onNextDay).toContain('right')
})

test('a mark belongs to whom the register names, in every sentence about it; to the company where nobody is named', async () => {
  const own = { name: 'ACME ONE', number: 'TM-77081', office: 'IP India', country: 'India' }
  const setMark = (mark: object) =>
    rows(
      at.database.db,
      sql`update brands set marks = ${JSON.stringify([mark])}::jsonb where id = ${at.world.brands.own}`,
    )
  const id = await one(domain, '33', { url: 'https://marks.example/a', reasonCode: '12306' })
  await setMark(own)
  const { text } = await preview(id)
  expect(text).toMatch(/The page uses the trademark ACME ONE of Acme Limited without permission/)
  expect(text).toMatch(/Trademark: ACME ONE, No\. TM-77081, .*owner Acme Limited$/m)
  await setMark({ ...own, owner: 'Acme Trademarks Pte Ltd' })
  const { text: ofHolder } = await preview(id)
  expect(ofHolder).toMatch(/The page uses the trademark ACME ONE of Acme Trademarks Pte Ltd without permission/)
  expect(ofHolder).toMatch(/Trademark: ACME ONE, No\. TM-77081, .*owner Acme Trademarks Pte Ltd$/m)
})
