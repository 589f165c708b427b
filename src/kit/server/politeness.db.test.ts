import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEgress } from './egress.ts'
import { openPoliteness, type Politeness } from './politeness.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
let server: Server
let port = 0
const requests: { host: string; path: string; at: number }[] = []
let busy: { status: number; retryAfter?: string } | undefined
let atOnce = 0
let maxAtOnce = 0

beforeAll(async () => {
  database = await testDatabase()
  server = createServer((request, answer) => {
    const path = request.url!
    requests.push({ host: request.headers.host!, path, at: performance.now() })
    if (path === '/robots.txt') {
      if (request.headers.host!.startsWith('broken')) return void answer.writeHead(500).end()
      return void answer.end('User-agent: *\nDisallow: /private\n\nUser-agent: Brandkeep\nDisallow: /seller\n')
    }
    if (busy) return void answer.writeHead(busy.status, busy.retryAfter ? { 'retry-after': busy.retryAfter } : {}).end()
    maxAtOnce = Math.max(maxAtOnce, ++atOnce)
    setTimeout(() => {
      atOnce--
      answer.end('fine')
    }, 50)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await database.drop()
})

const egress = () => openEgress({ ownServers: (host) => (host.endsWith('.example') ? port : undefined) })
/** Two of these are two processes on one database. */
const open = (perMinute = 6000): Politeness =>
  openPoliteness({ db: database.db, egress: egress(), perMinute, atOnce: 2 })
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (problem: { reason: string }) => problem.reason,
  )
const openPage = async (address: string) => {
  const answer = await egress().safeFetch(address, 'text/html')
  return { ...answer, finalAddress: answer.address }
}
const visit = (from: Politeness, address: string, options = {}) => from.visit(address, options, () => openPage(address))

test('two processes together keep the pace of a host, and each its limit of requests at once', async () => {
  const [one, other] = [open(600), open(600)]
  const both = Array.from({ length: 8 }, (_, n) =>
    visit(n % 2 === 0 ? one : other, `http://paced.example/${n}`, { robots: false }),
  )
  await Promise.all(both)
  const times = requests.filter(({ host }) => host === 'paced.example').map(({ at }) => at)
  // Eight requests a tenth of a second apart.
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(450)
  const single = open()
  maxAtOnce = 0
  await Promise.all(Array.from({ length: 8 }, () => visit(single, 'http://narrow.example/')))
  expect(maxAtOnce).toBe(2)
})

test('a host that answers 429 rests in every process for as long as it asks, then is asked again', async () => {
  const [one, other] = [open(), open()]
  const address = 'http://busy.example/'
  busy = { status: 429, retryAfter: '1' }
  expect((await visit(one, address)).status).toBe(429)
  busy = { status: 503, retryAfter: '7200' }
  const before = performance.now()
  expect((await visit(other, address)).status).toBe(503)
  expect(performance.now() - before).toBeGreaterThan(800)
  const sent = requests.length
  busy = undefined
  for (const each of [one, other, open()])
    await expect(visit(each, `${address}next`)).rejects.toMatchObject({ reason: 'resting', seconds: 7200 })
  expect(requests.filter(({ path }) => path === '/next')).toEqual([])
  expect(requests.slice(sent).every(({ path }) => path === '/robots.txt')).toBe(true)
  await database.pool.query("update visit_hosts set resting_until = now(), next_at = now() where host = 'busy.example'")
  expect((await visit(other, address)).status).toBe(200)
})

test('without a time a host rests a minute, then two, then four, until it answers', async () => {
  const polite = open()
  const address = 'http://unsure.example/'
  const end = () =>
    database.pool.query("update visit_hosts set resting_until = now(), next_at = now() where host = 'unsure.example'")
  const rest = async () => {
    busy = { status: 503 }
    await visit(polite, address)
    const found = await database.pool.query<{ seconds: number }>(
      "select extract(epoch from resting_until - clock_timestamp())::float8 as seconds from visit_hosts where host = 'unsure.example'",
    )
    await end()
    return Math.round(found.rows[0]!.seconds)
  }
  expect([await rest(), await rest(), await rest()]).toEqual([60, 120, 240])
  busy = undefined
  await end()
  await visit(polite, address)
  expect(await rest()).toBe(60)
  busy = undefined
})

test('who is refused a turn leaves it to others', async () => {
  const polite = open(1)
  const page = () => visit(polite, 'http://slow.example/', { robots: false, patienceSeconds: 5 })
  await page()
  for (const _ of Array.from({ length: 10 })) await expect(page()).rejects.toMatchObject({ reason: 'resting' })
  const { seconds } = (await page().catch((problem: { seconds: number }) => problem)) as { seconds: number }
  expect(seconds).toBeLessThanOrEqual(60)
})

test('a robots.txt that could not be read is asked for again by the next call', async () => {
  let failures = 1
  const flaky = egress()
  const { safeFetch } = flaky
  flaky.safeFetch = (...args) => (failures-- > 0 ? Promise.reject(new Error('out of memory')) : safeFetch(...args))
  const polite = openPoliteness({ db: database.db, egress: flaky, perMinute: 6000, atOnce: 2 })
  await expect(visit(polite, 'http://flaky.example/shop')).rejects.toThrow('out of memory')
  expect(await reasonOf(visit(polite, 'http://flaky.example/shop'))).toBe('fine')
})

test('robots.txt is kept, read once, and not read where the source says so', async () => {
  const polite = open()
  const page = (path: string, options = {}) => reasonOf(visit(polite, `http://robots.example${path}`, options))
  expect(await page('/shop')).toBe('fine')
  expect(await page('/seller/1')).toBe('robots')
  // The group for our own name is the only one that counts.
  expect(await page('/private')).toBe('fine')
  expect(await page('/seller/1', { robots: false })).toBe('fine')
  expect(requests.filter(({ host, path }) => host === 'robots.example' && path === '/robots.txt').length).toBe(1)
  expect(await reasonOf(visit(polite, 'http://broken.example/'))).toBe('robots')
  expect(await reasonOf(visit(polite, 'http://robots.example/x', { signal: AbortSignal.abort() }))).toBe('cancelled')
})
