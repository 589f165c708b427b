import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { repeatSkipped } from './repeat-skipped.ts'
import { escalationSetup, step, takeAfter } from './testing.ts'

const { at } = setUpActionTests()
const setup = escalationSetup(at)
const { setEscalation, findingWithNotice, after, get, runOf, emailsOf, decide } = setup
const db = () => at.database.db
beforeAll(setup.open)
afterAll(setup.close)
beforeEach(setup.reset)

describe('an escalation runs by itself', () => {
  test('it starts when the mail server accepted the notice; each step counts from the previous email; the last step ends it', async () => {
    const id = await findingWithNotice()
    await after(0)
    const begun = await runOf(id)
    expect(begun).toMatchObject({ state: 'waiting', kind: 'reminder', notice: { to: 'takes@desk.test' } })
    // Ten o'clock in the business time zone (UTC+5:30), three days later.
    expect(begun.nextAt).toMatch(/T04:30:00/)
    expect((Date.parse(begun.nextAt) - Date.parse(begun.notice.at)) / 86_400_000).toBeGreaterThan(2)
    await after(2)
    expect(await emailsOf(id)).toHaveLength(1)
    await after(4)
    expect(await emailsOf(id)).toHaveLength(2)
    // Although this step was late, the next one still waits its full number of days.
    await after(4)
    await after(4)
    expect(await emailsOf(id)).toHaveLength(2)
    expect(await runOf(id)).toMatchObject({ state: 'waiting', kind: 'reminder' })
    await after(10)
    await after(10)
    expect(await emailsOf(id)).toHaveLength(3)
    const ended = await runOf(id)
    expect(ended).toMatchObject({ state: 'done', kind: null, nextAt: null })
    expect(ended.events.map(({ what }: { what: string }) => what)).toEqual(['began', 'sent', 'sent', 'ended'])
    await after(100)
    expect(await emailsOf(id)).toHaveLength(3)
  })

  test('its email is in the thread of the notice, names its Message-ID and carries report and documents; the record has the action', async () => {
    const id = await findingWithNotice()
    await after(4)
    const [first, reminder] = await Promise.all((await emailsOf(id)).map(({ text }) => PostalMime.parse(text)))
    expect(reminder!.inReplyTo).toBe(first!.messageId)
    expect(reminder!.references).toBe(first!.messageId)
    expect(reminder!.messageId).not.toBe(first!.messageId)
    expect(reminder!.subject).toBe(`Re: ${first!.subject}`)
    expect(reminder!.text).toContain(`see ${first!.messageId} of `)
    const attached = reminder!.attachments.filter(({ disposition }) => disposition === 'attachment')
    expect(attached.map(({ filename }) => filename)).toEqual([
      'Power of attorney.pdf',
      'Trademark certificate.pdf',
      'picture.png',
      'xarf.json',
    ])
    const [newest] = (await get(`domain/${id}/enforcement`)).data
    expect(newest).toMatchObject({
      actionTaken: 'Reminder Sent',
      infrigementStatus: '11',
      abuseEmailId: 'takes@desk.test',
      mail: { state: 'sent' },
      createdBy: null,
    })
  })

  test('host and registrar by known abuse desks of exactly that name whose address works and was not notified; else skipped or paused', async () => {
    await setEscalation([step('host', 1), step('registrar', 1), step('reminder', 1)])
    const id = await findingWithNotice()
    await after(2)
    expect(await runOf(id)).toMatchObject({
      state: 'paused',
      kind: 'host',
      reason: 'No address for the host is known.',
    })
    const contact = (name: string, email: string) =>
      rows(
        db(),
        sql`insert into abuse_contacts (name, email, source) values (${name}, ${email}, 'Test') on conflict do nothing`,
      )
    await contact('Zonehost Reseller', 'takes.wrong@zone.test')
    await decide('resume', [await runOf(id)])
    await after(2)
    expect((await runOf(id)).state).toBe('paused')
    const entered = await decide('resume', [await runOf(id)], { email: 'takes.host@zone.test' })
    expect(entered.json()).toMatchObject({ changed: 1, unchanged: 0 })
    await after(2)
    expect((await emailsOf(id)).at(-1)!.to).toEqual(['takes.host@zone.test'])
    // The registrar's only abuse desk received the notice; later its address bounces.
    await rows(db(), sql`update abuse_contacts set created_by = null where email = 'takes@desk.test'`)
    await after(4)
    const [skipped] = (await runOf(id)).events.filter(({ what }: { what: string }) => what === 'skipped')
    expect(skipped).toMatchObject({ kind: 'registrar', reason: 'takes@desk.test was already notified.' })
    await rows(db(), sql`insert into bounced_addresses (email, reason) values ('takes@desk.test', '550')`)
    await after(8)
    expect((await runOf(id)).events.at(-2)).toMatchObject({
      what: 'skipped',
      reason: 'Email to takes@desk.test bounced.',
    })
    expect(await runOf(id)).toMatchObject({ state: 'done' })
    await rows(db(), sql`delete from bounced_addresses`)
    // The mail was no bounce: the step that was skipped because of it is due again, and only that one.
    const sentBefore = (await emailsOf(id)).length
    for (let n = 0; n < 2; n++) await repeatSkipped(at.testApp.app, 'Takes@desk.test')
    expect(await runOf(id)).toMatchObject({ state: 'waiting', kind: 'reminder' })
    for (const days of [9, 10]) await after(days)
    expect((await emailsOf(id)).slice(sentBefore).map(({ to }) => to)).toEqual([['takes@desk.test']])
    expect(await runOf(id)).toMatchObject({ state: 'done' })
    // The entered address is used for the next finding.
    const next = await findingWithNotice()
    await after(2)
    expect((await emailsOf(next)).at(-1)!.to).toEqual(['takes.host@zone.test'])
  })

  test('what the registry says of this very IP address comes before the known abuse desks', async () => {
    await setEscalation([step('host', 1)])
    await rows(
      db(),
      sql`insert into registrations (subject, outcome, name, emails) values ('ip:198.51.100.9', 'found', 'Z', '{takes.rdap@zone.test}')`,
    )
    const id = await findingWithNotice({ ipAddress: '198.51.100.9' })
    await after(2)
    expect((await emailsOf(id)).at(-1)!.to).toEqual(['takes.rdap@zone.test'])
  })

  test('the ICANN complaint is a task: whoever sent the notice is notified, once; marking it as done ends the run', async () => {
    await setEscalation([step('icann', 1)])
    const id = await findingWithNotice({ deskKind: 'registrar' })
    await after(2)
    await after(2)
    expect(await runOf(id)).toMatchObject({ state: 'task', kind: 'icann' })
    const tasks = await rows(
      db(),
      sql`select data->>'userId' as "userId" from pgboss.job where name = 'step-needs-person'`,
    )
    expect(tasks).toEqual([{ userId: at.world.people.analyst }])
    expect((await decide('finish', [await runOf(id)])).json()).toMatchObject({ changed: 1 })
    expect(await runOf(id)).toMatchObject({ state: 'done' })
  })
})

describe('a step that was removed from the escalation', () => {
  const stepsOf = async () =>
    (await rows<{ steps: { id: string }[] }>(db(), sql`select steps from escalations`))[0]!.steps
  const daysUntil = ({ nextAt }: { nextAt: string }) => (Date.parse(nextAt) - Date.now()) / 86_400_000

  test('while a finding was paused at it: the next step has its own due date, and not the address entered for the old one', async () => {
    await setEscalation([step('host', 1), step('reminder', 30)])
    const id = await findingWithNotice({ hosting: 'A host that nobody knows' })
    await after(2)
    expect(await runOf(id)).toMatchObject({ state: 'paused', kind: 'host' })
    await setEscalation((await stepsOf()).slice(1))
    expect((await decide('resume', [await runOf(id)], { email: 'takes.host@zone.test' })).json().changed).toBe(1)
    const run = await runOf(id)
    expect(run).toMatchObject({ state: 'waiting', kind: 'reminder' })
    expect(daysUntil(run)).toBeGreaterThan(28)
    await after(4)
    expect(await emailsOf(id)).toHaveLength(1)
    await after(32)
    expect((await emailsOf(id)).map(({ to }) => to)).toEqual([['takes@desk.test'], ['takes@desk.test']])
  })

  test('while it was due, or changed its kind: nothing is sent before its due date; without another step the run is done', async () => {
    await setEscalation([step('reminder', 1), step('reminder', 30)])
    const id = await findingWithNotice()
    await after(0)
    const [first, second] = await stepsOf()
    const due = () =>
      rows(db(), sql`update escalation_runs set next_at = now() - interval '1 minute' where finding_id = ${id}`)
    await due()
    await setEscalation([second!])
    await after(0)
    expect(await emailsOf(id)).toHaveLength(1)
    expect(daysUntil(await runOf(id))).toBeGreaterThan(28)
    await due()
    await setEscalation([{ ...second, kind: 'host' }])
    await after(0)
    expect(await runOf(id)).toMatchObject({ state: 'waiting', kind: 'host' })
    await due()
    await setEscalation([{ ...first, id: undefined, kind: 'icann', text: undefined }], { enabled: true })
    await after(0)
    expect(await runOf(id)).toMatchObject({ state: 'waiting', kind: 'icann' })
    await due()
    await rows(db(), sql`update escalations set steps = '[]'`)
    await after(0)
    const ended = await runOf(id)
    expect(ended).toMatchObject({ state: 'done', kind: null, nextAt: null })
    expect(ended.events.at(-1)).toMatchObject({ what: 'ended' })
  })

  test('deciding about a deleted or unknown finding is 404; a version out of range is 422', async () => {
    const id = await findingWithNotice()
    await after(0)
    const run = await runOf(id)
    expect((await decide('now', [{ ...run, version: 3_000_000_000 }])).statusCode).toBe(422)
    await rows(db(), sql`update findings set deleted_at = now() where id = ${id}`)
    for (const one of [run, { id: newId(), version: 1 }])
      expect((await decide('stop', [one], { reason: 'Gone' })).statusCode).toBe(404)
  })
})

describe('time zones and long pauses', () => {
  /** A notice that was sent at that instant and is recorded only now, when nothing is due. */
  const leftAt = async (sentAt: string) => {
    const id = await findingWithNotice()
    await rows(
      db(),
      sql`update mails m set sent_at = ${sentAt} from enforcements e where e.id = m.id and e.finding_id = ${id}`,
    )
    await rows(db(), sql`delete from escalation_inbox where id not in (select max(id) from escalation_inbox)`)
    await takeAfter(at.testApp.app, -20_000)
    return id
  }

  // Daylight saving begins or ends between the email and the step; a day that lacks the hour.
  test.each([
    ['Europe/Berlin', 10, 3, '2026-03-27T12:00:00Z', '2026-03-30T08:00:00.000Z'],
    ['Europe/Berlin', 10, 3, '2026-10-23T12:00:00Z', '2026-10-26T09:00:00.000Z'],
    ['Europe/Berlin', 2, 1, '2026-03-28T22:59:59Z', '2026-03-29T01:00:00.000Z'],
    ['America/Sao_Paulo', 0, 1, '2018-11-03T12:00:00Z', '2018-11-04T03:00:00.000Z'],
    ['America/Sao_Paulo', 10, 1, '2018-02-18T02:30:00Z', '2018-02-18T13:00:00.000Z'],
    ['Asia/Kolkata', 10, 1, '2026-03-04T18:29:59Z', '2026-03-05T04:30:00.000Z'],
    ['Asia/Kolkata', 10, 1, '2026-03-04T18:30:00Z', '2026-03-06T04:30:00.000Z'],
  ])('in %s at %i o’clock, %i days after %s', async (zone, hour, days, sentAt, dueAt) => {
    const { settings } = at.testApp.app
    const originalSettings = { businessZone: settings.businessZone, escalationHour: settings.escalationHour }
    Object.assign(settings, { businessZone: zone, escalationHour: hour })
    try {
      await setEscalation([step('reminder', days)])
      const run = await runOf(await leftAt(sentAt))
      expect(new Date(run.nextAt).toISOString()).toBe(dueAt)
    } finally {
      Object.assign(settings, originalSettings)
    }
  })

  test('after forty days of downtime one step runs, and the next one waits its full number of days', async () => {
    const id = await leftAt(new Date(Date.now() - 40 * 86_400_000).toISOString())
    for (let run = 0; run < 3; run++) await after(0)
    expect(await emailsOf(id)).toHaveLength(2)
    const { state, nextAt } = await runOf(id)
    expect(state).toBe('waiting')
    expect((Date.parse(nextAt) - Date.now()) / 86_400_000).toBeGreaterThan(3.5)
  })
})
