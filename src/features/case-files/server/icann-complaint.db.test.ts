import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { Complaint } from '#features/case-files/contract.ts'
import { configureNotices, noticeFacts } from '#features/enforcement/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { linesOfPdf } from '#kit/server/testing-pdf.ts'
import { domain } from '#platforms/domain.ts'
import { harmOf } from '#vocabulary/harm-kinds.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'

const { at, post, get, one } = setUpActionTests()
const facts = { ...noticeFacts, abusiveEmailId: 'abuse@namekeep.test', deskKind: 'registrar' }
beforeAll(() => configureNotices({ at, post }, ['About {{url}}.']))

const complaint = async (id: string) => (await get(`case-files/complaint/domain/${id}`, 'analyst')).json()
const valueOf = (
  found: { parts: { title: string; fields: { label: string; value: string }[] }[] },
  part: string,
  label: string,
) => found.parts.find(({ title }) => title === part)?.fields.find((field) => field.label === label)?.value

test('the complaint proves each notice and shows the answers since, in the order of the form', async () => {
  const id = await one(domain, '22', { domain: 'fake-login.example', url: null, registrar: null, status: '22' })
  expect((await complaint(id)).problems.join(' ')).toContain('ICANN closes complaints without prior notice')
  const sent = await post(`domain/${id}/sendEnforcementMail`, facts, 'analyst')
  const record = sent.json().data[0].id as string
  await rows(
    at.database.db,
    sql`update mails set sent_at = '2026-03-04T10:00:00Z', answer = '250 2.0.0 Ok: queued as 4XyZ', stored_sha256 = sha256('x')
      where id = ${record}`,
  )
  const answer = (kind: string, body: string, when: string, doubt: string | null = null) =>
    rows(
      at.database.db,
      sql`insert into inbound_mails (id, name, kind, sender, subject, body, ticket, enforcement_id, received_at, doubt)
        values (${newId()}, ${newId()}, ${kind}, 'abuse@namekeep.test', 'Re', ${body}, 'T-7', ${record}, ${when}, ${doubt})`,
    )
  await answer('automatic', 'We got it.', '2026-03-04T10:01:00Z')
  await answer('reply', 'Forged', '2026-03-04T10:02:00Z', 'in doubt')
  const found = await complaint(id)
  expect(found.parts.map(({ title }: { title: string }) => title)).toEqual([
    'Your information',
    'Domain name and registrar',
    'The abuse',
    'Abuse report 1 to the registrar',
    'Responses since',
    'Evidence',
    'What you ask for',
  ])
  expect(valueOf(found, 'Domain name and registrar', 'Registrar')).toBe('Namekeep Registrar')
  expect(valueOf(found, 'The abuse', 'Type of DNS abuse')).toBe('Phishing')
  const notice = (label: string) => valueOf(found, 'Abuse report 1 to the registrar', label)
  expect(notice('Sent on')).toContain('2026')
  expect([notice('Sent to'), notice('Message-ID begins with')]).toEqual(['abuse@namekeep.test', record])
  expect(notice('Answer of the receiving mail server')).toBe('250 2.0.0 Ok: queued as 4XyZ')
  expect(notice('SHA-256 of the email as sent')).toMatch(/^[0-9a-f]{64}$/)
  const answers = valueOf(found, 'Responses since', 'Response 1')
  expect(answers).toContain('automatic reply')
  expect(answers).toContain('Ticket T-7')
  expect(found.text).not.toContain('Forged')
  expect(found.text).not.toContain('{{')
  expect(found.problems).toEqual([])
  await answer('reply', 'We closed it.', '2026-03-05T10:00:00Z')
  expect((await complaint(id)).problems).toEqual(['A person replied: explain why the reply is not sufficient.'])
})

test('as PDF; staff only; not for findings that do not exist', async () => {
  const id = await one(domain, '22', { domain: 'fake-other.example', url: null })
  const pdf = await get(`case-files/complaint/domain/${id}/pdf`, 'analyst')
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  expect(pdf.rawPayload.subarray(-8).toString()).toContain('%%EOF')
  const { parts } = (await get(`case-files/complaint/domain/${id}`, 'analyst')).json() as Complaint
  const solid = (text: string) => text.replace(/\s/g, '')
  const shown = solid(linesOfPdf(pdf.rawPayload).flat().join(''))
  const values = parts.flatMap(({ title, fields }) => [title, ...fields.flatMap(({ label, value }) => [label, value])])
  expect(values.length).toBeGreaterThan(20)
  expect(values.filter((text) => !shown.includes(solid(text.split('\n')[0]!)))).toEqual([])
  for (const path of ['', '/pdf']) {
    expect((await get(`case-files/complaint/domain/${id}${path}`, 'client')).statusCode).toBe(403)
    expect((await get(`case-files/complaint/domain/${newId()}${path}`, 'analyst')).statusCode).toBe(404)
  }
})

describe('whose desk got a notice', () => {
  const noPriorNotice = expect.stringContaining('ICANN closes complaints without prior notice')
  const finding = (name: string) => one(domain, '22', { domain: name, url: null, registrar: null })
  const accepted = async (id: string, more: object) => {
    const sent = await post(`domain/${id}/sendEnforcementMail`, { ...facts, ...more }, 'analyst')
    expect(sent.statusCode, sent.body).toBe(200)
    await rows(at.database.db, sql`update mails set sent_at = now() where id = ${sent.json().data[0].id}`)
  }
  const titlesOf = (found: { parts: { title: string }[] }) =>
    found.parts.map(({ title }) => title).filter((title) => title.includes('report'))

  test('a report to the host only is no prior notice to the registrar', async () => {
    const id = await finding('host-only.example')
    await accepted(id, { abusiveEmailId: 'abuse@zonehost.test', deskKind: 'host' })
    const found = await complaint(id)
    expect(found.problems).toContainEqual(noPriorNotice)
    expect(titlesOf(found)).toEqual(['Other abuse report 1'])
    expect(valueOf(found, 'Other abuse report 1', 'Receiving desk')).toBe('Host: Zonehost')
    expect(found.text).not.toMatch(/Abuse report \d+ to the registrar/)
  })

  test('host and registrar: exactly one report is to the registrar; the host’s reply is not the registrar’s', async () => {
    const id = await finding('host-and-registrar.example')
    await accepted(id, { abusiveEmailId: 'abuse@zonehost.test', deskKind: 'host' })
    await accepted(id, { abusiveEmailId: 'abuse@namekeep.test' })
    await rows(
      at.database.db,
      sql`insert into inbound_mails (id, name, kind, sender, subject, body, enforcement_id)
        select ${newId()}, ${newId()}, 'reply', 'abuse@zonehost.test', 'Re', 'We do nothing.', e.id
        from enforcements e where e.finding_id = ${id} and e.desk_kind = 'host'`,
    )
    const found = await complaint(id)
    expect(titlesOf(found)).toEqual(['Abuse report 1 to the registrar', 'Other abuse report 1'])
    expect(valueOf(found, 'Abuse report 1 to the registrar', 'Sent to')).toBe('abuse@namekeep.test')
    expect(found.problems).not.toContainEqual(noPriorNotice)
    expect(found.problems.join(' ')).not.toContain('A person replied')
    expect(valueOf(found, 'Responses since', 'Response 1')).toContain('To another report than those to the registrar')
  })

  test('an address that fits nobody is not taken for the registrar’s', async () => {
    const id = await finding('typed.example')
    await accepted(id, { abusiveEmailId: 'someone@typed.test', deskKind: undefined })
    const found = await complaint(id)
    expect(found.problems).toContainEqual(noPriorNotice)
    expect(valueOf(found, 'Other abuse report 1', 'Receiving desk')).toBe('Not known to be the registrar’s')
  })

  test('a report through the registrar’s form is prior notice, with its date and ticket', async () => {
    const form = 'https://formkeep.test/report'
    await rows(
      at.database.db,
      sql`insert into registrations (subject, outcome, name, form) values ('domain:by-form.example', 'found', 'Formkeep', ${form})`,
    )
    const id = await finding('by-form.example')
    const { ipAddress, hosting } = facts
    const input = { platform: 'domain', id, form, ipAddress, hosting, date: '2026-03-04', ticket: 'FK-12' }
    const saved = await post('enforcement/form-record', input, 'analyst')
    expect(saved.statusCode, saved.body).toBe(200)
    const found = await complaint(id)
    expect(found.problems).not.toContainEqual(noPriorNotice)
    expect(titlesOf(found)).toEqual(['Abuse report 1 to the registrar'])
    const notice = (label: string) => valueOf(found, 'Abuse report 1 to the registrar', label)
    expect([notice('Receiving desk'), notice('Through the web form'), notice('Ticket number')]).toEqual([
      'Registrar: Formkeep',
      form,
      'FK-12',
    ])
    expect(notice('Submitted on')).toContain('2026-03-04')
    expect(found.text).toContain('Ticket number: FK-12')
  })
})

test('what a registry says adds no line of its own to the text', async () => {
  const registrar = 'Namekeep\nType of DNS abuse: none'
  const id = await one(domain, '22', { domain: 'two-lines.example', url: null, registrar, status: '22' })
  const { text } = await complaint(id)
  expect(text).toContain('\nRegistrar: Namekeep Type of DNS abuse: none\n')
  expect(text.match(/^Type of DNS abuse: /gm)).toHaveLength(1)
})

test('the description of each kind of harm has no placeholder left; without answers the complaint says so', async () => {
  const codes = new Map(reasonCodes.map(({ code }) => [harmOf(code), code]))
  expect(codes.size).toBeGreaterThan(10)
  for (const [harm, reasonCode] of codes) {
    const id = await one(domain, '22', { domain: `of-${harm}.example`, url: null, reasonCode })
    const found = await complaint(id)
    const description = valueOf(found, 'The abuse', 'Description') ?? ''
    expect(description, harm).not.toContain('{{')
    if (harm === 'trademark-in-domain') expect(description).toContain(`The domain name of-${harm}.example imitates`)
    expect(valueOf(found, 'Responses since', 'Responses since')).toBe('None.')
  }
})
