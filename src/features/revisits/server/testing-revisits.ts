import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Proposal } from '#features/revisits/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { TestDatabase } from '#kit/server/testing.ts'
import type { Platform } from '#platforms/platform.ts'
import { website } from '#platforms/website.ts'
import { openRevisits } from './open-revisits.ts'
import { type Site, type TestSites, testSites } from './testing-sites.ts'
import { foldClocks } from './update-clocks.ts'
import { type RevisitDeps, visitDue } from './visit-due.ts'

/** The parts of the shared test setup that these helpers use. */
type ActionTests = {
  at: { database: TestDatabase; testApp: { server: FastifyInstance; app: AppContext }; tokens: Record<string, string> }
  post: (path: string, payload: object, who?: string) => ReturnType<typeof injectOf>
  one: (platform: Platform, status: string, more?: object) => Promise<string>
}
const injectOf = (server: FastifyInstance) => server.inject({})

/** For tests: the values of an enforcement form. */
export const noticeForm = { registrar: 'Keeper', ipAddress: '203.0.113.7', hosting: 'Host', date: '2026-03-04' }

/** For tests: web sites of their own, visits with short waits, and the calls about them. `up` is set in beforeAll. */
export function setUpRevisitTests({ at, post, one }: ActionTests) {
  const up = {} as { sites: TestSites; revisitDeps: RevisitDeps }
  let sitesMade = 0
  beforeAll(async () => {
    up.sites = await testSites()
    up.revisitDeps = openRevisits(up.sites.settings)
    at.testApp.app.settings.revisits = true
  })
  afterAll(async () => {
    await up.revisitDeps.visitor.egress.close()
    await up.sites.close()
  })
  beforeEach(async () => {
    await at.database.pool.query('delete from finding_watches; delete from visit_hosts; delete from visit_minutes')
  })

  const get = (path: string, who = 'analyst') =>
    at.testApp.server.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${at.tokens[who]!}` } })
  const app = () => at.testApp.app

  /** A finding on its own site that was enforced with this status. */
  async function enforced(status: string, site: Site) {
    const host = `site-${++sitesMade}.test`
    const id = await one(website, '33', { url: up.sites.put(host, site) })
    await post(
      `website/${id}/enforcement`,
      { ...noticeForm, actionTaken: 'Reminder Sent', infrigementStatus: status },
      'analyst',
    )
    await foldClocks(app(), up.revisitDeps.hours)
    return { id, host, turns: (next: Site) => up.sites.put(host, next) }
  }

  /** Simulates that a day has passed for every watch, and visits what is due. */
  async function nextDay(pace: Partial<RevisitDeps> = {}) {
    await at.database.pool.query(`
      update finding_watches set next_at = now() - interval '1 second', first_at = first_at - interval '1 day',
        counted_at = counted_at - interval '1 day';
      update finding_visits set at = at - interval '1 day';
      delete from visit_hosts; delete from visit_minutes`)
    await visitDue(app(), { ...up.revisitDeps, ...pace })
  }
  const days = async (count: number) => {
    for (let day = 0; day < count; day++) await nextDay()
  }
  const seenOf = async (id: string) => (await get(`enforcement/visits/${id}`)).json()
  const proposals = async (query = '') =>
    (await get(`enforcement/proposals?perPage=100&${query}`)).json() as {
      docs: Proposal[]
      totalDocs: number
      counts: { success: number; reopen: number }
    }
  const proposalOf = async (id: string) => (await proposals()).docs.find(({ findingId }) => findingId === id)
  const decide = (ids: string[], accept = true, who = 'analyst') =>
    post('enforcement/proposals/decide', { ids, accept }, who)

  return { up, get, app, enforced, nextDay, days, seenOf, proposals, proposalOf, decide }
}
