import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { whiteListHost } from '#features/notices/server/testing.ts'
import { row, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { website } from '#platforms/website.ts'
import { today } from '#vocabulary/dates.ts'
import { countDeskScores, scoresOf } from './desk-scores.ts'
import { configureNotices } from './testing.ts'

const { at, get, post, one, stored } = setUpActionTests()
const form = 'https://abuse.cloudflare.com/'
const day = () => today(at.testApp.app.settings.businessZone)
/** A page under a suffix of Cloudflare, whose desk takes forms only. */
const page = (more: object = {}) =>
  one(website, '22', {
    url: `https://bank-${newId()}.pages.dev/login`,
    domain: null,
    registrar: null,
    ipAddress: '203.0.113.7',
    hosting: 'Zonehost',
    ...more,
  })
const input = (id: string, more: object = {}) => ({ platform: 'website', id, form, date: day(), ...more })
const sheet = (id: string, more: object = {}, who = 'analyst') => post('enforcement/form-sheet', input(id, more), who)
const record = (id: string, more: object = {}, who = 'analyst') => post('enforcement/form-record', input(id, more), who)
const errorsOf = (answer: { json: () => { errors: object[] } }): Record<string, string> =>
  Object.assign({}, ...answer.json().errors)
const clockOf = async (id: string) => (await get(`enforcement/visits/${id}`, 'analyst')).json().clock

beforeAll(() => configureNotices({ at, post }, ['About {{url}}.']))

describe('the gate of web forms', () => {
  test('a discount is refused to everybody, in the sheet and in its record, and says who could be asked', async () => {
    const id = await page({ reasonCode: '56703' })
    const overrideReason = 'The client wants it reported anyway'
    for (const call of [sheet, record])
      for (const [who, more] of [
        ['analyst', {}],
        ['admin', { overrideReason }],
      ] as const) {
        const refused = await call(id, more, who)
        expect([refused.statusCode, errorsOf(refused)['noAbuse']]).toEqual([
          422,
          expect.stringContaining("the marketplace's programme for brand owners"),
        ])
      }
    expect((await stored(id)).status).toBe('22')
  })

  test('a white-listed target is refused; an Admin’s reason is stored with the record', async () => {
    const id = await page({ url: 'https://friend.pages.dev/' })
    await whiteListHost(at.testApp.app, { companyId: at.world.companies.parent, host: 'friend.pages.dev' })
    const overrideReason = 'The list is wrong, the client confirmed'
    for (const call of [sheet, record]) {
      const refused = await call(id)
      expect([refused.statusCode, errorsOf(refused)]).toEqual([422, { whitelisted: 'The target is on the white list' }])
      expect(errorsOf(await call(id, { overrideReason })).overrideReason).toBe(
        'Only an Admin may send an incomplete notice',
      )
    }
    expect((await sheet(id, { overrideReason }, 'admin')).statusCode).toBe(200)
    const saved = await record(id, { overrideReason }, 'admin')
    expect(saved.json().data[0].override).toEqual({ reason: overrideReason, missing: ['whitelisted'] })
  })

  test('a company that requires approval, a form of another desk, a finding out of scope', async () => {
    const id = await page()
    await rows(at.database.db, sql`update findings set status = '33' where id = ${id}`)
    const { parent } = at.world.companies
    await rows(at.database.db, sql`update companies set approval_required = true where id = ${parent}`)
    for (const call of [sheet, record]) {
      const refused = await call(id)
      expect([refused.statusCode, Object.keys(errorsOf(refused))]).toEqual([422, ['approval']])
    }
    await rows(at.database.db, sql`update companies set approval_required = false where id = ${parent}`)
    const other = await record(id, { form: 'https://evil.example/form' })
    expect(errorsOf(other)).toEqual({ form: 'No desk of this finding has this form' })
    expect((await record(newId())).statusCode).toBe(404)
    expect((await record(id, {}, 'client')).statusCode).toBe(403)
    expect(errorsOf(await record(id, { ticket: 'x'.repeat(101) }))).toHaveProperty('ticket')
  })
})

test('the sheet has what forms ask, in the words for a host; a record of it is a notice like one by email', async () => {
  const id = await page()
  const { desk, fields, files } = (await sheet(id)).json()
  expect(desk).toEqual({ kind: 'platform', name: 'Cloudflare Pages', form })
  const valueOf = (label: string) => fields.find((one: { label: string }) => one.label === label)?.value
  expect(valueOf('Reported address')).toContain('.pages.dev/login')
  expect([valueOf('Your name'), valueOf('Genuine site')]).toEqual([
    'Asha Rao, General Counsel',
    'https://own-site.example/',
  ])
  expect(valueOf('Description')).toContain('Article 16')
  expect(valueOf('Description')).not.toContain('RAA')
  expect([valueOf('Category'), valueOf('Original works')]).toEqual(['Phishing', undefined])
  expect(valueOf('Statements')).toMatch(/^We believe in good faith .+\nTo the best of our knowledge/)
  const names = files.map(({ fileName }: { fileName: string }) => fileName)
  expect(names).toEqual(expect.arrayContaining(['Power of attorney.pdf', 'Trademark certificate.pdf']))
  expect((await clockOf(id))?.sent ?? null).toBeNull()

  const saved = await record(id, { ticket: ' CF-77 ' })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json().data[0]).toMatchObject({
    actionTaken: 'Platform Form Submitted',
    infrigementStatus: '11',
    deskKind: 'platform',
    deskName: 'Cloudflare Pages',
    form,
    ticket: 'CF-77',
    hosting: 'Zonehost',
    mail: null,
  })
  expect((await stored(id)).status).toBe('11')
  expect(Date.parse((await clockOf(id)).sent)).toBeGreaterThan(Date.now() - 600_000)
  expect((await record(id)).statusCode, 'the same day').toBe(409)

  // The next notice names it, without a claim about an answer that would come elsewhere.
  const preview = { platform: 'website', id, abusiveEmailId: 'abuse@desk.test' }
  const { text } = (await post('enforcement/notice-preview', preview, 'analyst')).json()
  expect(text).toMatch(/EARLIER NOTICES ABOUT THIS ADDRESS\n.+ to Cloudflare Pages through its web form, ticket CF-77$/)

  const { db } = at.database
  await rows(db, sql`update finding_clocks set unreachable_at = sent_at + interval '12 hours' where finding_id = ${id}`)
  await countDeskScores(db)
  const [score] = (await scoresOf(db, [form])).get(form)!
  expect(score).toMatchObject({ harm: 'phishing', actionTaken: 'Platform Form Submitted', down1: 1 })
})

test('the texts of a sheet claim no attachment: whoever fills in the form attaches the files', async () => {
  const { fields, files } = (await sheet(await page())).json()
  const valueOf = (label: string): string => fields.find((one: { label: string }) => one.label === label)!.value
  expect(files.map(({ fileName }: { fileName: string }) => fileName)).toEqual([
    'Power of attorney.pdf',
    'Trademark certificate.pdf',
    'picture.png',
  ])
  for (const text of [valueOf('Description'), valueOf('Statements')]) {
    expect(text).toContain('Authority to act: Power of attorney.pdf (available on request).')
    expect(text).not.toMatch(/attach/i)
  }
  expect(valueOf('Description')).toContain(
    'Documents: Power of attorney.pdf, Trademark certificate.pdf (available on request)\nPicture: picture.png, SHA-256 ',
  )
})

test('a report that is recorded for an earlier day was submitted by the end of that day, in the business time zone', async () => {
  const id = await page()
  await record(id, { date: '2026-03-04' })
  expect((await clockOf(id)).sent).toBe('2026-03-04T18:29:59.000Z')
  await record(id, { date: '2026-03-02' })
  expect((await clockOf(id)).sent, 'the first one').toBe('2026-03-02T18:29:59.000Z')
})

test('a notice by email keeps whose desk it went to', async () => {
  await rows(
    at.database.db,
    sql`insert into registrations (subject, outcome, name, emails, source)
      values ('domain:names.test', 'found', 'First Names Inc.', '{abuse@first.test}', 'rdap'),
        ('ip:203.0.113.9', 'found', 'Otherhost', '{abuse@otherhost.test}', 'rdap')`,
  )
  const notice = {
    registrar: 'First Names',
    ipAddress: '203.0.113.9',
    hosting: 'Otherhost',
    date: '2026-03-04',
    actionTaken: 'Abuse E-mail Sent',
  }
  const deskOf = async (name: string, abusiveEmailId: string, more: object = {}) => {
    const id = await one(domain, '22', { domain: name, url: null })
    const sent = await post(`domain/${id}/sendEnforcementMail`, { ...notice, abusiveEmailId, ...more }, 'analyst')
    expect(sent.statusCode, sent.body).toBe(200)
    return row(
      at.database.db,
      sql`select desk_kind as kind, desk_name as name, submitted_at from enforcements where finding_id = ${id}`,
    )
  }
  const by = { submitted_at: null }
  expect(await deskOf('a.names.test', 'Abuse@First.test')).toEqual({ kind: 'registrar', name: 'First Names', ...by })
  expect(await deskOf('b.names.test', 'abuse@otherhost.test')).toEqual({ kind: 'host', name: 'Otherhost', ...by })
  expect(await deskOf('bank.github.io', 'abuse@github.com', { registrar: '' })).toEqual({
    kind: 'platform',
    name: 'GitHub Pages',
    ...by,
  })
  expect(await deskOf('c.names.test', 'someone@typed.test')).toEqual({ kind: 'other', name: null, ...by })
})
