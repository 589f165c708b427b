import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addMark, addNoticeRequirements, whiteListHost } from '#features/notices/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { appStore } from '#platforms/app-store.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { socialMedia } from '#platforms/social-media.ts'
import { normaliseAddress } from '#vocabulary/addresses.ts'
import { today } from '#vocabulary/dates.ts'

const { at, get, post, one, stored } = setUpActionTests()
const day = () => today(at.testApp.app.settings.businessZone)
const counterfeit = '234'

/** A finding of each platform that takes no email, the form of its desk, and what else its sheet has. */
const cases = [
  {
    platform: eCommerce,
    form: 'https://www.amazon.in/report/infringement',
    desk: 'Amazon',
    finding: () => ({
      site: 'Amazon',
      url: `https://www.amazon.in/dp/B0CX23V2ZK?ref=${newId()}`,
      title: 'Acme shoe',
      username: 'Best Deals',
      storeId: 'A1STORE',
      lid: newId(),
      comparativeLink: 'https://own-site.example/shoe',
    }),
    refusals: [
      "The reason code names no abuse that a marketplace acts on, so no notice is sent. It could go to the seller, the marketplace's own listing report, or the authority in charge of such goods.",
      "A price, discount or distribution breach is not abuse that a marketplace acts on, so no notice is sent. It could go to the seller, the distributor who supplied it, or the marketplace's programme for brand owners.",
    ],
    answers: {
      Site: 'Amazon',
      Title: 'Acme shoe',
      Username: 'Best Deals',
      'Store Id': 'A1STORE',
      ASIN: 'B0CX23V2ZK',
      'Comparative Link': 'https://own-site.example/shoe',
    },
  },
  {
    platform: socialMedia,
    form: 'https://www.facebook.com/help/contact/1057530390957243',
    desk: 'Facebook',
    finding: () => ({
      platform: 'Facebook',
      heading: 'Acme offers',
      advertiser: 'Offers Ltd',
      link: `https://www.facebook.com/profile.php?id=1000&x=${newId()}`,
    }),
    refusals: [
      "The reason code names no abuse that a social network acts on, so no notice is sent. It could go to whoever runs the account, or the network's own report of an account or post.",
      'A price, discount or distribution breach is not abuse that a social network acts on, so no notice is sent. It could go to the seller, or the distributor who supplied it.',
    ],
    answers: { Platform: 'Facebook', Heading: 'Acme offers', Advertiser: 'Offers Ltd', 'Profile id': '1000' },
  },
  {
    platform: appStore,
    form: 'https://reportcontent.google.com/',
    desk: 'Google Play',
    finding: () => ({
      appStore: 'Google Play',
      appName: 'Acme Pay',
      developerName: 'Nobody',
      url: `https://play.google.com/store/apps/details?id=com.acme.pay&x=${newId()}`,
    }),
    refusals: [
      "The reason code names no abuse that an app store acts on, so no notice is sent. It could go to the developer, or the store's own report of an app.",
      'A price, discount or distribution breach is not abuse that an app store acts on, so no notice is sent. It could go to the developer.',
    ],
    answers: {
      'App Store': 'Google Play',
      'App Name': 'Acme Pay',
      'Developer Name': 'Nobody',
      'App id': 'com.acme.pay',
    },
  },
]

const errorsOf = (answer: { json: () => { errors: object[] } }): Record<string, string> =>
  Object.assign({}, ...answer.json().errors)

beforeAll(async () => {
  const [companyId, brandId] = [at.world.companies.parent, at.world.brands.own]
  for (const { platform } of cases)
    await post(
      'enforcement-mail-configuration',
      {
        company: companyId,
        brand: brandId,
        platform: platform.value,
        status: true,
        attachments: [],
        mailBody: ['About {{url}}.'],
      },
      'admin',
    )
  await addNoticeRequirements(at.testApp.app, { companyId, brandId })
  await addMark(at.testApp.app, { companyId, brandId, name: 'Acme One' })
})

describe.each(cases)('$platform.title', ({ platform, form, desk, finding, answers, refusals }) => {
  const add = (more: object = {}) => one(platform, '22', { reasonCode: counterfeit, ...finding(), ...more })
  const input = (id: string, more: object = {}) => ({ platform: platform.value, id, form, date: day(), ...more })
  const sheet = (id: string, more: object = {}, who = 'analyst') => post('enforcement/form-sheet', input(id, more), who)
  const record = (id: string, more: object = {}, who = 'analyst') =>
    post('enforcement/form-record', input(id, more), who)

  test('its desk is proposed with its form and without an address, and its sheet has what the form asks', async () => {
    const id = await add()
    const plan = await post('enforcement/send-plan', { platform: platform.value, recordIds: [id] }, 'analyst')
    expect(plan.statusCode, plan.body).toBe(200)
    expect(plan.json().groups[0].desk).toMatchObject({ kind: 'platform', name: desk, form, email: null })
    const filled = await sheet(id)
    expect(filled.statusCode, filled.body).toBe(200)
    const { fields } = filled.json() as { fields: { label: string; value: string }[] }
    const values = Object.fromEntries(fields.map(({ label, value }) => [label, value]))
    expect(values).toMatchObject({
      ...answers,
      'What is wrong': expect.stringMatching(/^Counterfeit Acme One goods\. /),
      Brand: 'Acme One',
      'Your name': 'Asha Rao, General Counsel',
      Trademark: expect.stringContaining('Acme One'),
    })
    expect(`${values['Subject']} ${values['Description']}`).not.toMatch(/this email|xarf|00000000|\[BK/)
    const address = String(finding()[platform.identity as keyof object]).slice(0, -36)
    expect(values['Reported address']?.slice(0, -36)).toBe(address)
    expect(new Set(fields.map(({ label }) => label)).size, 'each label once').toBe(fields.length)
    expect([values['Registrar'], values['IP address'], values['Host']]).toEqual([undefined, undefined, undefined])
  })

  test('a record of it is a notice with its ticket; it starts the clock, and nothing is sent', async () => {
    const id = await add()
    const saved = await record(id, { ticket: ' T-1 ' })
    expect(saved.statusCode, saved.body).toBe(200)
    expect(saved.json().data[0]).toMatchObject({
      actionTaken: 'Platform Form Submitted',
      infrigementStatus: '11',
      deskKind: 'platform',
      deskName: desk,
      form,
      ticket: 'T-1',
      registrar: null,
      hosting: null,
      mail: null,
    })
    expect((await stored(id)).status).toBe('11')
    const { clock } = (await get(`enforcement/visits/${id}`, 'analyst')).json()
    expect(Date.parse(clock.sent)).toBeGreaterThan(Date.now() - 600_000)
    expect((await record(id)).statusCode, 'the same day').toBe(409)
    expect(await rows(at.database.db, sql`select 1 from mails`)).toEqual([])
  })

  test('what is no abuse is refused in words for the desk of the platform', async () => {
    const none = errorsOf(await sheet(await add({ reasonCode: '000' })))['noAbuse']
    const price = errorsOf(await sheet(await add({ reasonCode: '56703' })))['noAbuse']
    expect([none, price]).toEqual(refusals)
  })

  test('the gates, roles and scope are those of the other platforms', async () => {
    const discount = await add({ reasonCode: '56703' })
    const overrideReason = 'The client wants it reported anyway'
    for (const call of [sheet, record])
      expect(errorsOf(await call(discount, { overrideReason }, 'admin'))).toHaveProperty('noAbuse')
    const id = await add()
    const { db } = at.database
    await rows(db, sql`update findings set status = '33' where id = ${id}`)
    await rows(db, sql`update companies set approval_required = true where id = ${at.world.companies.parent}`)
    for (const call of [sheet, record]) expect(Object.keys(errorsOf(await call(id)))).toEqual(['approval'])
    await rows(db, sql`update companies set approval_required = false where id = ${at.world.companies.parent}`)
    await rows(db, sql`update enforcement_configurations set attachments = '[]' where platform = ${platform.value}`)
    for (const call of [sheet, record]) expect(errorsOf(await call(id))).toHaveProperty('authority')
    for (const call of [sheet, record]) {
      expect((await call(id, {}, 'client')).statusCode).toBe(403)
      expect((await call(newId())).statusCode).toBe(404)
      expect(errorsOf(await call(id, { form: 'https://evil.example/form' }))).toHaveProperty('form')
      expect((await call(id, { platform: 'website' })).statusCode, 'of another platform').toBe(404)
    }
    expect((await stored(id)).status).toBe('33')
    const mail = await post(
      'enforcement/send-groups',
      { platform: platform.value, date: day(), groups: [{ recordIds: [id], abusiveEmailId: 'a@desk.test' }] },
      'analyst',
    )
    expect(errorsOf(mail)).toEqual({ platform: 'Platform is not valid' })
  })
})

test('a listing on a site without a form has no desk; the desk of its host is not proposed by email', async () => {
  await rows(
    at.database.db,
    sql`insert into registrations (subject, outcome, name, emails, source)
      values ('domain:ownshop.test', 'found', 'Namekeep', '{abuse@namekeep.test}', 'rdap')`,
  )
  const id = await one(eCommerce, '22', { reasonCode: counterfeit, site: 'Own shop', url: 'https://ownshop.test/p/1' })
  const plan = await post('enforcement/send-plan', { platform: eCommerce.value, recordIds: [id] }, 'analyst')
  expect(plan.json().groups[0]).toMatchObject({ desk: null, others: [] })
})

test('a white list of trap purchases holds back a report of an e-commerce listing, one of websites does not', async () => {
  const [{ platform, form, finding }] = cases as [(typeof cases)[0]]
  const report = async (list: string) => {
    const { url, ...more } = finding() as { url: string; title: string }
    await whiteListHost(at.testApp.app, {
      companyId: at.world.companies.parent,
      host: normaliseAddress(url),
      platform: list,
    })
    const id = await one(platform, '22', { reasonCode: counterfeit, ...more, url })
    const answer = await post('enforcement/form-sheet', { platform: 'e-commerce', id, form, date: day() }, 'analyst')
    return answer.statusCode === 200 ? {} : errorsOf(answer)
  }
  const whitelisted = 'The target is on the white list'
  expect(await report('e-commerce')).toMatchObject({ whitelisted })
  expect(await report('trap-purchase')).toMatchObject({ whitelisted })
  expect(await report('website')).not.toHaveProperty('whitelisted')
})
