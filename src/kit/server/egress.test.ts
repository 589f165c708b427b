import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createLineServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEgress, type EgressOptions } from './egress.ts'
import { isPublicAddress } from './egress-rule.ts'

let server: Server
let base = ''
const requests: string[] = []
const to = (location: string) => (answer: ServerResponse) => answer.writeHead(302, { location }).end()
const routes: Record<string, (answer: ServerResponse, request: IncomingMessage) => unknown> = {
  '/key': (answer, { method, headers }) => answer.end(`${method} ${headers['authorization'] ?? 'no key'}`),
  '/to-own-key': to('/key'),
  '/to-foreign-key': (answer) => to(`http://other.test:${new URL(base).port}/key`)(answer),
  '/fine': (answer) => answer.end('fine'),
  '/busy': (answer) => answer.writeHead(429, { 'retry-after': '120' }).end('busy'),
  '/loop': to('/loop'),
  '/to-fine': to('/fine'),
  '/to-inside': to('http://10.0.0.1/'),
  '/to-metadata': to('http://169.254.169.254/latest/'),
  '/to-other-port': to('http://feeds.test:8080/names.txt'),
  '/to-file': to('file:///etc/passwd'),
  '/endless': (answer) => {
    const more = () => void (answer.destroyed || answer.write(Buffer.alloc(65_536), () => setImmediate(more)))
    more()
  },
  '/slow': (answer) => answer.write('a'),
}

beforeAll(async () => {
  // Loading it takes longer than the limits below on a busy machine.
  await import('undici')
  server = createServer((request, answer) => {
    requests.push(request.url!)
    routes[request.url!]!(answer, request)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A server of ours that answers for one name. */
const ownServer = (name: string, port: number) => (host: string) => (host === name ? port : undefined)

async function bodyOrReason(address: string, bounds: EgressOptions = { allowLoopback: true }): Promise<string> {
  const egress = openEgress({ seconds: 0.4, ...bounds })
  try {
    const { body } = await egress.safeFetch(address, '*/*')
    return body.toString()
  } catch (problem) {
    return (problem as { reason: string }).reason
  } finally {
    await egress.close()
  }
}

describe('fetching from the internet', () => {
  test('a response has its status, also after a redirect, and its retry-after seconds', async () => {
    const egress = openEgress({ allowLoopback: true })
    expect(await bodyOrReason(`${base}/to-fine`)).toBe('fine')
    expect(await egress.safeFetch(`${base}/busy`, '*/*')).toMatchObject({ status: 429, retryAfter: 120 })
    await egress.close()
  })

  test('a server that the operator says is inside is reached on any port, where it was configured; what it redirects to is not', async () => {
    const { origin } = new URL(base)
    const egress = openEgress({ seconds: 5, internalServers: [origin, 'http://127.0.0.1:1'] })
    const reasonOf = (path: string, configuredOrigin?: string) =>
      egress.safeFetch(base + path, '*/*', { configuredOrigin }).then(
        ({ body }) => body.toString(),
        (problem: { reason: string }) => problem.reason,
      )
    expect(await reasonOf('/to-fine', origin)).toBe('fine')
    for (const path of ['/to-inside', '/to-metadata', '/to-foreign-key', '/to-file'])
      expect(await reasonOf(path, origin), path).toBe('address')
    for (const other of [undefined, 'http://127.0.0.1:1', `https://${new URL(base).host}`])
      expect(await reasonOf('/fine', other)).toBe('address')
    await egress.close()
    await expect(openEgress().safeFetch(`${base}/fine`, '*/*', { configuredOrigin: origin })).rejects.toMatchObject({
      reason: 'address',
    })
  })

  test('keys go to the first host only; a body is posted once', async () => {
    const egress = openEgress({ allowLoopback: true, lookup: () => Promise.resolve(['127.0.0.1']) })
    const headers = { authorization: 'Bearer 1' }
    const textOf = async (path: string, options = {}) =>
      (await egress.safeFetch(base + path, '*/*', { headers, ...options })).body.toString()
    expect(await textOf('/key')).toBe('GET Bearer 1')
    expect(await textOf('/to-own-key')).toBe('GET Bearer 1')
    expect(await textOf('/to-foreign-key')).toBe('GET no key')
    expect(await textOf('/key', { method: 'POST', body: '{}' })).toBe('POST Bearer 1')
    expect(await textOf('/to-own-key', { method: 'POST', body: '{}' })).toBe('GET Bearer 1')
    await egress.close()
  })

  test('redirect loops, endless and slow responses are aborted', async () => {
    expect(await bodyOrReason(`${base}/loop`)).toBe('redirects')
    expect(await bodyOrReason(`${base}/endless`, { allowLoopback: true, seconds: 5 })).toBe('size')
    expect(await bodyOrReason(`${base}/slow`)).toBe('time')
  })

  test('no internal address is requested: not by number, not by name, not by redirect', async () => {
    const before = requests.length
    const port = new URL(base).port
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0.0.0.0'])
      expect(await bodyOrReason(`http://${host}:${port}/fine`, {}), host).toBe('address')
    for (const host of [
      '10.1.2.3',
      '192.168.0.1',
      '172.16.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '[fd00::1]',
      '[fe80::1]',
    ])
      expect(await bodyOrReason(`http://${host}/`, {}), host).toBe('address')
    const lookup = () => Promise.resolve(['127.0.0.1', '10.0.0.1'])
    expect(await bodyOrReason('http://rdap.registry.example/', { lookup })).toBe('address')
    expect(requests.length).toBe(before)
    for (const path of ['/to-inside', '/to-metadata', '/to-file'])
      expect(await bodyOrReason(base + path), path).toBe('address')
  })

  test('no port but those of the web is requested, also not after a redirect', async () => {
    const before = requests.length
    const port = Number(new URL(base).port)
    // The names stand for this machine, so that a request would be seen here.
    const inside = { lookup: () => Promise.resolve(['93.184.216.34']), ownServers: ownServer('pages.test', port) }
    expect(await bodyOrReason('http://pages.test/fine', inside)).toBe('fine')
    for (const other of [22, 25, 81, 5432, 8080, 8443, 9200])
      for (const protocol of ['http', 'https'])
        expect(await bodyOrReason(`${protocol}://feeds.test:${other}/names.txt`, inside), `${other}`).toBe('address')
    expect(requests.length).toBe(before + 1)
    expect(await bodyOrReason('http://pages.test/to-other-port', inside)).toBe('address')
    expect(requests.slice(before)).toEqual(['/fine', '/to-other-port'])
    const egress = openEgress()
    await expect(egress.safeFetch('http://93.184.216.34:8080/', '*/*')).rejects.toThrow('Port 8080 is not allowed')
    await egress.close()
  })

  test('a name that changes to an internal address after the check is not reached', async () => {
    let times = 0
    const lookup = () => Promise.resolve(times++ === 0 ? ['198.41.0.4'] : ['10.0.0.1'])
    expect(await bodyOrReason('http://turns.example/', { lookup })).toBe('address')
    expect(times).toBe(2)
  })
})

test.each([
  ['::127.0.0.1', '[::7f00:1]'],
  ['::7f00:1', '[::127.0.0.1]'],
  ['::a00:1', '[::10.0.0.1]'],
  ['::', '[::]'],
  ['::5', '[::5]'],
  ['::808:808', '[::8.8.8.8]'],
  ['::ffff:10.0.0.1', '[::ffff:a00:1]'],
  ['::ffff:0:10.0.0.1', '[::ffff:0:a00:1]'],
  ['64:ff9b::10.0.0.1', '[64:ff9b::a00:1]'],
  ['64:ff9b:1::10.0.0.1', '[64:ff9b:1::a00:1]'],
  ['2002:a00:1::1', '[2002:a00:1::1]'],
  ['2001:0:4136:e378:8000:63bf:f5ff:fffe', '[2001:0:4136:e378:8000:63bf:f5ff:fffe]'],
])('%s carries an inside address and is not requested', async (address, host) => {
  expect(isPublicAddress(address)).toBe(false)
  expect(await bodyOrReason(`http://${host}/`, {})).toBe('address')
  expect(await bodyOrReason('http://names.example/', { lookup: () => Promise.resolve([address]) })).toBe('address')
  await expect(openEgress().whois(address, 'x')).rejects.toMatchObject({ reason: 'address' })
})

test('of IPv6 only what IANA has given out for the internet is public: no overlay network, no unassigned block', () => {
  for (const address of ['200::1', '1::1', '100:0:0:1::1', '4000::1', '8000::1', 'e000::1'])
    expect(isPublicAddress(address), address).toBe(false)
})

test('public addresses of both kinds are public', () => {
  expect(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'].map(isPublicAddress)).toEqual([true, true, true])
})

test('WHOIS sends one line; queries to endless, silent and absent servers are aborted', async () => {
  const lines: string[] = []
  const whois = createLineServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (part) => {
      const line = part.toString()
      lines.push(line)
      if (line.startsWith('silent')) return
      if (line.startsWith('endless')) socket.write(Buffer.alloc(2_000_000))
      else socket.end('Registrar: Namekeep\r\n')
    })
  })
  await new Promise<void>((ready) => whois.listen(0, '127.0.0.1', ready))
  const { port } = whois.address() as AddressInfo
  const egress = openEgress({ allowLoopback: true, whoisPort: port, seconds: 0.4 })
  expect(await egress.whois('127.0.0.1', 'a.example\r\nb.example')).toBe('Registrar: Namekeep\r\n')
  expect(lines).toEqual(['a.exampleb.example\r\n'])
  await expect(egress.whois('127.0.0.1', 'endless')).rejects.toMatchObject({ reason: 'size' })
  await expect(egress.whois('127.0.0.1', 'silent')).rejects.toMatchObject({ reason: 'time' })
  await new Promise((closed) => whois.close(closed))
  await expect(egress.whois('127.0.0.1', 'x')).rejects.toMatchObject({ reason: 'unreached' })
  await expect(openEgress().whois('127.0.0.1', 'x')).rejects.toMatchObject({ reason: 'address' })
  await egress.close()
})

test('a request sends its method, headers and body; what was meant for one origin is not sent to another', async () => {
  const seen: { path: string; method: string; key: string | undefined; body: string }[] = []
  const listen = (answer: (path: string, response: ServerResponse) => void) => {
    const opened = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        const key = request.headers['authorization']
        seen.push({ path: request.url!, method: request.method!, key, body })
        answer(request.url!, response)
      })
    })
    return new Promise<{ opened: Server; origin: string }>((ready) =>
      opened.listen(0, '127.0.0.1', () =>
        ready({ opened, origin: `http://127.0.0.1:${(opened.address() as AddressInfo).port}` }),
      ),
    )
  }
  const other = await listen((_path, response) => response.end('other'))
  const own = await listen((path, response) => {
    if (path === '/away') to(`${other.origin}/taken`)(response)
    else if (path === '/kept') response.writeHead(307, { location: '/final' }).end()
    else response.setHeader('x-limit', '7').end('x'.repeat(2000))
  })
  const egress = openEgress({ allowLoopback: true })
  const post = { method: 'POST', headers: { authorization: 'Bearer secret' }, body: '{"q":1}' } as const
  const answer = await egress.safeFetch(`${own.origin}/kept`, '*/*', post)
  expect(answer.headers['x-limit']).toBe('7')
  await egress.safeFetch(`${own.origin}/away`, '*/*', post)
  expect(seen).toEqual([
    { path: '/kept', method: 'POST', key: 'Bearer secret', body: '{"q":1}' },
    { path: '/final', method: 'POST', key: 'Bearer secret', body: '{"q":1}' },
    { path: '/away', method: 'POST', key: 'Bearer secret', body: '{"q":1}' },
    { path: '/taken', method: 'GET', key: undefined, body: '' },
  ])
  await expect(egress.safeFetch(`${own.origin}/`, '*/*', { maxBytes: 1000 })).rejects.toMatchObject({ reason: 'size' })
  const late = egress.safeFetch(`${base}/slow`, '*/*', { seconds: 0.2 })
  await expect(late).rejects.toMatchObject({ reason: 'time' })
  await egress.close()
  for (const { opened } of [own, other]) {
    opened.closeAllConnections()
    opened.close()
  }
})
