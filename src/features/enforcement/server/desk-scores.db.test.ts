import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { countDeskScores, scoresOf } from './desk-scores.ts'
import { configureNotices } from './testing.ts'

const { at, own, one, post } = setUpActionTests()

test('a desk’s notices are counted by kind of harm and action: answered by a person, bounced, down within days', async () => {
  const ids = [
    ...(await own(domain, ['11', '11', '11'], { reason: 'Phishing', reasonCode: '12201' })),
    // Another spelling of the reason and another code of the same kind.
    ...(await own(domain, ['11'], { reason: 'phishing page', reasonCode: '12202' })),
    ...(await own(domain, ['11'], { reason: 'Fake goods', reasonCode: '234' })),
  ]
  const { db } = at.database
  const records = ids.map((finding) => ({ finding, id: newId() }))
  for (const { finding, id } of records) {
    await rows(
      db,
      sql`insert into enforcements (id, company_id, finding_id, action_taken, action_date, status, abuse_email)
        values (${id}, ${at.world.companies.parent}, ${finding}, 'Abuse E-mail Sent', '2026-03-04', '11', 'Abuse@Score.test')`,
    )
    await rows(
      db,
      sql`insert into mails (id, kind, recipient, subject, text_body, sent_at)
        values (${id}, 'enforcement', 'abuse@score.test', 's', 't', '2026-03-04T10:00:00Z')`,
    )
  }
  const [soon, late, before] = records
  for (const [record, day] of [
    [soon, '2026-03-04T20:00:00Z'],
    [late, '2026-03-20T10:00:00Z'],
    [before, '2026-03-01T10:00:00Z'],
  ] as const)
    await rows(db, sql`update finding_clocks set unreachable_at = ${day} where finding_id = ${record!.finding}`)
  for (const [record, kind, doubt] of [
    [soon, 'reply', null],
    [soon, 'automatic', null],
    [late, 'automatic', null],
    [before, 'bounce', null],
    [before, 'reply', 'claimed'],
  ] as const)
    await rows(
      db,
      sql`insert into inbound_mails (id, name, kind, enforcement_id, doubt)
        values (${newId()}, ${newId()}, ${kind}, ${record!.id}, ${doubt})`,
    )
  await countDeskScores(db)
  await countDeskScores(db)
  expect([...(await scoresOf(db, ['abuse@score.test', 'other@score.test'])).values()]).toEqual([
    [
      expect.objectContaining({
        harm: 'phishing',
        actionTaken: 'Abuse E-mail Sent',
        sent: 4,
        bounced: 1,
        answered: 1,
        down1: 1,
        down7: 1,
        down30: 2,
        down: 2,
      }),
      expect.objectContaining({ harm: 'counterfeit', sent: 1, bounced: 0, answered: 0, down: 0 }),
    ],
  ])
})

test('notices with another text are counted apart, and shown while choosing; the same text again is the same', async () => {
  const { db } = at.database
  const target = { registrar: 'Textnames', ipAddress: '203.0.113.7', hosting: 'Zonehost' }
  await rows(
    db,
    sql`insert into registrations (subject, outcome, name, emails, source)
      values ('domain:texts.test', 'found', 'Textnames', '{abuse@texts.test}', 'rdap')`,
  )
  await configureNotices({ at, post }, ['The first text about {{url}}.'])
  const send = async (name: string) => {
    const id = await one(domain, '22', { domain: name, url: null, ...target })
    const notice = {
      ...target,
      actionTaken: 'Abuse E-mail Sent',
      date: '2026-03-04',
      abusiveEmailId: 'Abuse@texts.test',
    }
    const sent = await post(`domain/${id}/sendEnforcementMail`, notice, 'analyst')
    expect(sent.statusCode, sent.body).toBe(200)
    await rows(db, sql`update mails set sent_at = now() where id = ${sent.json().data[0].id}`)
    return id
  }
  const setText = (text: string) =>
    rows(
      db,
      sql`update enforcement_configurations set mail_body = ${[text]}::text[]
        where brand_id = ${at.world.brands.own} and platform = 'domain'`,
    )
  await send('a.texts.test')
  await setText('The second text about {{url}}.')
  for (const name of ['b.texts.test', 'c.texts.test']) await send(name)
  await setText('The first text about {{url}}.')
  const id = await send('d.texts.test')
  await countDeskScores(db)
  const plan = await post('enforcement/send-plan', { platform: 'domain', recordIds: [id] }, 'analyst')
  const text = { brand: 'Acme One', platform: 'domain', since: expect.any(String) }
  expect(plan.json().groups[0].scores).toEqual([
    expect.objectContaining({ harm: 'phishing', sent: 2, text: { ...text, number: 2 } }),
    expect.objectContaining({ harm: 'phishing', sent: 2, text: { ...text, number: 1 } }),
  ])
})
