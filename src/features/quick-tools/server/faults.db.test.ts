import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { toolRunner } from '#features/tool-jobs/server/run-tool-job.ts'
import { rows, sql } from '#kit/server/db.ts'
import { openEgress } from '#kit/server/egress.ts'
import { runNextJob } from '#kit/server/run-queue.ts'
import { runWithExpiredLease } from '#kit/server/testing-queue.ts'
import { probeAll } from './probe-sources.ts'
import { quickToolRunner } from './quick-tool-runner.ts'
import { setUpQuickToolTests } from './testing.ts'

const { at } = setUpActionTests()
const { outside, call, done, queue, listed, fileOf } = setUpQuickToolTests(at)

describe('sources that do not answer as they should', () => {
  test('429 and 503 are waited for, and the other jobs wait as well', async () => {
    const { standIns } = outside
    standIns.fail('meesho', { status: 429, headers: { 'retry-after': '1' } }, { status: 503 })
    const { found } = await done({ report: 'meesho', urls: 'acme' })
    expect(found).toHaveLength(6)
    const paused = await rows<{ server: string }>(
      at.database.db,
      sql`select server from server_budgets where server = ${new URL(standIns.base).host}`,
    )
    expect(paused).toHaveLength(1)
  })

  test('a term that fails says why and the others have their results; a job whose every line failed is Failed', async () => {
    outside.standIns.fail('twitter', {
      status: 400,
      body: '{"title":"Invalid Request","errors":[{"message":"bad query"}]}',
    })
    const mixed = await done({ report: 'twitter', urls: 'first\nsecond' })
    expect(mixed.lines.map(({ result }) => result)).toEqual(['X refused: bad query', 'OK'])
    expect(mixed.job).toMatchObject({ status: 'Completed', failed: 1 })
    const long = 'x'.repeat(2000)
    const failed = await done({ report: 'twitter', urls: long })
    expect(failed.job.status).toBe('Failed')
    expect(failed.job.problem).toContain('The term is longer than the 480 characters that this source takes')
  })

  test('garbage, a cut connection and pages without products: the source has changed, and the job says so', async () => {
    const changed = { status: 200, body: '<html><title>Flipkart</title><div>All new!</div></html>' }
    outside.standIns.fail('flipkart', changed, changed)
    const { job } = await done({ report: 'flipkart', urls: 'acme' })
    expect(job).toMatchObject({
      status: 'Failed',
      problem: "The source has changed: Flipkart: its result page has no product and does not say 'no results'",
    })
    const [check] = await rows(at.database.db, sql`select outcome from source_checks where source = 'flipkart'`)
    expect(check).toEqual({ outcome: 'changed' })
    // The next job that it answers takes the mark back.
    expect((await done({ report: 'flipkart', urls: 'acme' })).job.status).toBe('Completed')
    const [again] = await rows(at.database.db, sql`select outcome from source_checks where source = 'flipkart'`)
    expect(again).toEqual({ outcome: 'answered' })
    outside.standIns.fail('meesho', 'garbage', 'garbage')
    expect((await done({ report: 'meesho', urls: 'acme' })).job.problem).toContain('The source has changed: Meesho')
    outside.standIns.fail('pinterest', 'cut')
    expect((await done({ report: 'pinterest', urls: 'acme' })).found).toHaveLength(5)
    outside.standIns.fail('facebookAds', { status: 200, body: '{"data":"none"}' }, { status: 200, body: '[' })
    expect((await done({ report: 'facebookAds', urls: 'acme' })).job.status).toBe('Failed')
  })

  test('a wrong key ends the job with what the source said; a bot check too', async () => {
    const { settings } = outside.deps
    const wrong = { settings: { ...settings, metaToken: 'wrong', xToken: 'wrong', pinterestToken: 'wrong' } }
    for (const [report, reason] of [
      ['facebookAds', "Meta's Ad Library refused: Error validating access token"],
      ['twitter', 'X refused: Unauthorized'],
      ['pinterest', 'Pinterest refused: Authentication failed.'],
    ] as const)
      expect((await done({ report, urls: 'acme' }, wrong)).job).toMatchObject({ status: 'Failed', problem: reason })
    outside.standIns.fail('flipkart', { status: 200, body: '<title>Are you a human?</title>' })
    expect((await done({ report: 'flipkart', urls: 'acme' })).job.problem).toContain('whether a person asks')
  })

  test('a search engine that got no answer itself is busy, not without results; HTML instead of JSON is refused', async () => {
    const silent = { status: 200, body: '{"results":[],"unresponsive_engines":[["one","timeout"]]}' }
    outside.standIns.fail('facebook', silent, silent, silent)
    expect((await done({ report: 'facebook', urls: 'acme' })).job.problem).toContain(
      'got no answer itself (one: timeout)',
    )
    outside.standIns.fail('facebook', { status: 403, body: 'no json' })
    expect((await done({ report: 'facebook', urls: 'acme' })).job.problem).toContain('allow the format there')
  })

  test('a killed worker: another one goes on with the terms that are not done', async () => {
    const id = await queue({ report: 'meesho', urls: 'one\ntwo\nthree' })
    const stopping = new AbortController()
    const { egress } = outside.deps
    const stuck = {
      ...egress,
      safeFetch: (address: string, ...rest: [string]) => {
        if (!address.includes('q=two')) return egress.safeFetch(address, ...rest)
        stopping.abort()
        return new Promise<never>(() => undefined)
      },
    }
    // It never returns, as if it had been killed; its lease expires.
    void runNextJob(at.testApp.app, toolRunner(quickToolRunner({ ...outside.deps, egress: stuck })))
    await expect.poll(async () => (await listed(id, 'meesho')).done).toBe(1)
    const { standIns } = outside
    standIns.requests.length = 0
    await runWithExpiredLease(at.testApp.app, toolRunner(quickToolRunner(outside.deps)), id)
    expect(await listed(id, 'meesho')).toMatchObject({ status: 'Completed', done: 3, failed: 0 })
    expect(standIns.requests.some(({ address }) => address.includes('q=one'))).toBe(false)
    expect((await fileOf(id, 'meesho')).length).toBeGreaterThan(1000)
  })

  test('nothing inside is reached, whatever address a setting or a term names', async () => {
    const egress = openEgress()
    const settings = { ...outside.deps.settings, origins: { meesho: 'http://169.254.169.254' } }
    const { job } = await done({ report: 'meesho', urls: 'acme' }, { egress, settings })
    expect(job.problem).toContain('has no public address')
    const elsewhere = await done({ report: 'flipkart', urls: 'https://flipkart.com.evil.test/x/p/itm1?pid=1' })
    expect(elsewhere.job.problem).toContain('The address is not one of flipkart.com')
    await egress.close()
  })

  test('the probe asks each configured source one question and notes what it answered', async () => {
    const { app } = at.testApp
    const { standIns, deps } = outside
    const { settings } = deps
    const changed = { status: 200, body: '<title>New</title>' }
    standIns.fail('meesho', changed, changed)
    standIns.fail('facebook', { status: 403, body: '' })
    const refusing = { ...deps, settings: { ...settings, xToken: undefined, pinterestToken: 'wrong' } }
    const probes = await probeAll(app, refusing, new AbortController().signal)
    expect(Object.fromEntries(probes.map(({ source, outcome }) => [source, outcome]))).toEqual({
      facebookAds: 'answered',
      facebook: 'refused',
      flipkart: 'answered',
      meesho: 'changed',
      pinterest: 'refused',
      twitter: 'missing',
      domain: 'missing',
      screenshot: 'missing',
    })
    const stored = await rows(at.database.db, sql`select outcome, detail from source_checks where source = 'twitter'`)
    expect(stored).toEqual([{ outcome: 'missing', detail: 'X_BEARER_TOKEN' }])
  })

  test('what the probe learned of a source is shown at once, whatever becomes of the next one', async () => {
    await rows(at.database.db, sql`delete from source_checks`)
    const { egress } = outside.deps
    const failing: typeof egress = {
      ...egress,
      safeFetch: (address, ...more) =>
        address.includes('/flipkart/') ? Promise.reject(new Error('a fault')) : egress.safeFetch(address, ...more),
    }
    const probes = probeAll(at.testApp.app, { ...outside.deps, egress: failing }, new AbortController().signal)
    await expect(probes).rejects.toThrow('a fault')
    const stored = await rows(at.database.db, sql`select source, outcome from source_checks order by source`)
    expect(stored).toEqual([
      { source: 'facebook', outcome: 'answered' },
      { source: 'facebookAds', outcome: 'answered' },
    ])
  })

  test('asking the sources again while a round waits adds none', async () => {
    const rounds = () =>
      rows(at.database.db, sql`select state from pgboss.job where name = 'probe-sources' and state = 'created'`)
    const before = (await rounds()).length
    for (let click = 0; click < 3; click++) {
      const answer = await call('POST', '/quick-tools/sources/check', { who: 'admin', body: {} })
      expect(answer.json()).toEqual({ message: 'The sources are being checked. The results will appear here.' })
    }
    expect((await rounds()).length - before).toBe(1)
  })
})
