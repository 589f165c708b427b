import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWaysOut, settingsOf, workerPartsOf } from '#app/app-context.ts'
import { ConfigError, readConfig } from '#app/config.ts'
import type { Egress } from '#kit/server/egress.ts'
import type { AppContext } from '#kit/server/serve.ts'

/** Nobody has this address; the proxy answers for it. */
const page = 'http://93.184.216.34/'
const tunnels: string[] = []
const agents: string[] = []
let pages: Server
let proxy: Server
const portOf = (server: Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  pages = createServer(({ headers }, response) => {
    agents.push(headers['user-agent'] ?? '')
    response
      .setHeader('content-type', 'text/html')
      .end('<title>Through the proxy</title><meta property="og:title" content="Through the proxy">')
  })
  proxy = createServer().on('connect', ({ url = '' }, client, head) => {
    tunnels.push(url)
    const target = connect(portOf(pages), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.write(head)
      client.pipe(target)
      target.pipe(client)
    })
    for (const one of [target, client]) one.on('error', () => one.destroy())
  })
  for (const server of [pages, proxy]) await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
})
afterAll(() => {
  for (const server of [pages, proxy]) {
    server.closeAllConnections()
    server.close()
  }
})

const settings = () => ({
  BRANDKEEP_DATA: mkdtempSync(join(tmpdir(), 'brandkeep-requests-')),
  BRANDKEEP_DEMO: '0',
  LOOK_UPS: '1',
  BROWSER_PROXY: `http://127.0.0.1:${portOf(proxy)}`,
  BROWSER_USER_AGENT: 'Watch/1.0',
})

test('proxy and user agent hold for all tools that open pages, with a browser or without', async () => {
  const config = readConfig({ ...settings(), BROWSER_PROXY_PAGES: 'all' })
  const out = await openWaysOut(config)
  const parts = workerPartsOf(config, { databaseUrl: '', log: { info: () => {}, error: () => {} } as never })
  const { search, feeds } = parts.domainSearch!({ ...out, db: undefined } as unknown as AppContext)
  const ways: Record<string, Egress> = {
    sources: parts.sources!(out.egress).egress,
    revisits: parts.revisiting!.visitor.egress,
    'look-alike pages': search.pages.egress,
    certificates: search.certificates!.egress,
    feeds: feeds.egress,
  }
  for (const [name, egress] of Object.entries(ways)) {
    expect((await egress.safeFetch(page, '*/*', { seconds: 30 })).body.toString(), name).toContain('Through the proxy')
    expect([tunnels.pop(), agents.pop()], name).toEqual(['93.184.216.34:80', 'Watch/1.0'])
  }
  // Notices name what the visits really sent.
  expect(settingsOf(config).revisitsAs).toBe('Watch/1.0')
  expect(settingsOf(readConfig({ ...settings(), BROWSER_USER_AGENT: '' })).revisitsAs).toBe('Brandkeep')
  expect((await out.browser.visit(page)).title).toBe('Through the proxy')
  expect(new Set(tunnels)).toEqual(new Set(['93.184.216.34:80']))
  expect(new Set(agents)).toEqual(new Set(['Watch/1.0']))
  for (const egress of new Set(Object.values(ways))) await egress.close()
  await out.close()
}, 90_000)

test('npm run read-page uses them too', async () => {
  tunnels.length = 0
  const program = join(import.meta.dirname, 'read-page.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, page, '--structured'], {
    env: { ...settings(), BROWSER_PROXY_PAGES: 'all' },
  })
  expect(stdout).toContain('Through the proxy')
  expect(tunnels).toEqual(['93.184.216.34:80'])
}, 60_000)

test('without BROWSER_PROXY_PAGES only pages that ask for the proxy use it; all of them need one', async () => {
  const config = readConfig(settings())
  expect(config.browser.requests).toEqual({ userAgent: 'Watch/1.0', internalServers: [], proxy: undefined })
  expect(config.browser.isProxyForAll).toBe(false)
  expect(() => readConfig({ ...settings(), BROWSER_PROXY: '', BROWSER_PROXY_PAGES: 'all' })).toThrow(ConfigError)
})
