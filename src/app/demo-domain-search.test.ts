import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { domainSearchOf } from '#app/open-domain-search.ts'
import { setUpActionTests } from '#app/testing-world.ts'
import { type DemoWeb, openDemoWeb } from '#features/demo/server/small-web/open-demo-web.ts'
import { demoLookalikes } from '#features/demo/server/small-web/sites.ts'
import { searchDue } from '#features/domain-search/server/run-searches.ts'
import { openEgress } from '#kit/server/egress.ts'

const { at, get, post } = setUpActionTests()
let web: DemoWeb
beforeAll(async () => {
  web = await openDemoWeb()
})
afterAll(() => web.close())

test('in the demo world a schedule finds the look-alikes of its small web, and asks nobody else', async () => {
  const { mark } = demoLookalikes[0]!
  const egress = openEgress({ ownServers: web.ownServers })
  const app = { ...at.testApp.app, egress }
  const search = domainSearchOf(readConfig({ BRANDKEEP_DATA: tmpdir(), BRANDKEEP_DEMO: '1' }))!(app)
  const { parent: company } = at.world.companies
  const saved = await post(
    'domain-search-schedule/save',
    { company, brand: at.world.brands.own, keywords: mark },
    'admin',
  )
  expect(saved.statusCode).toBe(200)
  await searchDue(app, search.search)
  const [schedule] = (await get('domain-search-schedule/list', 'admin')).json().docs
  expect(schedule.lastRun).toMatchObject({ state: 'Completed', unknown: 0, throttled: 0 })
  const { docs } = (await get('domain-search-schedule/fetch-searched-domains', 'analyst')).json()
  const found = docs.map((one: { domain: string }) => one.domain)
  // A search of certificates finds names that hold the keyword; misspelled ones under .example are made by nobody.
  const keyword = mark.toLowerCase()
  const expected = demoLookalikes.filter((one) => one.domain.includes(keyword) && one.kind !== 'empty')
  expect(found.sort()).toEqual(expected.map(({ domain }) => domain).sort())
  expect(docs.every((one: { registrar: string | null }) => one.registrar !== null)).toBe(true)
  await egress.close()
}, 60_000)
