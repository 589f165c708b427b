import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { countDeskScores, scoresOf } from './desk-scores.ts'

const { at, own } = setUpActionTests()

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
