import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Run, SearchedDomain } from '#features/domain-search/contract-schemas.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { TestDatabase } from '#kit/server/testing.ts'
import { searchDue } from './run-searches.ts'
import { type TestDomains, testDomains } from './testing-domains.ts'

type Answer = ReturnType<typeof injectOf>
const injectOf = (server: FastifyInstance) => server.inject({})

/** The parts of the shared test setup that these helpers use. */
type ActionTests = {
  at: {
    database: TestDatabase
    testApp: { app: AppContext }
    world: { companies: { parent: string }; brands: { own: string } }
  }
  get: (path: string, who?: string) => Answer
  post: (path: string, payload: object, who?: string) => Answer
}

/** For tests: a local world of domains, emptied before each test, and the calls of domain search. */
export function setUpSearchTests({ at, get, post }: ActionTests) {
  const up = {} as { world: TestDomains }
  beforeAll(async () => {
    up.world = await testDomains(at.database.db)
  })
  afterAll(() => up.world.close())
  beforeEach(async () => {
    up.world.sites.zone.clear()
    up.world.registry.clear()
    up.world.certificates.length = 0
    await at.database.pool.query(`delete from domain_candidates; delete from searched_domains; delete from domain_runs;
      delete from domain_schedules; delete from findings; delete from white_lists; delete from registrations;
      delete from server_budgets`)
  })
  const own = () => ({ company: at.world.companies.parent, brand: at.world.brands.own })
  return {
    up,
    own,
    save: (body: object = {}, who = 'admin') =>
      post('domain-search-schedule/save', { ...own(), keywords: 'acme', ...body }, who),
    search: (options?: Parameters<typeof searchDue>[2]) => searchDue(at.testApp.app, up.world.deps, options),
    schedules: async () =>
      (await get('domain-search-schedule/list', 'admin')).json().docs as {
        id: string
        createdAt: string
        lastRun: Run
      }[],
    searched: async (query = '', who = 'analyst') =>
      (await get(`domain-search-schedule/fetch-searched-domains?${query}`, who)).json().docs as SearchedDomain[],
  }
}
