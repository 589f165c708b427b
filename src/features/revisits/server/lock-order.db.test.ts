import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { kitPage } from '#kit/server/testing-markup.ts'
import { locksWaitedFor } from '#kit/server/testing.ts'
import { setUpRevisitTests } from './testing-revisits.ts'
import { respondWith } from './testing-sites.ts'

const actions = setUpActionTests()
const { at } = actions
const { enforced, nextDay, seenOf } = setUpRevisitTests(actions)

test('a visit is stored while somebody decides about its finding: it waits for the finding before it has the watch', async () => {
  const { id } = await enforced('11', respondWith(200, kitPage('Shop', 1), { 'content-type': 'text/html' }))
  const other = await at.database.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from findings where id = $1 for update', [id])
    const visit = nextDay()
    await expect.poll(() => locksWaitedFor(at.database)).toBe(1)
    await other.query('select from finding_watches where finding_id = $1 for update nowait', [id])
    await other.query('commit')
    await visit
  } finally {
    other.release(true)
  }
  expect((await seenOf(id)).visits[0]).toMatchObject({ side: 'up', streak: 1 })
})
