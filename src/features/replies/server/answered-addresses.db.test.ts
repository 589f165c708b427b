import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addNoticeRequirements } from '#features/notices/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { returnAddress } from '#kit/server/return-address.ts'
import { domain } from '#platforms/domain.ts'
import { maildirBox } from './maildir-box.ts'
import { takeAnswersFrom } from './take-answers.ts'

const { at, get, post, one } = setUpActionTests()
let maildir: string
let n = 0

beforeAll(async () => {
  maildir = mkdtempSync(join(tmpdir(), 'maildir-'))
  mkdirSync(join(maildir, 'new'))
  const { companies, brands } = at.world
  const about = { company: companies.parent, brand: brands.own, platform: 'domain', status: true, attachments: [] }
  await post('enforcement-mail-configuration', { ...about, mailBody: ['About {{url}}'] }, 'admin')
  await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
})
afterAll(() => rmSync(maildir, { recursive: true, force: true }))

/** Sends a notice to an address; returns its record and the address for answers. */
async function notice(abusiveEmailId: string): Promise<{ id: string; answersTo: string }> {
  const finding = await one(domain, '33', { domain: `fake-${++n}.example`, url: null })
  const fields = { registrar: 'Keeper', ipAddress: '203.0.113.7', hosting: 'Host', date: '2026-03-04' }
  const rest = { infrigementStatus: '11', actionTaken: 'Abuse E-mail Sent', abusiveEmailId }
  const sent = await post(`domain/${finding}/sendEnforcementMail`, { ...fields, ...rest }, 'analyst')
  expect(sent.statusCode, sent.body).toBe(200)
  const id = (sent.json() as { data: { id: string }[] }).data[0]!.id
  await rows(at.database.db, sql`update mails set sent_at = now() where id = ${id}`)
  return { id, answersTo: returnAddress('notices@brandkeep.test', at.testApp.app.settings.signingSecret, id) }
}

/** Takes an answer in; returns its id. */
async function answer(from: string, to: string, { more = '', text = 'We suspended it.' } = {}): Promise<string> {
  const name = `${1_700_000_000 + ++n}.${n}.host`
  const mail = `From: Desk <${from}>\r\nTo: ${to}\r\nSubject: Re: Infringement notice\r\n${more}Content-Type: text/plain\r\n\r\n${text}`
  writeFileSync(join(maildir, 'new', name), mail)
  await takeAnswersFrom(at.testApp.app, maildirBox(maildir))
  const found = await rows<{ id: string }>(at.database.db, sql`select id from inbound_mails where name = ${name}`)
  return found[0]!.id
}

/** The day of the last answer from an address, as the list of contacts says it. */
async function answeredOn(email: string): Promise<string | null> {
  const { docs } = (await get(`abuse-contacts?search=${email}`, 'admin')).json() as {
    docs: { answeredOn: string | null }[]
  }
  return docs[0]!.answeredOn
}
const today = () => new Date().toISOString().slice(0, 10)

test('G74 an answer to a notice from the very address that it was sent to confirms this address', async () => {
  const { answersTo } = await notice('abuse@answers.example')
  expect(await answeredOn('abuse@answers.example')).toBe(null)
  await answer('someone-else@answers.example', answersTo)
  expect(await answeredOn('abuse@answers.example'), 'from another address of the domain').toBe(null)
  await answer('Abuse@Answers.example', answersTo)
  expect(await answeredOn('abuse@answers.example')).toBe(today())
  const plan = (
    await post(
      'enforcement/send-plan',
      {
        platform: 'domain',
        recordIds: [await one(domain, '22', { domain: 'y.example', url: null, registrar: null, hosting: 'Host' })],
      },
      'analyst',
    )
  ).body
  expect(plan).toContain('last answer')
})

test('an automatic answer confirms it, too; one to another desk’s notice, one in doubt, a bounce and a complaint do not', async () => {
  const machine = await notice('abuse@machine.example')
  const automatic = { more: 'Auto-Submitted: auto-replied\r\n', text: 'Your report was received.' }
  const other = await notice('abuse@other.example')
  await answer('abuse@machine.example', other.answersTo)
  await answer('abuse@machine.example', 'notices@brandkeep.test', {
    more: `In-Reply-To: <${machine.id}@brandkeep.test>\r\n`,
  })
  const report = 'Feedback-Type: abuse\nUser-Agent: x/1\nVersion: 1'
  await answer('abuse@machine.example', machine.answersTo, { text: report })
  await answer('abuse@machine.example', machine.answersTo, { more: 'X-Failed-Recipients: abuse@machine.example\r\n' })
  expect(await answeredOn('abuse@machine.example')).toBe(null)
  await answer('abuse@machine.example', machine.answersTo, automatic)
  expect(await answeredOn('abuse@machine.example')).toBe(today())
  expect(await answeredOn('abuse@other.example')).toBe(null)
})

test('what people decide about an answer counts: its type, and whether it belongs to the notice', async () => {
  const { id, answersTo } = await notice('abuse@decided.example')
  const correct = (answerId: string, kind: string) =>
    at.testApp.server.inject({
      method: 'PUT',
      url: `/api/enforcement/answers/${answerId}/kind`,
      payload: { kind },
      headers: { authorization: `Bearer ${at.tokens['analyst']!}` },
    })
  const first = await answer('abuse@decided.example', answersTo)
  expect(await answeredOn('abuse@decided.example')).toBe(today())
  expect((await correct(first, 'bounce')).statusCode).toBe(200)
  expect(await answeredOn('abuse@decided.example')).toBe(null)
  expect((await correct(first, 'automatic')).statusCode).toBe(200)
  expect(await answeredOn('abuse@decided.example')).toBe(today())
  await correct(first, 'bounce')
  const doubtful = await answer('abuse@decided.example', 'notices@brandkeep.test')
  expect(await answeredOn('abuse@decided.example')).toBe(null)
  const reviewed = await post(`enforcement/answers/${doubtful}/review`, { belongs: true, noticeId: id }, 'analyst')
  expect(reviewed.statusCode, reviewed.body).toBe(200)
  expect(await answeredOn('abuse@decided.example')).toBe(today())
})
