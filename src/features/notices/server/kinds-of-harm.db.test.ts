import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { addNoticeRequirements } from './testing.ts'

const { at, post, one } = setUpActionTests()
const facts = {
  registrar: 'Namekeep Registrar',
  ipAddress: '203.0.113.7',
  hosting: 'Zonehost',
  actionTaken: 'Abuse E-mail Sent',
  date: '2026-03-04',
  infrigementStatus: '55',
  abusiveEmailId: 'abuse@desk.test',
}
const send = (id: string, more: object = {}, who = 'analyst') =>
  post(`domain/${id}/sendEnforcementMail`, { ...facts, ...more }, who)
const check = (recordIds: string[], who = 'analyst') =>
  post('enforcement/notice-check', { platform: 'domain', recordIds }, who)
const lacking = async (recordIds: string[]) =>
  (await check(recordIds)).json().data.map((one: { lack: string; records: number }) => [one.lack, one.records])

beforeAll(async () => {
  const { companies, brands } = at.world
  const configuration = {
    company: companies.parent,
    brand: brands.own,
    platform: 'domain',
    status: true,
    attachments: [],
  }
  await post('enforcement-mail-configuration', { ...configuration, mailBody: ['About {{url}}'] }, 'admin')
  await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
})

describe('what is sent about each kind of harm', () => {
  const preview = async (id: string, more: object = {}, who = 'analyst') =>
    post('enforcement/notice-preview', { platform: 'domain', id, abusiveEmailId: 'abuse@desk.test', ...more }, who)

  test('what is no abuse is never sent, not even by an Admin, and the refusal says who could be asked', async () => {
    for (const [reasonCode, instead] of [
      ['000', "the marketplace's own listing report"],
      ['56703', "the marketplace's programme for brand owners"],
    ] as const) {
      const id = await one(domain, '33', { reasonCode })
      const refused = await send(id, { overrideReason: 'The client wants it sent anyway' }, 'admin')
      expect([refused.statusCode, Object.assign({}, ...refused.json().errors).noAbuse]).toEqual([
        422,
        expect.stringContaining(instead),
      ])
      expect((await check([id], 'admin')).json()).toMatchObject({ mayOverride: false, data: [{ isFinal: true }] })
    }
    const ids = [await one(domain, '33', { reasonCode: '000' }), await one(domain, '33', { reasonCode: '56703' })]
    const [{ message }] = (await check(ids)).json().data
    expect(message).toMatch(/^The reason code names no abuse that a registrar or host acts on, so no notice is sent\. /)
    expect(message).toContain(
      '. A price, discount or distribution breach is not abuse that a registrar or host acts on',
    )
  })

  test('a mark in the name alone is refused with the instrument that fits; an Admin may insist', async () => {
    const id = await one(domain, '33', { reasonCode: '12307' })
    expect(await lacking([id])).toEqual([['instrument', 1]])
    expect((await send(id)).statusCode).toBe(422)
    expect((await send(id, { overrideReason: 'The registrar asked for it in writing' }, 'admin')).statusCode).toBe(200)
  })

  test('the filing sheet answers what a complaint asks from what is stored, and says what is not known', async () => {
    const id = await one(domain, '33', {
      domain: 'acmeone.example',
      url: null,
      reasonCode: '12307',
      org: null,
      name: null,
    })
    const sheet = async (procedure: string, who = 'analyst', finding = id) =>
      at.testApp.server.inject({
        url: `/api/enforcement/filing-sheet/domain/${finding}?procedure=${procedure}`,
        headers: { authorization: `Bearer ${at.tokens[who]!}` },
      })
    const { title, parts, text } = (await sheet('UDRP')).json()
    expect(title).toBe('UDRP filing sheet: acmeone.example')
    expect(parts.map((part: { title: string }) => part.title)).toContain(
      'No rights or legitimate interests (UDRP 4(a)(ii))',
    )
    expect(text).toContain('Authorised representative: Asha Rao, General Counsel')
    expect(text).toContain('Registrant as published: (not known)')
    expect(text).toContain('TO DECIDE AND TO STATE\nRemedy: Transfer or cancellation of the domain name (UDRP 4(i))')
    expect(text).toMatch(/\nLanguage: That of the registration agreement/)
    const rapid = (await sheet('URS')).json().text
    for (const stated of ['URS 1.2.6.3', 'Proof of use: A declaration', 'Language: English', 'At most 500 words'])
      expect(rapid).toContain(stated)
    expect(rapid).not.toContain('Transfer or cancellation')
    const facts = { url: null, reasonCode: '12307', org: null, name: null }
    expect(text).not.toContain('Other marks')
    const marks = [
      { name: 'Acme One', number: '5510', country: 'IN', classes: '3' },
      { name: 'Acme Kettle', number: '5511', country: 'IN', classes: '11' },
    ]
    await rows(
      at.database.db,
      sql`update brands set marks = marks || ${JSON.stringify(marks)}::jsonb where id = ${at.world.brands.own}`,
    )
    expect((await sheet('UDRP')).json().text).toContain(
      'Other marks of the brand: Acme Kettle, No. 5511, Trade Marks Registry of India, classes 11, owner Acme Limited',
    )
    const indian = await one(domain, '33', { ...facts, domain: 'acme-one.co.in' })
    expect((await sheet('INDRP', 'analyst', indian)).json().text).toMatch(/Comparison: .*identical/)
    const hostile = await one(domain, '33', {
      domain: 'acmetwo.example',
      url: null,
      reasonCode: '12307',
      org: null,
      name: 'Somebody\nRegistrar: Nobody',
    })
    const lines: string[] = (await sheet('UDRP', 'analyst', hostile)).json().text.split('\n')
    expect(lines, 'a value adds no line').toContain('Registrant as published: Somebody Registrar: Nobody')
    expect((await sheet('WIPO')).statusCode).toBe(422)
    expect((await sheet('UDRP', 'client')).statusCode).toBe(403)
    expect((await sheet('UDRP', 'analyst', newId())).statusCode).toBe(404)
  })

  test('a document proves only what its type says, and only until its last day', async () => {
    const id = await one(domain, '33')
    const setDocuments = (documents: object[]) =>
      rows(
        at.database.db,
        sql`update enforcement_configurations set attachments = ${JSON.stringify(documents)}::jsonb
          where brand_id = ${at.world.brands.own}`,
      )
    const document = { fileName: 'Power of attorney.pdf', bucket: at.testApp.app.files.bucket, key: 'tests/a.pdf' }
    await setDocuments([document])
    expect(await lacking([id])).toEqual([['authority', 1]])
    await setDocuments([{ ...document, type: 'authority', validUntil: '2020-01-01' }])
    expect(await lacking([id])).toEqual([['authority', 1]])
    await setDocuments([{ ...document, fileName: 'Scan 7.pdf', type: 'authority', validUntil: '2099-01-01' }])
    expect(await lacking([id])).toEqual([])
    await addNoticeRequirements(at.testApp.app, { companyId: at.world.companies.parent, brandId: at.world.brands.own })
  })

  test('the preview states mark, address, signer, desk and earlier notices as the sent email does', async () => {
    const { db } = at.database
    const mark = {
      name: 'ACME ONE',
      number: 'IN-4455',
      office: 'Trade Marks Registry',
      country: 'India',
      classes: '3, 35',
    }
    await rows(db, sql`update brands set marks = ${JSON.stringify([mark])}::jsonb where id = ${at.world.brands.own}`)
    const domainName = `acmeone-login-${newId()}.example`
    await rows(
      db,
      sql`insert into registrations (subject, outcome, name, emails)
        values (${`domain:${domainName}`}, 'found', 'Namekeep Registrar', ${['abuse@desk.test']}::text[])`,
    )
    const id = await one(domain, '33', { domain: domainName, url: null, reasonCode: '12201' })
    const shown = (await preview(id)).json()
    expect(shown).toMatchObject({
      desk: 'registrar',
      recipientSource: { name: 'Namekeep Registrar', from: 'registry' },
      harm: 'phishing',
      gate: { missing: [], mayOverride: false },
    })
    const sent = (await send(id, { abusiveEmailId: 'abuse@desk.test' })).json()
    const [mail] = await rows<{ text: string; html: string }>(
      db,
      sql`update mails set sent_at = now() where id = ${sent.data[0].id} returning text_body as text, html_body as html`,
    )
    for (const text of [shown.text, mail!.text]) {
      expect(text).toContain('Trademark: ACME ONE, No. IN-4455, Trade Marks Registry (India), classes 3, 35')
      expect(text).toContain(
        'Category of DNS abuse: phishing (ICANN Registrar Accreditation Agreement, section 3.18.1)',
      )
      expect(text).toContain('Asha Rao, General Counsel\nfor Acme Limited')
      expect(text).toContain('Authority to act: Power of attorney.pdf (attached).')
    }
    expect(mail!.html).toContain(`>${domainName}</code>`)
    expect(mail!.html).not.toContain('href')
    expect((await preview(id)).json().text).toMatch(
      /EARLIER NOTICES ABOUT THIS ADDRESS\n.+ to abuse@desk.test: no answer so far/,
    )
    await rows(
      db,
      sql`insert into inbound_mails (id, name, kind, enforcement_id, excerpt)
        values (${newId()}, 'answer-1', 'reply', ${sent.data[0].id}, 'We need a power of attorney.')`,
    )
    expect((await preview(id)).json().text).toMatch(
      /to abuse@desk.test: answered on .+: “We need a power of attorney\.”/,
    )
    expect((await preview(newId())).statusCode).toBe(404)
    expect((await preview(id, {}, 'client')).statusCode).toBe(403)
  })
})

describe('whose desk a letter is written to', () => {
  const preview = async (id: string, abusiveEmailId: string, more: object = {}, platform = 'domain') =>
    (await post('enforcement/notice-preview', { platform, id, abusiveEmailId, ...more }, 'analyst')).json()
  const register = (subject: string, name: string, email: string) =>
    rows(
      at.database.db,
      sql`insert into registrations (subject, outcome, name, emails) values (${subject}, 'found', ${name}, ${[email]}::text[])`,
    )

  test('a platform’s own desk is a host’s: nothing about registrars, whatever registrar the finding names', async () => {
    await register('domain:github.io', 'MarkMonitor Inc.', 'abusecomplaints@markmonitor.com')
    for (const [name, email] of [
      ['bank.github.io', 'abuse@github.com'],
      ['bank.webflow.io', 'Abuse@Webflow.com'],
      ['bank.github.io', 'someone@typed.test'],
      ['bank.github.io', 'abusecomplaints@markmonitor.com'],
    ] as const) {
      const id = await one(domain, '22', {
        domain: name,
        url: null,
        registrar: 'MarkMonitor Inc.',
        reasonCode: '12201',
      })
      const { text, desk } = await preview(id, email, { registrar: 'MarkMonitor Inc.' })
      expect([desk, text.includes('RAA'), text.includes('FOR THE REGISTRAR')], email).toEqual(['host', false, false])
      expect(text).toContain('Article 16')
    }
  })

  test('a platform’s address is a host’s elsewhere too, unless it is the registrar’s', async () => {
    const id = await one(domain, '22', { domain: 'own.example', url: null, reasonCode: '12201' })
    expect((await preview(id, 'abuse@render.com')).desk).toBe('host')
    expect((await preview(id, 'abuse@hostinger.com', { registrar: 'Hostinger' })).desk).toBe('registrar')
  })

  test('the host that an answer names is a host', async () => {
    const id = await one(domain, '22', { domain: `behind-${newId()}.example`, url: null, reasonCode: '12201' })
    const sent = (await send(id)).json().data[0].id
    expect((await preview(id, 'abuse@namedhost.test', { hosting: 'Namedhost' })).desk).toBe('unknown')
    const answer = (doubt: string | null) =>
      rows(
        at.database.db,
        sql`insert into inbound_mails (id, name, kind, sender, enforcement_id, doubt, host_name, host_email)
          values (${newId()}, ${newId()}, 'automatic', 'abuse@cdn.test', ${sent}, ${doubt}, 'Namedhost', 'Abuse@Namedhost.test')`,
      )
    await answer('It came to another address')
    expect((await preview(id, 'abuse@namedhost.test')).desk, 'not proven').toBe('unknown')
    await answer(null)
    expect((await preview(id, 'abuse@namedhost.test')).desk).toBe('host')
    // Used once by hand, the address is saved under the names of both: it stays the host's.
    const second = { abusiveEmailId: 'abuse@namedhost.test', hosting: 'Namedhost', actionTaken: 'Reminder Sent' }
    expect((await send(id, second)).statusCode).toBe(200)
    expect((await preview(id, 'abuse@namedhost.test', { registrar: facts.registrar, hosting: 'Namedhost' })).desk).toBe(
      'host',
    )
  })

  test.each(['234', '91204', '61108', '73301'])(
    'content (%s): a registrar’s desk gets no letter but the instrument, a host’s gets one',
    async (reasonCode) => {
      const name = `shop-${reasonCode}.example`
      await register(`domain:${name}`, 'Names', 'abuse@names.test')
      const id = await one(domain, '22', { domain: name, url: null, reasonCode })
      const registrar = await preview(id, 'abuse@names.test')
      expect([registrar.desk, registrar.gate.missing]).toEqual([
        'registrar',
        [expect.objectContaining({ lack: 'instrument', isFinal: false })],
      ])
      const refused = await send(id, { abusiveEmailId: 'abuse@names.test' })
      expect([refused.statusCode, Object.keys(Object.assign({}, ...refused.json().errors))]).toEqual([
        422,
        ['instrument'],
      ])
      await rows(
        at.database.db,
        sql`insert into registrations (subject, outcome, name, emails)
          values ('ip:203.0.113.7', 'found', 'Zonehost', '{abuse@zonehost.test}') on conflict do nothing`,
      )
      const host = await preview(id, 'abuse@zonehost.test', { ipAddress: '203.0.113.7' })
      expect([host.desk, host.gate.missing]).toEqual(['host', []])
      expect((await send(id, { abusiveEmailId: 'abuse@zonehost.test' })).statusCode).toBe(200)
    },
  )
})
