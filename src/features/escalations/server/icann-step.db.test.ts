import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { complaintTexts } from '#features/case-files/messages.ts'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { escalationSetup, step } from './testing.ts'

const { at } = setUpActionTests()
const setup = escalationSetup(at)
const { setEscalation, findingWithNotice, finding, send, after, runOf, get } = setup
beforeAll(setup.open)
afterAll(setup.close)
beforeEach(async () => {
  await setup.reset()
  await setEscalation([step('reminder', 1), step('icann', 1)])
  await rows(at.database.db, sql`delete from pgboss.job where name = 'step-needs-person'`)
})

/** Runs both steps of an escalation. */
async function ended(id: string) {
  for (let n = 1; n < 5; n++) await after(2 * n)
  return runOf(id)
}
const tasks = () => rows(at.database.db, sql`select 1 from pgboss.job where name = 'step-needs-person'`)

test('phishing that the registrar was told about is a task', async () => {
  const id = await findingWithNotice({ deskKind: 'registrar' })
  expect(await ended(id)).toMatchObject({ state: 'task', kind: 'icann', reason: null })
  expect(await tasks()).toHaveLength(1)
})

test.each([
  ['what is no DNS abuse', { reasonCode: '234' }, 'host', complaintTexts.noDnsAbuse],
  ['without a notice to the registrar', {}, 'host', complaintTexts.noNotice],
  ['a name of a country', { domain: 'fake-shop.de' }, 'registrar', complaintTexts.ofCountry('de')],
])(
  '%s is no task: the step is skipped, and the list and the history say why',
  async (_what, more, deskKind, reason) => {
    const id = await finding(more)
    await send(id, { deskKind })
    const run = await ended(id)
    expect(run).toMatchObject({ state: 'done', kind: null, reason })
    expect(run.events.slice(-2)).toMatchObject([{ what: 'skipped', kind: 'icann', reason }, { what: 'ended' }])
    expect(await tasks()).toEqual([])
    const listed = (await get('next-steps?state=done')).docs.find(
      ({ findingId }: { findingId: string }) => findingId === id,
    )
    expect(listed).toMatchObject({ reason })
  },
)
