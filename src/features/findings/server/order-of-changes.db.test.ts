import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { inTransaction, rows, sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { setStatuses } from './status-queries.ts'

const { at, post, one } = setUpActionTests()

test('the log has the changes of a finding in the order in which they happened, whoever began first', async () => {
  const id = await one(domain, '33')
  const actor = { userId: at.world.people.admin, username: 'admin' }
  const scope = { platform: domain.value, companyIds: undefined, brandIds: undefined }
  await inTransaction(at.database.pool, async ({ db }) => {
    // The transaction has begun; somebody else decides before it comes to the finding.
    await rows(db, sql`select now()`)
    const decision = { platform: 'domain', statusfrom: '33', status: '22' }
    expect((await post(`decisions/one/${id}`, decision, 'admin')).statusCode).toBe(200)
    await setStatuses(db, actor, { platform: domain, module: 'edit', scope, moves: [{ id, to: '11' }] })
  })
  const log = await rows<{ move: string; isMoment: boolean }>(
    at.database.db,
    sql`select l.status_from || ' to ' || l.status_to as move, l.at = f.updated_at as "isMoment"
      from status_log l join findings f on f.id = l.finding_id where l.finding_id = ${id} order by l.at, l.id`,
  )
  expect(log.slice(-2)).toEqual([
    { move: '33 to 22', isMoment: false },
    { move: '22 to 11', isMoment: true },
  ])
})
