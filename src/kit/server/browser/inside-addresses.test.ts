import { createSocket } from 'node:dgram'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestBrowser, reasonOf, serveTestPages, type TestPages } from './testing-pages.ts'

vi.setConfig({ testTimeout: 40_000 })

/** A server inside: what reaches it, by TCP or UDP, is counted, and answered so that a page could use it. */
async function openTrap() {
  let connections = 0
  let datagrams = 0
  const answer =
    'HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret'
  const open = (host: string, port: number) =>
    new Promise<Server>((ready) => {
      const server = createServer((socket) => {
        connections++
        socket.on('error', () => undefined)
        socket.end(answer)
      })
      server.listen(port, host, () => ready(server))
    })
  const server = await open('127.0.0.1', 0)
  const { port } = server.address() as AddressInfo
  const server6 = await open('::1', port)
  const udp = createSocket('udp4').on('message', () => datagrams++)
  await new Promise<void>((ready) => udp.bind(port, '127.0.0.1', ready))
  return {
    port,
    seen: () => ({ connections, datagrams }),
    close: () => {
      server.close()
      server6.close()
      udp.close()
    },
  }
}

/** Everything by which a page can ask for another address; the title says how many were refused. */
const tricks = (addresses: readonly string[]) => `<!doctype html><title>0</title>
<link rel=dns-prefetch href="//inside.example"><link rel=preconnect href="${addresses[0]}">
<link rel=prefetch href="${addresses[0]}prefetch"><iframe src="file:///etc/passwd"></iframe>
<object data="${addresses[0]}object"></object><style>@import "${addresses[0]}style";</style>
<script>
let refused = 0
const no = () => { document.title = String(++refused) }
for (const address of ${JSON.stringify(addresses)}) {
  for (const [name, key] of [['img', 'src'], ['script', 'src'], ['link', 'href'], ['video', 'src'], ['iframe', 'src']]) {
    const element = document.createElement(name)
    if (name === 'link') element.rel = 'stylesheet'
    element.onerror = no
    element[key] = address + name
    document.head.append(element)
  }
  fetch(address + 'fetch').catch(no)
  fetch(address + 'opaque', { mode: 'no-cors' }).catch(no)
  fetch('/to?' + encodeURIComponent(address + 'redirect')).catch(no)
  navigator.sendBeacon(address + 'beacon')
  try { new WebSocket(address.replace('http', 'ws') + 'socket').onerror = no } catch { no() }
  new EventSource(address + 'events').onerror = no
}
new Worker(URL.createObjectURL(new Blob(['try { importScripts("${addresses[0]}worker") } catch { postMessage(1) }']))).onmessage = no
navigator.serviceWorker?.register('/sw.js').catch(no)
try { new WebTransport('https://127.0.0.1:' + new URL('${addresses[0]}').port).ready.catch(no) } catch { no() }
const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:' + new URL('${addresses[0]}').port }] })
peer.createDataChannel('x')
peer.createOffer().then((offer) => peer.setLocalDescription(offer))
</script>`

let trap: Awaited<ReturnType<typeof openTrap>>
let outside: TestPages
let turns = 0

/** Written as numbers, in IPv6, as names, and as a name that is public only at the first look-up. */
const hosts = [
  '127.0.0.1',
  'localhost',
  '[::1]',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'inside.example',
  'sub.localhost',
  'turns.example',
]
const inside = () => hosts.map((host) => `http://${host}:${trap.port}/`)
const lookup = (host: string): Promise<string[]> => {
  if (host === 'turns.example') return Promise.resolve(turns++ === 0 ? ['198.51.100.1'] : ['127.0.0.1'])
  return Promise.resolve(['127.0.0.1', '::1'])
}

beforeAll(async () => {
  trap = await openTrap()
  outside = await serveTestPages({
    '/': (answer) => answer.setHeader('content-type', 'text/html').end(tricks(inside())),
    '/to': (answer, request) =>
      answer.writeHead(302, { location: decodeURIComponent(request.url!.split('?')[1]!) }).end(),
    '/metadata': (answer) => answer.setHeader('content-type', 'text/html').end(tricks(['http://169.254.169.254/'])),
    '/sw.js': (answer) => answer.setHeader('content-type', 'text/javascript').end(''),
  })
})
afterAll(async () => {
  trap.close()
  await outside.close()
})

const ownServers = (host: string) => (host === 'outside.example' ? outside.port : undefined)

test('whatever a page tries, no server inside is reached, by any name, way or protocol', async () => {
  const browser = openTestBrowser({ egress: { ownServers, lookup, ports: [trap.port] } })
  const { title } = await browser.visit('http://outside.example/')
  expect(trap.seen()).toEqual({ connections: 0, datagrams: 0 })
  // Of the nine ways that report an error, a slow machine may not have seen all.
  expect(Number(title)).toBeGreaterThanOrEqual(hosts.length * 6)
  expect(Number((await browser.visit('http://outside.example/metadata')).title)).toBeGreaterThanOrEqual(6)
  await browser.close()
})

test('no address inside is opened as a page, itself or by a redirect', async () => {
  const browser = openTestBrowser({ egress: { ownServers, lookup, ports: [trap.port] } })
  const session = await browser.openSession({})
  for (const address of inside()) {
    turns = 0
    expect(await reasonOf(session.visit(address)), address).toBe('address')
  }
  const redirect = (to: string) => `http://outside.example/to?${encodeURIComponent(to)}`
  for (const to of [
    inside()[0]!,
    inside()[9]!,
    'http://169.254.169.254/latest/',
    'http://10.0.0.1/',
    'file:///etc/passwd',
  ])
    expect(await reasonOf(session.visit(redirect(to))), to).toBe('address')
  expect(trap.seen()).toEqual({ connections: 0, datagrams: 0 })
  await browser.close()
})

test('the same page reaches the server where this machine is allowed, so the tricks work', async () => {
  const browser = openTestBrowser({ egress: { ownServers, lookup, allowLoopback: true } })
  await browser.visit('http://outside.example/')
  await browser.close()
  expect(trap.seen().connections).toBeGreaterThan(hosts.length * 5)
})
