import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { addMark, addNoticeRequirements } from '#features/notices/server/testing.ts'
import { row, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { today } from '#vocabulary/dates.ts'

const { at, post, one } = setUpActionTests()
const counterfeit = '234'
const form = 'https://www.amazon.in/report/infringement'
const day = () => today(at.testApp.app.settings.businessZone)

beforeEach(() => rows(at.database.db, sql`delete from brand_references`))
beforeAll(async () => {
  const [companyId, brandId] = [at.world.companies.parent, at.world.brands.own]
  for (const platform of ['domain', 'e-commerce'])
    await post(
      'enforcement-mail-configuration',
      { company: companyId, brand: brandId, platform, status: true, attachments: [], mailBody: ['About {{url}}.'] },
      'admin',
    )
  await addNoticeRequirements(at.testApp.app, { companyId, brandId })
  await addMark(at.testApp.app, { companyId, brandId, name: 'Acme One' })
})

/** Stores a picture of so many bytes; returns the image columns of a finding. */
async function stored(bytes = 1000) {
  const { bucket } = at.testApp.app.files
  const key = `tests/${newId()}.png`
  await at.testApp.app.files.put(key, Buffer.alloc(bytes), 'image/png')
  await rows(
    at.database.db,
    sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
      values (${newId()}, ${bucket}, ${key}, 'images', 'a.png', 'image/png', ${bytes}, sha256(${key}::bytea))`,
  )
  return { image: 'a.png', imageBucket: bucket, imageKey: key }
}

async function addGenuine(label: string, brandId = at.world.brands.own, bytes = 1000) {
  const { imageKey } = await stored(bytes)
  await rows(
    at.database.db,
    sql`insert into brand_references (id, brand_id, kind, label, image_key, created_by)
      values (${newId()}, ${brandId}, 'picture', ${label}, ${imageKey}, ${at.world.people.admin})`,
  )
  return imageKey
}

async function emailAbout(more: object = {}) {
  const id = await one(domain, '22', { reasonCode: counterfeit, ...(await stored()), ...more })
  const sent = await post(
    `domain/${id}/sendEnforcementMail`,
    {
      registrar: 'Namekeep Registrar',
      ipAddress: '203.0.113.7',
      hosting: 'Zonehost',
      actionTaken: 'Abuse E-mail Sent',
      date: day(),
      infrigementStatus: '11',
      abusiveEmailId: 'abuse@desk.test',
    },
    'analyst',
  )
  expect(sent.statusCode, sent.body).toBe(200)
  type Mail = { text: string; html: string; attachments: { fileName: string; key?: string; cid?: string }[] }
  return (await row<Mail>(
    at.database.db,
    sql`select text_body as text, html_body as html, attachments from mails where id = ${sent.json().data[0].id}`,
  ))!
}
const namesOf = ({ attachments }: { attachments: { fileName: string }[] }) =>
  attachments.map(({ fileName }) => fileName)

const sheetOf = async (more: object = {}) => {
  const url = `https://www.amazon.in/dp/B0CX23V2ZK?ref=${newId()}`
  const id = await one(eCommerce, '22', { reasonCode: counterfeit, site: 'Amazon', url, ...(await stored()), ...more })
  const answer = await post('enforcement/form-sheet', { platform: 'e-commerce', id, form, date: day() }, 'analyst')
  expect(answer.statusCode, answer.body).toBe(200)
  const { fields, files, pictures } = answer.json()
  return {
    id,
    files,
    pictures,
    values: Object.fromEntries(fields.map(({ label, value }: { label: string; value: string }) => [label, value])),
  }
}

test('the email about a counterfeit shows the genuine article beside the found one, and has it attached', async () => {
  await addGenuine('Zenith shoe', at.world.brands.foreign)
  expect(namesOf(await emailAbout()), 'that of another brand').not.toContain('genuine.png')
  const key = await addGenuine('Acme shoe')
  const email = await emailAbout()
  expect(namesOf(email)).toEqual(expect.arrayContaining(['picture.png', 'genuine.png']))
  const genuine = email.attachments.find(({ fileName }) => fileName === 'genuine.png')!
  expect(genuine.key).toBe(key)
  expect(email.html).toMatch(/<tr>.*src="cid:picture\.[^"]+".*src="cid:genuine\.[^"]+".*<\/tr>/s)
  expect(email.html).toContain(`src="cid:${genuine.cid}"`)
  expect(email.text).toMatch(/Genuine article: Acme shoe, genuine\.png, SHA-256 [0-9a-f]{64}\n/)
  expect(email.text).toContain(
    'FOUND AND GENUINE\nFound (attachment picture.png)\nGenuine: Acme shoe (attachment genuine.png)\n',
  )
  expect(namesOf(await emailAbout({ reasonCode: '12201' })), 'phishing').not.toContain('genuine.png')
})

test('of several genuine pictures the one that has the words of the finding is shown, else none', async () => {
  await addGenuine('Acme perfume 50 ml')
  const shoe = await addGenuine('Acme One running shoe')
  const keys = async (reason: string) => (await emailAbout({ reason })).attachments.map((one) => one.key)
  expect(await keys('Running SHOES, sole of another material; shoe box without seal')).toContain(shoe)
  expect(namesOf(await emailAbout({ reason: 'Acme One is copied' }))).not.toContain('genuine.png')
})

test('a genuine picture that makes the email too large is left out; the found one stays', async () => {
  await addGenuine('Acme shoe', at.world.brands.own, 5 * 1024 * 1024)
  const email = await emailAbout()
  expect(namesOf(email)).toContain('picture.png')
  expect(namesOf(email)).not.toContain('genuine.png')
  expect(email.text).toContain('PICTURE\n')
})

test('one email about several shows each genuine article once', async () => {
  await addGenuine('Acme shoe')
  const ids = [await one(domain, '22', { reasonCode: counterfeit, ...(await stored()) })]
  ids.push(await one(domain, '22', { reasonCode: counterfeit, ...(await stored()) }))
  const sent = await post(
    'enforcement/send-groups',
    {
      platform: 'domain',
      date: day(),
      groups: [
        {
          recordIds: ids,
          abusiveEmailId: 'lists@desk.test',
          registrar: 'Namekeep',
          ipAddress: '203.0.113.7',
          hosting: 'Zonehost',
          perEmail: 10,
        },
      ],
    },
    'analyst',
  )
  expect(sent.statusCode, sent.body).toBe(200)
  const email = (await row<{ text: string; attachments: { fileName: string }[] }>(
    at.database.db,
    sql`select text_body as text, attachments from mails where recipient = 'lists@desk.test' and sent_with is null`,
  ))!
  expect(namesOf(email).filter((name) => name.startsWith('genuine'))).toEqual(['genuine-1.png'])
  expect(email.text.match(/genuine article Acme shoe, genuine-1\.png/g)).toHaveLength(2)
})

/** Records the purchase of a listing. */
async function bought(more: object = {}, purchase: object = {}) {
  const { companies, brands } = at.world
  const place = { companyId: companies.parent, brandId: brands.own, ...more }
  const [id] = await addFindings(at.database.db, eCommerce, [{ reasonCode: counterfeit, status: '77', ...place }])
  const values = { fault: 'No hologram', orderNumber: '404-1', purchasedOn: '2026-11-12', ...purchase }
  await rows(
    at.database.db,
    sql`insert into purchases (id, company_id, finding_id, seller_name, order_number, fault, purchased_on, product_note)
      values (${newId()}, ${place.companyId}, ${id!}, 'Kiran Traders', ${values.orderNumber}, ${values.fault},
        ${values.purchasedOn}, 'Sent to the flat of our buyer')`,
  )
  return id!
}

test('a sheet states the test purchase of the listing or of its seller, with its fault, and never the internal note', async () => {
  const seller = { username: 'Best Deals', site: 'Amazon' }
  expect((await sheetOf(seller)).values['Test purchase']).toBeUndefined()
  const { companies, brands } = at.world
  await bought({ ...seller, companyId: companies.foreign, brandId: brands.foreign })
  await bought({ ...seller, companyId: companies.child, brandId: brands.child })
  await bought({ ...seller, site: 'Flipkart' })
  await bought({ ...seller, deletedAt: '2026-11-20T00:00:00Z' })
  await bought(seller, { fault: null })
  expect((await sheetOf(seller)).values['Test purchase'], 'of others, or without a fault').toBeUndefined()
  const url = `https://www.amazon.in/dp/B0CX23V2ZK?ref=${newId()}`
  await bought({ username: 'BEST deals', site: 'Amazon', url })
  const { values } = await sheetOf(seller)
  expect(values['Test purchase']).toBe(
    `bought on 2026-11-12 from Kiran Traders; at ${url}; order 404-1; what was wrong: No hologram`,
  )
  expect(values['Order number']).toBe('404-1')
  expect(values['Description']).toContain(`Test purchase: ${values['Test purchase']}`)
  expect(JSON.stringify(values)).not.toContain('flat of our buyer')
})

test('an email states the test purchase at its address', async () => {
  const url = `https://copies.example/shoe-${newId()}`
  await bought({ url, username: null }, { orderNumber: null, purchasedOn: null })
  const email = await emailAbout({ domain: 'copies.example', url })
  expect(email.text).toContain('\nTest purchase: bought from Kiran Traders; what was wrong: No hologram\n')
  const other = await emailAbout({ domain: 'copies.example', url: `${url}-2` })
  expect(other.text).not.toContain('Test purchase')
  expect((await emailAbout({ domain: 'copies.example', url, reasonCode: '12201' })).text).not.toContain('Test purchase')
})

test('the sheet of a web form has both pictures side by side and as files', async () => {
  const without = await sheetOf({ title: 'Acme shoe' })
  expect(without.pictures).toEqual([])
  await addGenuine('Acme perfume')
  await addGenuine('Acme shoe')
  const { files, pictures, values } = await sheetOf({ title: 'Shoe of Acme' })
  expect(values['Genuine article']).toBe('Acme shoe')
  expect(files.map(({ fileName }: { fileName: string }) => fileName)).toEqual(
    expect.arrayContaining(['picture.png', 'genuine.png']),
  )
  expect(pictures).toEqual([
    { caption: 'Found', url: expect.stringContaining('/api/files/') },
    { caption: 'Genuine: Acme shoe', url: expect.stringContaining('/api/files/') },
  ])
})
