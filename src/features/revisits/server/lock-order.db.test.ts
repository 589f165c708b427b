import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { inTransaction } from '#kit/server/db.ts'
import { kitPage } from '#kit/server/testing-markup.ts'
import { locksWaitedFor } from '#kit/server/testing.ts'
import { website } from '#platforms/website.ts'
import { setUpRevisitTests } from './testing-revisits.ts'
import { respondWith } from './testing-sites.ts'
import { foldClocks } from './update-clocks.ts'

const actions = setUpActionTests()
const { at, one, post } = actions
const { enforced, nextDay, seenOf } = setUpRevisitTests(actions)

test('a visit is stored while somebody decides about its finding: it waits for the finding before it has the watch', async () => {
  const { id } = await enforced('11', respondWith(200, kitPage('Shop', 1), { 'content-type': 'text/html' }))
  const { begun } = await inTransaction(at.database.pool, async ({ client }) => {
    await client.query('select from findings where id = $1 for update', [id])
    const visit = nextDay()
    await expect.poll(() => locksWaitedFor(at.database)).toBe(1)
    await client.query('select from finding_watches where finding_id = $1 for update nowait', [id])
    return { begun: visit }
  })
  await begun
  expect((await seenOf(id)).visits[0]).toMatchObject({ side: 'up', streak: 1 })
})

test('new clocks of findings that somebody decides about are left for the next time', async () => {
  const id = await one(website, '22')
  const facts = { registrar: 'Keeper', ipAddress: '203.0.113.7', hosting: 'Host', date: '2026-03-04' }
  await post(
    `website/${id}/enforcement`,
    { ...facts, actionTaken: 'Reminder Sent', infrigementStatus: '11' },
    'analyst',
  )
  const isWatched = async () => {
    await foldClocks(at.testApp.app, 1)
    return (await at.database.pool.query('select from finding_watches where finding_id = $1', [id])).rowCount === 1
  }
  await inTransaction(at.database.pool, async ({ client }) => {
    await client.query('select from findings where id = $1 for update', [id])
    expect(await isWatched()).toBe(false)
    // Who has the finding may come for its clock now.
    await client.query('select from finding_clocks where finding_id = $1 for update nowait', [id])
  })
  expect(await isWatched()).toBe(true)
})
