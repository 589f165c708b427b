import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { edits } from '#features/editing/server/testing.ts'
import { row, sql } from '#kit/server/db.ts'
import { setUpRevisitTests } from './testing-revisits.ts'
import { respondWith } from './testing-sites.ts'

const actions = setUpActionTests()
const { at } = actions
const { up, enforced, days, nextDay, proposalOf, seenOf } = setUpRevisitTests(actions)

test('an edited address loses what was seen at the old one: its proposal goes, and the new one is visited from the start', async () => {
  const { id } = await enforced('11', respondWith(404))
  const { id: other } = await enforced('11', respondWith(404))
  await days(4)
  expect([(await proposalOf(id))?.kind, (await proposalOf(other))?.kind]).toEqual(['success', 'success'])
  const url = up.sites.put('moved.test', respondWith(200, '<title>Still here</title>'))
  const day = await row<{ day: string }>(
    at.database.db,
    sql`select reporting_date as day from findings where id = ${id}`,
  )
  const { companies, brands } = at.world
  const calls = edits(
    at.testApp.server,
    { authorization: `Bearer ${at.tokens['analyst']!}` },
    {
      company: companies.parent,
      brand: brands.own,
      platform: 'website',
      reportingDate: day!.day,
    },
  )
  const rowOf = (await calls.fetch()).find((one) => one.id === id)!
  const saved = await calls.save([{ id, rowVersion: rowOf.rowVersion, url }])
  expect(saved.statusCode).toBe(200)
  await at.testApp.runJobs()
  expect(await proposalOf(id)).toBeUndefined()
  expect((await proposalOf(other))?.kind, 'of an address that was not edited').toBe('success')
  await nextDay()
  expect((await seenOf(id)).visits[0]).toMatchObject({ address: url, streak: 1, side: 'up' })
})
