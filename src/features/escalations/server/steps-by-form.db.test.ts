import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { defaultTexts } from '#features/escalations/messages.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { today } from '#vocabulary/dates.ts'
import { escalationSetup, step } from './testing.ts'

const { at, post, stored } = setUpActionTests()
const setup = escalationSetup(at)
const { setEscalation, finding, send, after, get, runOf, emailsOf, decide } = setup
const db = () => at.database.db
const form = 'https://abuse.cloudflare.com/'
const day = () => today(at.testApp.app.settings.businessZone)
const cloudflare = { hosting: 'Cloudflare, Inc.', ipAddress: '104.16.9.9' }

beforeAll(async () => {
  await setup.open()
  // What registries say of the CDN's address would be mailed, if it were a host of its own.
  await rows(
    db(),
    sql`insert into registrations (subject, outcome, name, emails, source)
      values ('ip:104.16.9.9', 'found', 'CLOUDFLARENET', '{abuse@cloudflare.com}', 'rdap')`,
  )
  await rows(
    db(),
    sql`insert into abuse_contacts (name, email, source) values ('Namekeep Registrar', 'takes.registrar@desk.test', 'Test')`,
  )
})
afterAll(setup.close)
beforeEach(async () => {
  await setup.reset()
  await setEscalation([step('host', 2), step('registrar', 2), step('reminder', 2)])
})

/** A finding behind the CDN whose first notice went to an address that nobody else has. */
async function noticed(reasonCode: string): Promise<string> {
  const id = await finding({ reasonCode, ...cloudflare })
  await send(id, { ...cloudflare, abusiveEmailId: 'takes.first@desk.test' })
  await after(0)
  return id
}
const recordForm = (run: { id: string; version: number }, more: object = {}, who = 'analyst') =>
  post(`next-steps/${run.id}/form`, { version: run.version, ...more }, who)
const recipients = async (id: string) => (await emailsOf(id)).map(({ to }) => to[0])

test('phishing behind a CDN: its form is a task, never an email; once it is recorded, the registrar is asked', async () => {
  const id = await noticed('12201')
  await after(3)
  const task = await runOf(id)
  expect(task).toMatchObject({
    state: 'task',
    kind: 'host',
    form,
    reason: 'Cloudflare, Inc. takes reports through its web form.',
  })
  expect(await recipients(id)).toEqual(['takes.first@desk.test'])
  const [listed] = (await get('next-steps?state=task')).docs
  expect(listed).toMatchObject({ id: task.id, form })
  const notified = await rows<{ text: string }>(
    db(),
    sql`select data->>'text' as text from pgboss.job where name = 'step-needs-person' and data->>'findingId' = ${id}`,
  )
  expect(notified).toEqual([{ text: expect.stringContaining('Cloudflare, Inc. through its web form') }])

  // It is done by recording the form, not by a click that leaves no record.
  expect((await decide('finish', [task])).json()).toMatchObject({ changed: 0, unchanged: 1 })
  expect((await recordForm({ ...task, version: task.version - 1 })).statusCode).toBe(409)
  expect((await recordForm(task, {}, 'client')).statusCode).toBe(403)
  expect((await recordForm({ ...task, id: newId() })).statusCode).toBe(404)
  const done = await recordForm(task, { ticket: 'CF-1' })
  expect(done.statusCode, done.body).toBe(200)
  expect((await recordForm(task)).statusCode).toBe(409)
  const [record] = (await get(`domain/${id}/enforcement`)).data
  expect(record).toMatchObject({ deskKind: 'host', deskName: 'Cloudflare, Inc.', form, ticket: 'CF-1' })
  expect(await runOf(id)).toMatchObject({ state: 'waiting', kind: 'registrar', form: null, reason: null })
  // The job hears of the report later: it is the step's own, and restarts nothing.
  await after(0)
  const begun = await runOf(id)
  expect(begun).toMatchObject({ state: 'waiting', kind: 'registrar', notice: { to: 'takes.first@desk.test' } })
  expect(begun.events.map(({ what }: { what: string }) => what)).toEqual(['began', 'asked', 'finished'])
  await after(4)
  expect(await recipients(id)).toEqual(['takes.first@desk.test', 'takes.registrar@desk.test'])
})

test('counterfeits behind a CDN: its form is a task too, and the registrar gets no email', async () => {
  const id = await noticed('234')
  await after(3)
  const task = await runOf(id)
  expect(task).toMatchObject({ state: 'task', kind: 'host', form })
  await decide('skip', [task])
  await after(6)
  expect(await runOf(id)).toMatchObject({
    state: 'paused',
    kind: 'registrar',
    reason: expect.stringContaining('No registrar acts on this'),
  })
  expect(await recipients(id)).toEqual(['takes.first@desk.test'])
})

test('a person who records the form from the finding itself has done the step', async () => {
  const id = await noticed('12201')
  await after(3)
  const { registrar } = (await get(`domain/${id}/enforcement`)).data[0]
  const input = { platform: 'domain', id, form, registrar, ...cloudflare, date: day() }
  expect((await post('enforcement/form-record', input, 'analyst')).statusCode).toBe(200)
  await after(0)
  const run = await runOf(id)
  expect(run).toMatchObject({ state: 'waiting', kind: 'registrar', notice: { to: 'takes.first@desk.test' } })
  expect(run.events.at(-1)).toMatchObject({ what: 'finished' })
})

test('a platform that takes forms only: the report through its form starts the escalation; its registrar is left out', async () => {
  const platformForm = { form, registrar: '', ipAddress: '203.0.113.7', hosting: 'Zonehost', date: day() }
  const id = await finding({ domain: `bank-${newId()}.pages.dev`, registrar: null })
  const input = { platform: 'domain', id, ...platformForm, ticket: 'CF-2' }
  const saved = await post('enforcement/form-record', input, 'analyst')
  expect(saved.statusCode, saved.body).toBe(200)
  await after(0)
  const begun = await runOf(id)
  expect(begun).toMatchObject({
    state: 'waiting',
    kind: 'host',
    notice: { id: saved.json().data[0].id, to: 'Cloudflare Pages' },
  })
  // The host's desk is the platform's, which got the report; there is no registrar; the reminder goes by the form again.
  for (let n = 0; n < 3; n++) {
    const { nextAt } = await runOf(id)
    await after((Date.parse(nextAt) - Date.now()) / 86_400_000 + 1)
  }
  const run = await runOf(id)
  expect(run.events.map(({ what, reason }: { what: string; reason: string | null }) => [what, reason])).toEqual([
    ['began', null],
    ['skipped', 'Cloudflare Pages was already notified.'],
    ['skipped', 'The name lies under a platform’s suffix: it has no registrar of its own.'],
    ['asked', 'Cloudflare Pages takes reports through its web form.'],
  ])
  expect(run).toMatchObject({ state: 'task', kind: 'reminder', form })
  expect(await emailsOf(id)).toEqual([])
  // Days have passed: the first report is not of today.
  await rows(db(), sql`update enforcements set action_date = action_date - 6 where finding_id = ${id}`)
  expect((await recordForm(run, { ticket: 'CF-3' })).statusCode).toBe(200)
  expect(await runOf(id)).toMatchObject({ state: 'done' })
  expect((await stored(id)).status).toBe('11')
})

test('an email after a report through a form names the desk, the day and its ticket, and no Message-ID', async () => {
  await setEscalation([
    step('host', 2, 'To {{noticeAddress}} on {{noticeDate}} ({{noticeReference}}, {{noticeId}}).{{lastSeen}}'),
  ])
  await rows(
    db(),
    sql`insert into shared_hosts (suffix, name, form, source, checked_on)
      values ('formhost.test', 'Formhost', 'https://formhost.test/report', 'Its page', '2026-11-01')`,
  )
  const id = await finding({ domain: 'bank.formhost.test', registrar: null })
  const facts = { registrar: '', ipAddress: '203.0.113.7', hosting: 'Zonehost', date: '2026-03-04' }
  const input = { platform: 'domain', id, form: 'https://formhost.test/report', ...facts, ticket: 'FH-9' }
  expect((await post('enforcement/form-record', input, 'analyst')).statusCode).toBe(200)
  await rows(db(), sql`update shared_hosts set email = 'takes.platform@desk.test' where suffix = 'formhost.test'`)
  await after(0)
  await after(1)
  const [email] = await emailsOf(id)
  expect(email!.to).toEqual(['takes.platform@desk.test'])
  expect((await PostalMime.parse(email!.text)).text).toContain(
    'To Formhost on 4 March 2026 (ticket FH-9, ticket FH-9).',
  )
  expect(email!.text).not.toMatch(/^In-Reply-To/im)
})

test.each([
  ['12201', 'com', /section 3\.18/, /3\.7\.8/],
  ['529', 'com', /section 3\.7\.8/, /3\.18/],
  ['12201', 'in', /the rules of the registry/, /3\.18|3\.7\.8|accreditation/i],
  ['529', 'in', /the rules of the registry/, /3\.18|3\.7\.8|accreditation/i],
])(
  'the supplied text to a registrar, reason %s and .%s: the rules that hold, and no others',
  async (reasonCode, zone, rule, others) => {
    await setEscalation([step('registrar', 2, defaultTexts.registrar.join('\n'))])
    const name = `fake-${newId()}.${zone}`
    const id = await finding({ reasonCode, domain: name })
    await send(id, { abusiveEmailId: 'takes.first@desk.test' })
    await after(0)
    await after(3)
    const [, email] = await emailsOf(id)
    const { text } = await PostalMime.parse(email!.text)
    expect(text).not.toMatch(others)
    expect(text).toContain(`The domain name ${name} is registered through you`)
    expect(text).toMatch(rule)
  },
)

test('a reminder to a desk that has come to accept only its form is a task, not an email', async () => {
  await setEscalation([step('reminder', 2)])
  const id = await finding({ reasonCode: '12201' })
  await send(id, { abusiveEmailId: 'takes@laterform.test' })
  await after(0)
  await rows(
    db(),
    sql`insert into desk_forms (kind, name, known_as, form, takes_email, source, checked_on)
      values ('host', 'Laterform', '{laterform}', 'https://laterform.test/report', false, 'A test', '2026-11-20')`,
  )
  await after(3)
  expect(await runOf(id)).toMatchObject({ state: 'task', kind: 'reminder', form: 'https://laterform.test/report' })
  expect(await recipients(id)).toEqual(['takes@laterform.test'])
})
