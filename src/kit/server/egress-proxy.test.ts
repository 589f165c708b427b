import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEgress } from './egress.ts'

/** What the proxy was asked for, with the credentials; and what the server behind it was sent. */
const requested: string[] = []
const agents: string[] = []
let proxy: Server
let pages: Server
let isRefusing = false

const portOf = (server: Server) => (server.address() as AddressInfo).port
const listen = (server: Server) => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))

beforeAll(async () => {
  pages = createServer((request, response) => {
    agents.push(request.headers['user-agent'] ?? '')
    if (request.url === '/moved') return response.writeHead(302, { location: 'http://other.test/' }).end()
    return response.end(`page of ${request.headers.host}`)
  })
  proxy = createServer((_request, response) => response.writeHead(405).end())
  proxy.on('connect', (request, client, head) => {
    requested.push(`${request.url} ${request.headers['proxy-authorization']}`)
    if (isRefusing) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    // Whatever address it is: the server of this test stands for it.
    const target = connect(portOf(pages), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.write(head)
      client.pipe(target)
      target.pipe(client)
    })
    for (const one of [target, client]) one.on('error', () => one.destroy())
    return undefined
  })
  await Promise.all([listen(pages), listen(proxy)])
})
afterAll(() => {
  for (const server of [proxy, pages]) {
    server.closeAllConnections()
    server.close()
  }
})

const credentials = `Basic ${Buffer.from('robin:p@ss').toString('base64')}`
const lookup = (host: string) =>
  Promise.resolve({ 'shop.test': ['93.184.216.34'], 'other.test': ['93.184.216.35'] }[host] ?? ['10.0.0.1'])
const open = () =>
  openEgress({
    lookup,
    seconds: 20,
    userAgent: 'Watch/1.0 (brand protection)',
    proxy: new URL(`http://robin:p%40ss@127.0.0.1:${portOf(proxy)}`),
  })

test('with a proxy all requests go through it, by address, also after a redirect; they call themselves as set', async () => {
  const egress = open()
  const { body, address } = await egress.safeFetch('http://shop.test/moved', '*/*')
  expect(body.toString()).toBe('page of other.test')
  expect(address).toBe('http://other.test/')
  expect(requested).toEqual([`93.184.216.34:80 ${credentials}`, `93.184.216.35:80 ${credentials}`])
  expect(agents).toEqual(['Watch/1.0 (brand protection)', 'Watch/1.0 (brand protection)'])
  await egress.close()
})

test('the rule of egress holds before the proxy: it is not asked for inside addresses and other ports', async () => {
  requested.length = 0
  const egress = open()
  for (const address of ['http://inside.test/', 'http://10.0.0.1/', 'http://127.0.0.1/', 'http://shop.test:8080/'])
    await expect(egress.safeFetch(address, '*/*'), address).rejects.toMatchObject({ reason: 'address' })
  expect(requested).toEqual([])
  await egress.close()
})

test('HTTPS is a tunnel to the page itself, whose certificate is checked', async () => {
  requested.length = 0
  const egress = open()
  // What is behind the tunnel talks no TLS.
  await expect(egress.safeFetch('https://shop.test/', '*/*')).rejects.toMatchObject({ reason: 'unreached' })
  expect(requested).toEqual([`93.184.216.34:443 ${credentials}`])
  await egress.close()
})

test('a proxy that refuses is an error; nothing goes past it', async () => {
  const before = agents.length
  isRefusing = true
  const egress = open()
  await expect(egress.safeFetch('http://shop.test/', '*/*')).rejects.toThrow('The proxy refused the connection (403)')
  expect(agents.length).toBe(before)
  await egress.close()
  isRefusing = false
})
