import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { bearerOf, sampleRows, uploads } from '#features/intake/server/testing.ts'
import { measurePool, registry } from '#kit/server/metrics.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platformOf } from '#platforms/all.ts'
import { type DatabaseGauges, databaseQueries, measureDatabase } from './database-gauges.ts'
import { measureProcess } from './process-gauges.ts'
import { type MetricsAccess, serveMetrics } from './serve-metrics.ts'

let database: TestDatabase
let testApp: TestApp
let world: TestWorld
let gauges: DatabaseGauges
const folder = mkdtempSync(join(tmpdir(), 'brandkeep-metrics-'))
beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  gauges = measureDatabase(database.url)
  measureProcess({ version: '9.8.7', dataDir: folder })
  measurePool('primary', database.pool)
})
afterAll(async () => {
  await gauges.close()
  await testApp.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The value of a series; undefined if it is not exported. */
async function valueOf(series: string): Promise<number | undefined> {
  const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

async function answerTo(access: MetricsAccess, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  const server = fastify()
  serveMetrics(server, access)
  const { statusCode, body } = await server.inject({ url: '/api/metrics', headers, remoteAddress })
  return { statusCode, isText: body.includes('# TYPE brandkeep_http_requests_total counter') }
}

const refused = (statusCode: number) => ({ statusCode, isText: false })
const allowed = { statusCode: 200, isText: true }

describe('/api/metrics', () => {
  test('without a token answers only this machine, and nobody when a proxy passes on other callers', async () => {
    const access = { token: undefined, appUrl: 'http://127.0.0.1:4000' }
    expect(await answerTo(access)).toEqual(allowed)
    expect(await answerTo(access, {}, '::ffff:127.0.0.1')).toEqual(allowed)
    expect(await answerTo(access, {}, '10.0.0.7')).toEqual(refused(404))
    expect(await answerTo(access, { 'x-forwarded-for': '127.0.0.1' })).toEqual(refused(404))
    expect(await answerTo({ ...access, appUrl: 'https://console.example.com' })).toEqual(refused(404))
  })

  test('with a token answers whoever has it, and nobody else on this machine either', async () => {
    const access = { token: 'a token of some length', appUrl: 'https://console.example.com' }
    expect(await answerTo(access)).toEqual(refused(401))
    expect(await answerTo(access, { authorization: 'Bearer a token of some lengtH' })).toEqual(refused(401))
    expect(await answerTo(access, { authorization: 'Bearer a token of some length' }, '10.0.0.7')).toEqual(allowed)
  })

  test('has no age of a backup before the first one, which is no failure', async () => {
    expect(await valueOf('brandkeep_backup_age_seconds')).toBeUndefined()
    expect(await valueOf('brandkeep_database_metrics_failed')).toBe(0)
  })

  test('counts responses by route template and jobs by outcome, and names no company, person or record', async () => {
    const headers = await bearerOf(database.db, world.people.analyst)
    const { save } = uploads(testApp.server, headers, { company: world.companies.parent, brand: world.brands.own })
    const rowsBefore = (await valueOf('brandkeep_uploaded_rows_total')) ?? 0
    const saved = await save(sampleRows(platformOf('e-commerce')!, 7))
    expect(saved.statusCode, saved.body).toBe(200)
    await testApp.server.inject({ url: `/api/files/newscrapper/${world.people.client}`, headers })
    await testApp.server.inject({ url: '/api/nothing-here' })
    await testApp.runJobs()
    const text = await registry.metrics()
    expect(await valueOf('brandkeep_uploaded_rows_total')).toBe(rowsBefore + 7)
    expect(text).toMatch(
      /^brandkeep_http_requests_total\{method="POST",route="\/api\/save-bulk-data",status="200"\} \d/m,
    )
    expect(text).toMatch(
      /^brandkeep_http_request_seconds_bucket\{le="10",method="POST",route="\/api\/save-bulk-data"\} \d/m,
    )
    expect(text).toMatch(
      /^brandkeep_http_requests_total\{method="GET",route="\/api\/files\/:bucket\/:key",status="\d+"\} \d/m,
    )
    expect(text).toMatch(/^brandkeep_http_requests_total\{method="GET",route="(none|\/api\/\*)",status="404"\} \d/m)
    expect(text).toMatch(/^brandkeep_jobs_total\{job="findings-added",outcome="completed"\} [1-9]/m)
    expect(text).toMatch(/^brandkeep_job_seconds_count\{job="findings-added"\} [1-9]/m)
    expect(await valueOf('brandkeep_http_requests_in_progress')).toBe(0)
    // Routes are templates of the contract; one of them is called analyst.
    const labels = text.replaceAll(/route="[^"]*"/g, '')
    expect(labels).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|Acme|Zenith|analyst|@mail\.test/)
  })

  test('shows pools, event loop, disk and version', async () => {
    expect(await valueOf('brandkeep_pool_connections{pool="primary",state="limit"}')).toBeGreaterThanOrEqual(10)
    expect(await valueOf('brandkeep_pool_connections{pool="primary",state="waiting"}')).toBe(0)
    expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(await valueOf('brandkeep_disk_bytes{state="free"}')).toBeGreaterThan(1_000_000)
    expect(await valueOf(`brandkeep_build_info{version="9.8.7",node="${process.version}"}`)).toBe(1)
  })
})

describe('what is read from the database', () => {
  test('queue, oldest email, pending changes and size', async () => {
    const own = await testDatabase()
    await own.pool.query(`
      select enqueue_job('send-mail', '{}', 3), enqueue_job('send-mail', '{}', 3), enqueue_job('send-mail', '{}', 3, 3600);
      update pgboss.job set start_after = now() - interval '100 s' where id = (select id from pgboss.job where name = 'send-mail' and start_after <= now() limit 1);
      insert into mails (id, kind, recipient, subject, text_body, created_at, sent_at)
        values (gen_random_uuid(), 'report', 'a@b.test', '', '', now() - interval '300 s', null),
               (gen_random_uuid(), 'report', 'a@b.test', '', '', now() - interval '900 s', now());
      insert into seller_delta (seller, site, company_id, n) select 's', 't', gen_random_uuid(), 1 from generate_series(1, 12)`)
    const read = measureDatabase(own.url)
    try {
      expect(await valueOf('brandkeep_queue_jobs{job="send-mail"}')).toBe(2)
      expect(await valueOf('brandkeep_queue_oldest_seconds{job="send-mail"}')).toBeGreaterThanOrEqual(100)
      expect(await valueOf('brandkeep_queue_oldest_seconds{job="send-mail"}')).toBeLessThan(200)
      expect(await valueOf('brandkeep_oldest_unsent_email_seconds')).toBeGreaterThanOrEqual(300)
      expect(await valueOf('brandkeep_oldest_unsent_email_seconds')).toBeLessThan(600)
      expect(await valueOf('brandkeep_pending_changes{of="sellers"}')).toBe(12)
      expect(await valueOf('brandkeep_database_bytes')).toBeGreaterThan(1_000_000)
      expect(await valueOf('brandkeep_database_metrics_failed')).toBe(0)
    } finally {
      await read.close()
      await own.drop()
    }
  })

  test('is left out, and counted, while the database is away: the rest is served', async () => {
    const read = measureDatabase('postgres://nobody@127.0.0.1:1/nothing')
    try {
      expect(await valueOf('brandkeep_database_metrics_failed')).toBe(databaseQueries.length)
      const text = await registry.metrics()
      for (const { name } of databaseQueries) expect(text).not.toMatch(new RegExp(`^${name}[ {]`, 'm'))
      expect(text).toContain('brandkeep_build_info{')
    } finally {
      await read.close()
      gauges = measureDatabase(database.url)
    }
  })

  test('reads indexes of the queue and of the outbox, and a bounded number of pending changes', async () => {
    for (const { name, sql } of databaseQueries) {
      const client = await database.pool.connect()
      try {
        await client.query('begin; set local enable_seqscan = off')
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`)
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan, name).not.toMatch(/Seq Scan on (mails|job|findings|status_log\b)/)
        const pending = plan.match(/Scan.* on (\w+_delta|status_log_new)\b/g) ?? []
        expect((plan.match(/Limit/g) ?? []).length, name).toBeGreaterThanOrEqual(pending.length)
        expect(pending.length, name).toBe(name === 'brandkeep_pending_changes' ? 4 : 0)
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
  })
})
