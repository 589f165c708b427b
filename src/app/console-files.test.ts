import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveConsole } from './console-files.ts'

let folder: string
let server: FastifyInstance
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'" />`
const pageOf = (script: string) =>
  `<html><head><script>theme()</script><script type="module" src="/assets/${script}"></script></head><body><div id="root"></div></body></html>`

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brandkeep-console-'))
  mkdirSync(join(folder, 'assets'))
  build('first.js', { '/client-dashboard': ['/assets/home.js', '/assets/charts.js'], '/login': ['/assets/sign-in.js'] })
  writeFileSync(join(folder, 'verify.html'), policy)
  // Not what the page is compressed: so what travels is the file.
  writeFileSync(join(folder, 'verify.html.br'), brotliCompressSync(`${policy} from the build`))
  server = fastify()
  await serveConsole(server, folder)
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function build(script: string, screens: Record<string, string[]>): void {
  writeFileSync(join(folder, 'index.html'), pageOf(script))
  writeFileSync(join(folder, 'screens.json'), JSON.stringify(screens))
}

const get = (url: string, encoding?: string) =>
  server.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })
const preloaded = (html: string) =>
  [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(([, href]) => href)

test('the page names the scripts of the screen at its address, so that they come with the first one', async () => {
  expect(preloaded((await get('/client-dashboard?tab=home')).payload)).toEqual(['/assets/home.js', '/assets/charts.js'])
  for (const path of ['/', '/no-such-screen', '/constructor', '/client-dashboard/more'])
    expect(preloaded((await get(path)).payload), path).toEqual([])
  for (const path of ['/login', '/reset-password/abc']) {
    const { payload } = await get(path)
    expect(payload, path).toContain('<body data-page="sign-in">')
    expect(preloaded(payload), path).toEqual(['/assets/sign-in.js'])
  }
})

test('the page of a screen is compressed as the browser accepts it, and says the same', async () => {
  const plain = await get('/client-dashboard')
  expect([plain.statusCode, plain.headers['content-encoding'], plain.headers['vary']]).toEqual([
    200,
    undefined,
    'accept-encoding',
  ])
  // The second answer comes from memory.
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)
    for (let time = 0; time < 2; time++) {
      const answer = await get('/client-dashboard', accepted)
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(unpack(answer.rawPayload).toString()).toBe(plain.payload)
      expect(answer.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
    }
})

test('a new build replaces the page and the scripts of its screens', async () => {
  await get('/client-dashboard', 'br')
  build('second.js', { '/client-dashboard': ['/assets/home-2.js'] })
  const html = brotliDecompressSync((await get('/client-dashboard', 'br')).rawPayload).toString()
  expect(html).toContain('/assets/second.js')
  expect(preloaded(html)).toEqual(['/assets/home-2.js'])
})

test('verify.html travels as the build has compressed it, and as it is to who accepts nothing', async () => {
  const answer = await get('/verify.html', 'br, gzip')
  expect(answer.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(`${policy} from the build`)
  expect((await get('/verify.html')).payload).toBe(policy)
  // There is no file for this one.
  const gzip = await get('/verify.html', 'gzip')
  expect([gzip.headers['content-encoding'], gzip.payload]).toEqual([undefined, policy])
})

test('HEAD of a page has what its GET has, without the page; there is none under /api and no file', async () => {
  const [page, head] = [
    await get('/client-dashboard'),
    await server.inject({ method: 'HEAD', url: '/client-dashboard' }),
  ]
  expect([head.statusCode, head.payload]).toEqual([200, ''])
  for (const name of ['content-type', 'content-length', 'content-security-policy', 'cache-control'])
    expect([name, head.headers[name]]).toEqual([name, page.headers[name]])
  for (const url of ['/api/none', '/assets/none.js'])
    expect((await server.inject({ method: 'HEAD', url })).statusCode, url).toBe(404)
})
