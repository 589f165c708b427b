import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { setUpRevisitTests } from './testing-revisits.ts'
import { respondWith } from './testing-sites.ts'

const actions = setUpActionTests()
const { at } = actions
const { up, enforced, nextDay, seenOf } = setUpRevisitTests(actions)

test('a redirect to a white-listed host counts as down only if the list covers the platform of the finding', async () => {
  const listed = async (platform: string | null, host: string) => {
    const { parent } = at.world.companies
    const id = newId()
    await rows(
      at.database.db,
      sql`insert into white_lists (id, company_id, platform, enabled, urls) values (${id}, ${parent}, ${platform}, true, 1)`,
    )
    await rows(
      at.database.db,
      sql`insert into white_list_entries (list_id, company_id, position, normalised) values (${id}, ${parent}, 1, ${host})`,
    )
  }
  await listed(null, 'everywhere.test')
  await listed('website', 'sites.test')
  await listed('e-commerce', 'shops.test')
  const to = (host: string) => {
    const location = up.sites.put(host, respondWith(200, '<title>Shop</title>'), '/')
    return enforced('11', (answer) => answer.writeHead(302, { location }).end())
  }
  const found = []
  for (const host of ['everywhere.test', 'sites.test', 'shops.test']) found.push(await to(host))
  await nextDay()
  const sides = []
  for (const { id } of found) sides.push((await seenOf(id)).visits[0].side)
  expect(sides).toEqual(['down', 'down', 'up'])
})
