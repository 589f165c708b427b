import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deedsHouse } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { ladderDesk, step, takeAfter } from './testing.ts'

const { at } = deedsHouse()
const desk = ladderDesk(at)
const { setLadder, noticed, after, get, runOf, lettersOf, decide } = desk
const db = () => at.database.db
beforeAll(desk.open)
afterAll(desk.close)
beforeEach(desk.empty)

describe('a ladder goes on by itself', () => {
  test('it begins when the mail server took the notice; each step counts from the letter before; the last is its end', async () => {
    const id = await noticed()
    await after(0)
    const begun = await runOf(id)
    expect(begun).toMatchObject({ state: 'waiting', kind: 'reminder', notice: { to: 'takes@desk.test' } })
    // Ten o'clock in the business zone (UTC+5:30), three days after.
    expect(begun.nextAt).toMatch(/T04:30:00/)
    expect((Date.parse(begun.nextAt) - Date.parse(begun.notice.at)) / 86_400_000).toBeGreaterThan(2)
    await after(2)
    expect(await lettersOf(id)).toHaveLength(1)
    await after(4)
    expect(await lettersOf(id)).toHaveLength(2)
    // Although it is late, the next step waits its own days.
    await after(4)
    await after(4)
    expect(await lettersOf(id)).toHaveLength(2)
    expect(await runOf(id)).toMatchObject({ state: 'waiting', kind: 'reminder' })
    await after(10)
    await after(10)
    expect(await lettersOf(id)).toHaveLength(3)
    const ended = await runOf(id)
    expect(ended).toMatchObject({ state: 'done', kind: null, nextAt: null })
    expect(ended.events.map(({ what }: { what: string }) => what)).toEqual(['began', 'sent', 'sent', 'ended'])
    await after(100)
    expect(await lettersOf(id)).toHaveLength(3)
  })

  test('its letter belongs to the notice’s thread, tells its Message-ID and carries report and documents; the record says what was done', async () => {
    const id = await noticed()
    await after(4)
    const [first, reminder] = await Promise.all((await lettersOf(id)).map(({ text }) => PostalMime.parse(text)))
    expect(reminder!.inReplyTo).toBe(first!.messageId)
    expect(reminder!.references).toBe(first!.messageId)
    expect(reminder!.messageId).not.toBe(first!.messageId)
    expect(reminder!.subject).toBe(`Re: ${first!.subject}`)
    expect(reminder!.text).toContain(`see ${first!.messageId} of `)
    expect(reminder!.attachments.map(({ filename }) => filename)).toEqual([
      'Power of attorney.pdf',
      'Trademark certificate.pdf',
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

  test('host and registrar by their known desks of exactly that name, one that takes mail and was not told; else skipped or paused', async () => {
    await setLadder([step('host', 1), step('registrar', 1), step('reminder', 1)])
    const id = await noticed()
    await after(2)
    expect(await runOf(id)).toMatchObject({
      state: 'paused',
      kind: 'host',
      reason: 'No address for the host is known.',
    })
    const contact = (name: string, email: string) =>
      rows(db(), sql`insert into abuse_contacts (name, email) values (${name}, ${email}) on conflict do nothing`)
    await contact('Zonehost Reseller', 'takes.wrong@zone.test')
    await decide('resume', [await runOf(id)])
    await after(2)
    expect((await runOf(id)).state).toBe('paused')
    const entered = await decide('resume', [await runOf(id)], { email: 'takes.host@zone.test' })
    expect(entered.json()).toMatchObject({ changed: 1, left: 0 })
    await after(2)
    expect((await lettersOf(id)).at(-1)!.to).toEqual(['takes.host@zone.test'])
    // The registrar's only desk was the notice's own; the next one's address bounced.
    await rows(db(), sql`update abuse_contacts set created_by = null where email = 'takes@desk.test'`)
    await after(4)
    const [skipped] = (await runOf(id)).events.filter(({ what }: { what: string }) => what === 'skipped')
    expect(skipped).toMatchObject({ kind: 'registrar', reason: 'takes@desk.test was told before.' })
    await rows(db(), sql`insert into bounced_addresses (email, reason) values ('takes@desk.test', '550')`)
    await after(8)
    expect((await runOf(id)).events.at(-2)).toMatchObject({
      what: 'skipped',
      reason: 'Mail to takes@desk.test came back.',
    })
    expect(await runOf(id)).toMatchObject({ state: 'done' })
    await rows(db(), sql`delete from bounced_addresses`)
    // What was entered is known for the next finding.
    const next = await noticed()
    await after(2)
    expect((await lettersOf(next)).at(-1)!.to).toEqual(['takes.host@zone.test'])
  })

  test('what the registry said of this very address comes before the known desks', async () => {
    await setLadder([step('host', 1)])
    await rows(
      db(),
      sql`insert into registrations (subject, outcome, name, emails) values ('ip:198.51.100.9', 'found', 'Z', '{takes.rdap@zone.test}')`,
    )
    const id = await noticed({ ipAddress: '198.51.100.9' })
    await after(2)
    expect((await lettersOf(id)).at(-1)!.to).toEqual(['takes.rdap@zone.test'])
  })

  test('the ICANN complaint is a task: whoever sent the notice is to be told, once; it ends when it is done', async () => {
    await setLadder([step('icann', 1)])
    const id = await noticed()
    await after(2)
    await after(2)
    expect(await runOf(id)).toMatchObject({ state: 'task', kind: 'icann' })
    const asked = await rows(
      db(),
      sql`select data->>'userId' as "userId" from pgboss.job where name = 'step-needs-person'`,
    )
    expect(asked).toEqual([{ userId: at.world.people.analyst }])
    expect((await decide('finish', [await runOf(id)])).json()).toMatchObject({ changed: 1 })
    expect(await runOf(id)).toMatchObject({ state: 'done' })
  })
})

describe('a step that was taken off the ladder', () => {
  const stepsOf = async () => (await rows<{ steps: { id: string }[] }>(db(), sql`select steps from ladders`))[0]!.steps
  const daysUntil = ({ nextAt }: { nextAt: string }) => (Date.parse(nextAt) - Date.now()) / 86_400_000

  test('while a finding rested on it: what is next has days of its own, and not the address that was meant for the other', async () => {
    await setLadder([step('host', 1), step('reminder', 30)])
    const id = await noticed({ hosting: 'A host that nobody knows' })
    await after(2)
    expect(await runOf(id)).toMatchObject({ state: 'paused', kind: 'host' })
    await setLadder((await stepsOf()).slice(1))
    expect((await decide('resume', [await runOf(id)], { email: 'takes.host@zone.test' })).json().changed).toBe(1)
    const run = await runOf(id)
    expect(run).toMatchObject({ state: 'waiting', kind: 'reminder' })
    expect(daysUntil(run)).toBeGreaterThan(28)
    await after(4)
    expect(await lettersOf(id)).toHaveLength(1)
    await after(32)
    expect((await lettersOf(id)).map(({ to }) => to)).toEqual([['takes@desk.test'], ['takes@desk.test']])
  })

  test('while it was due, or became another kind: nothing leaves before its day; without another step it is the end', async () => {
    await setLadder([step('reminder', 1), step('reminder', 30)])
    const id = await noticed()
    await after(0)
    const [first, second] = await stepsOf()
    const due = () =>
      rows(db(), sql`update ladder_runs set next_at = now() - interval '1 minute' where finding_id = ${id}`)
    await due()
    await setLadder([second!])
    await after(0)
    expect(await lettersOf(id)).toHaveLength(1)
    expect(daysUntil(await runOf(id))).toBeGreaterThan(28)
    await due()
    await setLadder([{ ...second, kind: 'host' }])
    await after(0)
    expect(await runOf(id)).toMatchObject({ state: 'waiting', kind: 'host' })
    await due()
    await setLadder([{ ...first, id: undefined, kind: 'icann', text: undefined }], { enabled: true })
    await after(0)
    expect(await runOf(id)).toMatchObject({ state: 'waiting', kind: 'icann' })
    await due()
    await rows(db(), sql`update ladders set steps = '[]'`)
    await after(0)
    const ended = await runOf(id)
    expect(ended).toMatchObject({ state: 'done', kind: null, nextAt: null })
    expect(ended.events.at(-1)).toMatchObject({ what: 'ended' })
  })

  test('deciding about a finding that was deleted, or never was, is 404; a version that no number holds is 422', async () => {
    const id = await noticed()
    await after(0)
    const run = await runOf(id)
    expect((await decide('now', [{ ...run, version: 3_000_000_000 }])).statusCode).toBe(422)
    await rows(db(), sql`update findings set deleted_at = now() where id = ${id}`)
    for (const one of [run, { id: newId(), version: 1 }])
      expect((await decide('stop', [one], { reason: 'Gone' })).statusCode).toBe(404)
  })
})

describe('days that are not like others', () => {
  /** A notice that left then, heard of only now; nothing is due at that moment. */
  const leftAt = async (sentAt: string) => {
    const id = await noticed()
    await rows(
      db(),
      sql`update mails m set sent_at = ${sentAt} from enforcements e where e.id = m.id and e.finding_id = ${id}`,
    )
    await rows(db(), sql`delete from ladder_news where id not in (select max(id) from ladder_news)`)
    await takeAfter(at.house.house, -20_000)
    return id
  }

  // The clock goes forward, or back, between the letter and the step; a day that has no such hour.
  test.each([
    ['Europe/Berlin', 10, 3, '2026-03-27T12:00:00Z', '2026-03-30T08:00:00.000Z'],
    ['Europe/Berlin', 10, 3, '2026-10-23T12:00:00Z', '2026-10-26T09:00:00.000Z'],
    ['Europe/Berlin', 2, 1, '2026-03-28T22:59:59Z', '2026-03-29T01:00:00.000Z'],
    ['America/Sao_Paulo', 0, 1, '2018-11-03T12:00:00Z', '2018-11-04T03:00:00.000Z'],
    ['America/Sao_Paulo', 10, 1, '2018-02-18T02:30:00Z', '2018-02-18T13:00:00.000Z'],
    ['Asia/Kolkata', 10, 1, '2026-03-04T18:29:59Z', '2026-03-05T04:30:00.000Z'],
    ['Asia/Kolkata', 10, 1, '2026-03-04T18:30:00Z', '2026-03-06T04:30:00.000Z'],
  ])('in %s at %i o’clock, %i days after %s', async (zone, hour, days, sentAt, dueAt) => {
    const { settings } = at.house.house
    const usual = { businessZone: settings.businessZone, ladderHour: settings.ladderHour }
    Object.assign(settings, { businessZone: zone, ladderHour: hour })
    try {
      await setLadder([step('reminder', days)])
      const run = await runOf(await leftAt(sentAt))
      expect(new Date(run.nextAt).toISOString()).toBe(dueAt)
    } finally {
      Object.assign(settings, usual)
    }
  })

  test('after forty days in which nothing ran one step is taken, and the next has days of its own', async () => {
    const id = await leftAt(new Date(Date.now() - 40 * 86_400_000).toISOString())
    for (let run = 0; run < 3; run++) await after(0)
    expect(await lettersOf(id)).toHaveLength(2)
    const { state, nextAt } = await runOf(id)
    expect(state).toBe('waiting')
    expect((Date.parse(nextAt) - Date.now()) / 86_400_000).toBeGreaterThan(3.5)
  })
})
