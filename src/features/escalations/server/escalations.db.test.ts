import { beforeAll, describe, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { addNoticeRequirements } from '#features/notices/server/testing.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { step, takeAfter } from './testing.ts'

const { at, request, errorsOf, logged } = setUpAdminTests()
let configuration: string
const db = () => at.database.db
const noticeForm = {
  registrar: 'Namekeep Registrar',
  ipAddress: '203.0.113.7',
  hosting: 'Zonehost',
  actionTaken: 'Abuse E-mail Sent',
  date: '2026-03-04',
  abusiveEmailId: 'desk@keeper.test',
}

beforeAll(async () => {
  const { companies, brands } = at.world
  const about = { company: companies.parent, brand: brands.own, status: true, mailBody: ['{{url}}'] }
  const saved = await request('POST', '/enforcement-mail-configuration', { ...about, platform: 'domain' })
  configuration = saved.json().data.id
  await request('POST', '/enforcement-mail-configuration', { ...about, platform: 'e-commerce' })
  await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
})

const save = (body: object, who = 'admin', id = configuration) =>
  request('POST', `/escalations/${id}`, { enabled: true, stopsOnReply: true, ...body }, who)
const stepsError = async (steps: unknown) => {
  const refused = await save({ steps })
  expect(refused.statusCode).toBe(422)
  return errorsOf(refused)['steps']
}
/** Findings whose notices were accepted by the mail server. */
const findingsWithNotice = async (n: number, more: object = {}): Promise<string[]> => {
  const { companies, brands } = at.world
  const made = Array.from({ length: n }, () => ({
    companyId: companies.parent,
    brandId: brands.own,
    status: '33',
    domain: `fake-${newId()}.example`,
    url: null,
  }))
  const ids = await addFindings(db(), domain, made)
  for (const id of ids)
    await request('POST', `/domain/${id}/sendEnforcementMail`, { ...noticeForm, ...more }, 'analyst')
  await markEmailsSent()
  return ids
}
const markEmailsSent = () =>
  rows(db(), sql`update mails set sent_at = now() where sent_at is null and failed_at is null and kind = 'enforcement'`)
const runOf = async (id: string) => (await request('GET', `/next-steps/${id}`, undefined, 'analyst')).json().data
const decide = (body: object, who = 'analyst') => request('POST', '/next-steps/decide', body, who)

describe('the settings of an escalation', () => {
  test('all configurations are listed, version 0 when not set up; steps keep their ids; saving is logged', async () => {
    const list = (await request('GET', '/escalations')).json()
    expect(list.docs).toMatchObject([
      { platform: 'e-commerce', enabled: false, steps: [], version: 0 },
      { id: configuration, platform: 'domain', enabled: false, steps: [], version: 0, running: 0, configured: true },
    ])
    const before = (await logged()).length
    const first = await save({ steps: [step('reminder', 7), step('icann', 30)], version: 0 })
    expect(first.json()).toMatchObject({
      message: 'Escalation saved successfully',
      data: { version: 1, enabled: true },
    })
    const { steps } = first.json().data
    const again = await save({ steps: [step('host', 3), ...steps], version: 1 })
    expect(
      again
        .json()
        .data.steps.map(({ id }: { id: string }) => id)
        .slice(1),
    ).toEqual(steps.map(({ id }: { id: string }) => id))
    const { parent } = at.world.companies
    expect((await logged()).slice(before)).toEqual([
      ['add', 'Escalation', 1, parent],
      ['update', 'Escalation', 1, parent],
    ])
  })

  test('two people save at the same time: the second is shown what the first one saved', async () => {
    const { version } = (await request('GET', `/escalations?configuration=${configuration}`)).json().docs[0]
    await save({ steps: [step('reminder', 5)], version })
    const late = await save({ steps: [step('reminder', 9)], version })
    expect(late.statusCode).toBe(409)
    expect(late.json().current).toMatchObject({ version: version + 1, steps: [{ days: 5 }] })
    expect((await save({ steps: [step('reminder', 9)], version: 0 })).statusCode).toBe(409)
  })

  test.each([
    ['0 days', [step('reminder', 0)], 'Step 1: Days must be between 1 and 365'],
    ['10,000 days', [step('reminder', 1), step('host', 10_000)], 'Step 2: Days must be between 1 and 365'],
    ['half a day', [step('reminder', 1.5)], 'Step 1: Days must be between 1 and 365'],
    ['50 steps', Array.from({ length: 50 }, () => step('reminder', 1)), 'Steps must be between 0 and 10'],
    ['an unknown step', [{ kind: 'lawsuit', days: 1, text: 'x' }], 'Step 1: Step is not valid'],
    [
      'an unknown placeholder',
      [step('reminder', 1, 'Dear {{secret}}')],
      /^Step 1: \{\{secret\}\} is not a placeholder/,
    ],
    ['no text', [{ kind: 'host', days: 1, text: ' ' }], 'Step 1: Mail body cannot be empty.'],
    ['a text with controls', [step('host', 1, 'a\u0000b')], 'Step 1: Mail body is not valid'],
    ['a text of 20,001 characters', [step('host', 1, 'x'.repeat(20_001))], /^Step 1: Mail body must be between/],
    ['a complaint in between', [step('icann', 1), step('reminder', 1)], 'The ICANN complaint must be the last step'],
    ['an escalation that is on without steps', [], 'An escalation that is on needs at least one step'],
    ['no list', 'all', 'Steps are not valid'],
  ])('%s is rejected, and the message names the step', async (_what, steps, sentence) => {
    expect(await stepsError(steps)).toMatch(sentence)
  })

  test('only an Admin reads and sets them; a deleted configuration, or an unknown one, is not found', async () => {
    for (const who of ['analyst', 'client']) {
      expect((await request('GET', '/escalations', undefined, who)).statusCode).toBe(403)
      expect((await save({ steps: [step('reminder', 1)] }, who)).statusCode).toBe(403)
    }
    const [shop] = await rows<{ id: string }>(
      db(),
      sql`update enforcement_configurations set deleted_at = now() where platform = 'e-commerce' returning id`,
    )
    for (const id of [shop!.id, newId()])
      expect((await save({ steps: [step('reminder', 1)] }, 'admin', id)).statusCode).toBe(404)
  })

  test('waiting findings follow the new steps and days; a step that is done is not repeated', async () => {
    const { steps } = (await save({ steps: [step('reminder', 2), step('reminder', 40)] })).json().data
    const [id] = await findingsWithNotice(1)
    await takeAfter(at.testApp.app, 0)
    const due = async () => Math.round((Date.parse((await runOf(id!)).nextAt) - Date.now()) / 86_400_000)
    expect([1, 2]).toContain(await due())
    await save({ steps: [{ ...steps[0], days: 20 }, steps[1]] })
    expect([19, 20]).toContain(await due())
    await takeAfter(at.testApp.app, 21)
    await markEmailsSent()
    await takeAfter(at.testApp.app, 0)
    expect([39, 40]).toContain(await due())
    await save({ steps: [{ ...steps[0], days: 3 }, step('host', 10)] })
    expect(await runOf(id!)).toMatchObject({ kind: 'host' })
    // However long ago the email was sent, nothing is sent before tomorrow.
    await rows(db(), sql`update escalation_runs set since = now() - interval '90 days' where finding_id = ${id!}`)
    await save({ steps: [steps[0], step('host', 2)] })
    expect([0, 1]).toContain(await due())
    expect(Date.parse((await runOf(id!)).nextAt)).toBeGreaterThan(Date.now())
    await rows(db(), sql`update escalation_runs set since = now() where finding_id = ${id!}`)
    await save({ steps: [steps[0], step('host', 10)] })
    expect([9, 10]).toContain(await due())
    // Without another step it is done, and its history says so.
    await save({ steps: [steps[0]] })
    const run = await runOf(id!)
    expect([run.state, run.events.at(-1).what]).toEqual(['done', 'ended'])
  })
})

describe('actions on next steps', () => {
  test('many at once, each in the version that was seen; those that have changed since stay unchanged and are counted', async () => {
    await save({ steps: [step('reminder', 5), step('reminder', 5)] })
    const ids = await findingsWithNotice(3)
    await takeAfter(at.testApp.app, 0)
    const items = await Promise.all(ids.map(async (id) => runOf(id)))
    const seen = items.map(({ id, version }) => ({ id, version }))
    expect((await decide({ action: 'stop', items: seen })).json().errors).toEqual([{ reason: 'Reason is required' }])
    expect((await decide({ action: 'stop', items: seen.slice(0, 1), reason: 'The client asked' })).json().changed).toBe(
      1,
    )
    expect(await runOf(ids[0]!)).toMatchObject({
      state: 'stopped',
      reason: 'The client asked',
      decidedBy: 'First Last',
    })
    const answer = (await decide({ action: 'now', items: seen })).json()
    expect(answer).toMatchObject({ changed: 2, unchanged: 1 })
    expect(answer.message).toBe(
      '2 escalations brought forward. 1 was not changed: updated by someone else, or the action is not possible',
    )
    // Pressed in two browsers: the second one saw an older version.
    expect((await decide({ action: 'now', items: seen })).json()).toMatchObject({ changed: 0, unchanged: 3 })
    await takeAfter(at.testApp.app, 0)
    const states = async () => (await Promise.all(ids.map(runOf))).map(({ state }) => state)
    expect(await states()).toEqual(['stopped', 'leaving', 'leaving'])
    await markEmailsSent()
    await takeAfter(at.testApp.app, 0)
    const [, second] = await Promise.all(ids.map(runOf))
    await decide({ action: 'skip', items: [second], reason: 'Not needed' })
    expect(await runOf(ids[1]!)).toMatchObject({ state: 'done' })
    expect((await runOf(ids[1]!)).events.at(-2)).toMatchObject({
      what: 'skipped',
      reason: 'Not needed',
      by: 'First Last',
    })
  })

  test.each([
    ['an unknown action', { action: 'burn' }, 'action', 'Action is not valid'],
    ['no record', { items: [] }, 'items', 'Choose between 1 and 1,000 records'],
    [
      '1,001 records',
      { items: Array.from({ length: 1001 }, () => ({ id: newId(), version: 1 })) },
      'items',
      'Choose between 1 and 1,000 records',
    ],
    [
      'a header in the address',
      { action: 'resume', email: 'a@b.test\r\nBcc: x@y.test' },
      'email',
      'Abuse email is not valid',
    ],
    ['two addresses', { action: 'resume', email: 'a@b.test, c@d.test' }, 'email', 'Abuse email is not valid'],
    [
      'an address for nothing',
      { action: 'now', email: 'a@b.test' },
      'email',
      'An address can be entered for a paused step only',
    ],
    ['a reason with controls', { action: 'stop', reason: 'a\u0007b' }, 'reason', 'Reason is not valid'],
  ])('%s is rejected', async (_what, body, field, sentence) => {
    const refused = await decide({ action: 'now', items: [{ id: newId(), version: 1 }], reason: 'why', ...body })
    expect(refused.statusCode).toBe(422)
    expect(errorsOf(refused)[field]).toBe(sentence)
  })

  test('an unknown run is not found; a Client may neither read nor decide', async () => {
    expect((await decide({ action: 'now', items: [{ id: newId(), version: 1 }] })).statusCode).toBe(404)
    expect((await decide({ action: 'now', items: [{ id: newId(), version: 1 }] }, 'client')).statusCode).toBe(403)
    expect((await request('GET', '/next-steps', undefined, 'client')).statusCode).toBe(403)
    expect(await runOf(newId())).toBeNull()
  })

  test('the list: most urgent first, then the next due; by state, step, company, brand, platform and address, in pages', async () => {
    await rows(db(), sql`delete from escalation_runs`)
    await save({ steps: [step('reminder', 5), step('host', 5)] })
    const ids = await findingsWithNotice(5)
    await takeAfter(at.testApp.app, 0)
    const order = ids.toSorted((a, b) => (a < b ? 1 : -1))
    for (const [n, id] of order.entries())
      await rows(
        db(),
        sql`update escalation_runs set next_at = now() + make_interval(days => ${n}) where finding_id = ${id}`,
      )
    await decide({ action: 'stop', items: [await runOf(order[4]!)], reason: 'Done by phone' })
    const list = async (query: string) => (await request('GET', `/next-steps?${query}`, undefined, 'analyst')).json()
    const found = async (query: string) =>
      (await list(query)).docs.map((one: { findingId: string }) => order.indexOf(one.findingId))
    expect(await found('perPage=2')).toEqual([0, 1])
    expect(await list('perPage=2&page=2')).toMatchObject({ totalDocs: 5, totalPages: 3 })
    expect(await found('state=waiting&sortBy=nextAt&sortDirection=-1')).toEqual([3, 2, 1, 0])
    expect(await found('state=stopped')).toEqual([4])
    await rows(db(), sql`update escalation_runs set state = 'task' where finding_id = ${order[3]!}`)
    await rows(db(), sql`update escalation_runs set state = 'stopped' where finding_id = ${order[0]!}`)
    expect(await found('')).toEqual([3, 1, 2, 0, 4])
    await rows(db(), sql`update escalation_runs set state = 'waiting' where finding_id in (${order[0]!}, ${order[3]!})`)
    expect(await found('kind=host')).toEqual([])
    expect(await found(`company=${at.world.companies.foreign}`)).toEqual([])
    expect(await found(`brand=${at.world.brands.own}&platform=domain&state=waiting`)).toEqual([0, 1, 2, 3])
    expect(await found('platform=website')).toEqual([])
    const [firstRow] = (await list('')).docs
    expect(await found(`search=${firstRow.address.slice(-20).toUpperCase()}`)).toEqual([0])
    expect(await found('search=%25')).toEqual([])
  })

  test('whoever sent the notice is notified once that a complaint needs to be filed; if that person left, every Analyst is', async () => {
    await rows(db(), sql`delete from escalation_runs`)
    await save({ steps: [step('icann', 1)] })
    const [id, other] = await findingsWithNotice(2, { deskKind: 'registrar' })
    await takeAfter(at.testApp.app, 0)
    await rows(db(), sql`update enforcements set created_by = ${at.world.people.blocked} where finding_id = ${other!}`)
    await takeAfter(at.testApp.app, 2)
    await takeAfter(at.testApp.app, 2)
    await at.testApp.runJobs()
    const bell = async (who: string) => (await request('GET', '/notifications', undefined, who)).json().docs
    const notifications = await bell('analyst')
    expect(notifications).toHaveLength(2)
    const { address } = await runOf(id!)
    expect(notifications.map((one: { notificationText: string }) => one.notificationText)).toContain(
      `<b>Acme One</b>: an ICANN complaint about <b>${address}</b> needs to be filed.`,
    )
    expect(await bell('admin')).toEqual([])
  })
})
