import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { linesOfPdf } from '#kit/server/testing-pdf.ts'
import { domain } from '#platforms/domain.ts'
import { caseFileHelpers } from './testing.ts'

const { at, one } = setUpActionTests()
const { made, zipOf } = caseFileHelpers(at)

/** A finding with a notice and an answer that was read as `from` and, if `corrected`, is `kind` by a person's word. */
async function answered(kind: string, from: string | null): Promise<string> {
  const finding = await one(domain, '22', {})
  const record = newId()
  const { companies, people } = at.world
  await rows(
    at.database.db,
    sql`insert into enforcements (id, company_id, finding_id, status, action_taken, action_date, created_by)
      values (${record}, ${companies.parent}, ${finding}, '11', 'Abuse E-mail Sent', '2026-03-04', ${people.analyst})`,
  )
  await rows(
    at.database.db,
    sql`insert into inbound_mails (id, name, kind, sender, subject, body, enforcement_id, received_at, corrected_from, corrected_by, corrected_at)
      values (${newId()}, ${record}, ${kind}, 'desk@desk.test', 'Re: Infringement', 'Thank you.', ${record}, '2026-03-05T10:00:00Z',
        ${from}, ${from && people.admin}, ${from && '2026-03-06T22:00:00Z'})`,
  )
  return finding
}

test('the type of an answer that a person corrected is said to be, with what was read, by whom and when', async () => {
  const zip = unzipSync(
    await zipOf(
      await made([
        await answered('automatic', 'reply'),
        await answered('reply', null),
        await answered('reply', 'reply'),
      ]),
    ),
  )
  const json = (name: string) => JSON.parse(strFromU8(zip[name]!))
  const [person] = await rows<{ name: string }>(
    at.database.db,
    sql`select first_name || ' ' || last_name as name from users where id = ${at.world.people.admin}`,
  )
  const whatOf = (n: number) =>
    json(`findings/00${n}/history.json`).find(({ kind }: { kind: string }) => kind === 'answer').what
  // In India it is the day after.
  const corrected = `Automatic reply (read as Reply; corrected by ${person!.name} on 07/03/2026)`
  expect(whatOf(1)).toBe(`${corrected}: Re: Infringement`)
  expect(whatOf(2)).toBe('Reply: Re: Infringement')
  expect(whatOf(3)).toBe(`Reply (as read; last changed by ${person!.name} on 07/03/2026): Re: Infringement`)
  const answerOf = (n: number) => json(`findings/00${n}/enforcement/01.json`).answers[0]
  expect(answerOf(1)).toMatchObject({
    kind: 'automatic',
    corrected: { from: 'reply', by: person!.name, at: expect.stringMatching(/^2026-03-06T22:00:00/) },
  })
  expect(answerOf(2).corrected).toBeNull()
  const lines = linesOfPdf(Buffer.from(zip['file.pdf']!)).flat().join(' ')
  expect(lines).toContain(`${corrected} from desk@desk.test`)
  expect(lines).toContain(`${corrected}: Re:`)
})
