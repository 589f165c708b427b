import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectThrough } from './connect-through.ts'
import { openTestBrowser, reasonOf, serveTestPages, type TestPages } from './testing-pages.ts'

vi.setConfig({ testTimeout: 40_000 })

let pages: TestPages
let proxy: Server
/** What the proxy was asked for, with the credentials. */
const requested: string[] = []
beforeAll(async () => {
  pages = await serveTestPages({
    '/': (answer) =>
      answer.setHeader('content-type', 'text/html').end('<title>Seen through</title><img src="/pixel.png">'),
  })
  proxy = createServer((_request, response) => response.writeHead(405).end())
  proxy.on('connect', (request, client, head) => {
    requested.push(`${request.url} ${request.headers['proxy-authorization']}`)
    if (request.url?.startsWith('203.0.114.7:')) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    // Whatever address it is: the server of this test stands for it.
    const target = connect(pages.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\nVia: 1.1 test\r\n\r\n')
      target.write(head)
      client.pipe(target)
      target.pipe(client)
    })
    for (const one of [target, client]) one.on('error', () => one.destroy())
    return undefined
  })
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await pages.close()
})

const address = () => new URL(`http://robin:p%40ss@127.0.0.1:${(proxy.address() as AddressInfo).port}`)
const lookup = (host: string) =>
  Promise.resolve({ 'shop.example': ['203.0.113.9'], 'blocked.example': ['203.0.114.7'] }[host] ?? ['10.0.0.1'])
const publicLookup = async (host: string) =>
  (await lookup(host)).map((one) => one.replace('203.0.113.9', '93.184.216.34'))

test('a picture asked for through the proxy is loaded there, by address and with its credentials; others are not', async () => {
  const browser = openTestBrowser({ proxy: address(), egress: { lookup: publicLookup } })
  const seen = await browser.visit('http://shop.example/', { proxy: true })
  expect(seen).toMatchObject({ title: 'Seen through', status: 200, ipAddress: '93.184.216.34' })
  const credentials = `Basic ${Buffer.from('robin:p@ss').toString('base64')}`
  expect(new Set(requested)).toEqual(new Set([`93.184.216.34:80 ${credentials}`]))
  requested.length = 0
  expect(await reasonOf(browser.visit('http://inside.example/', { proxy: true }))).toBe('address')
  expect(await reasonOf(browser.visit('http://blocked.example/', { proxy: true }))).toBe('unreached')
  expect(requested).toEqual([`203.0.114.7:80 ${credentials}`])
  await browser.close()
})

test('without a proxy in the settings a page is not opened past it', async () => {
  const browser = openTestBrowser()
  expect(await browser.missing({ proxy: true })).toBe('There is no proxy: set BROWSER_PROXY')
  expect(await reasonOf(browser.visit(pages.base, { proxy: true }))).toBe('missing')
  await browser.close()
})

test('a proxy that is gone, refuses or talks something else is an error, not a wait', async () => {
  const target = { address: '93.184.216.34', port: 443, milliseconds: 2000 }
  await expect(connectThrough(new URL('http://127.0.0.1:1'), target)).rejects.toThrow('could not be reached')
  await expect(connectThrough(address(), { ...target, address: '203.0.114.7' })).rejects.toThrow('refused')
  const misspelt = new URL(address().href.replace('p%40ss', 'p%zz'))
  await expect(connectThrough(misspelt, target)).rejects.toThrow('URI malformed')
  const garbled = createServer().on('connection', (socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n'))
  await new Promise<void>((ready) => garbled.listen(0, '127.0.0.1', ready))
  const other = new URL(`http://127.0.0.1:${(garbled.address() as AddressInfo).port}`)
  await expect(connectThrough(other, target)).rejects.toThrow('The proxy refused the connection (no status)')
  garbled.close()
})
