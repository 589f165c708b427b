import { createHash } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRevisits } from './open-revisits.ts'
import { respondWith, type TestSites, testSites } from './testing-sites.ts'
import { type VisitResult, visitAddress } from './visit-address.ts'
import type { RevisitDeps } from './visit-due.ts'

let sites: TestSites
let revisitDeps: RevisitDeps
beforeAll(async () => {
  // Loaded beforehand, so that it does not use the time limit of the first visit.
  await import('undici')
  sites = await testSites()
  revisitDeps = openRevisits(sites.settings)
})
afterAll(async () => {
  await revisitDeps.visitor.egress.close()
  await sites.close()
})

const visit = (address: string, own: string[] = []) => visitAddress(revisitDeps.visitor, address, own)
const summaryOf = ({ outcome, side, reason }: VisitResult) => [outcome, side, reason]

test('a page is recorded: status, addresses, title, text, hash of its bytes', async () => {
  const page = '<title>Cheap &amp; fake</title><script>no()</script><p>Buy <b>now</b></p>'
  const seen = await visit(sites.put('fine.test', respondWith(200, page)))
  expect(seen).toMatchObject({
    outcome: 'up',
    side: 'up',
    statusCode: 200,
    addresses: ['127.0.0.1'],
    title: 'Cheap & fake',
    excerpt: 'Cheap & fake Buy now',
    sha256: createHash('sha256').update(page).digest('hex'),
    bytes: page.length,
    isCut: false,
  })
})

test.each([404, 410, 451])('%i means that it is gone', async (status) => {
  expect((await visit(sites.put('gone.test', respondWith(status)))).outcome).toBe('gone')
})

test.each([401, 403, 429, 500, 502, 503, 521])('%i is inconclusive', async (status) => {
  expect(await visit(sites.put('busy.test', respondWith(status, '', { 'retry-after': '90' })))).toMatchObject({
    outcome: 'undecided',
    side: null,
    statusCode: status,
    retryAfter: 90,
  })
})

test('no name, no address and failing name servers are distinguished', async () => {
  sites.zone.set('empty.test', {})
  sites.zone.set('broken.test', 'failure')
  expect(summaryOf(await visit('http://nobody.test/'))).toEqual([
    'no-address',
    'down',
    'The name does not exist (NXDOMAIN)',
  ])
  expect(summaryOf(await visit('empty.test'))).toEqual(['no-address', 'down', 'The name has no address record'])
  expect(summaryOf(await visit('broken.test'))).toEqual(['undecided', null, 'Name servers failed (SERVFAIL)'])
})

test('a refused connection and silence are unreachable; redirect loops, slow and endless bodies are cut off', async () => {
  const silent = createServer()
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
  const { port } = silent.address() as AddressInfo
  sites.zone.set('silent.test', { a: ['127.0.0.1'] })
  expect(summaryOf(await visit(`http://silent.test:${port}/`))).toEqual(['unreachable', 'down', 'No answer in time'])
  silent.close()
  expect((await visit('http://silent.test:1/')).outcome).toBe('unreachable')
  expect((await visit(`https://fine.test:${sites.port}/`)).outcome, 'no TLS there, but HTTP').toBe('up')
  const loop = sites.put('loop.test', (answer) => answer.writeHead(302, { location: '/offer' }).end())
  expect(summaryOf(await visit(loop))).toEqual(['undecided', null, 'It redirects endlessly'])
  const slow = await visit(sites.put('slow.test', (answer) => answer.write('<title>Slow</title>')))
  expect(slow).toMatchObject({ outcome: 'up', title: 'Slow', isCut: true })
  const endless = await visit(
    sites.put('endless.test', (answer) => {
      const more = () => void (answer.destroyed || answer.write(Buffer.alloc(65_536, 'a'), () => setImmediate(more)))
      more()
    }),
  )
  expect(endless).toMatchObject({ outcome: 'up', isCut: true, bytes: 200_000 })
})

test('a server that responds badly is not down: endless headers, not HTTP, a truncated body', async () => {
  const answering = async (bytes: string) => {
    const server = createServer((socket) => socket.once('data', () => socket.end(bytes)))
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    sites.zone.set('strange.test', { a: ['127.0.0.1'] })
    const seen = await visit(`http://strange.test:${(server.address() as AddressInfo).port}/`)
    server.close()
    return seen
  }
  const cookies = Array.from({ length: 400 }, (_, n) => `c${n}=${'x'.repeat(60)}`)
  const many = sites.put('cookies.test', (answer) => answer.writeHead(200, { 'set-cookie': cookies }).end('Hello'))
  expect(summaryOf(await visit(many))).toEqual([
    'undecided',
    null,
    'It responds, but not like a website: Headers Overflow Error',
  ])
  for (const bytes of [
    'I am no HTTP\r\n\r\n',
    'HTTP/1.1 200 OK\nserver: old\n\nHello',
    'HTTP/1.1 200 OK\r\nX Y: z\r\n\r\nHello',
    'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\nHello',
  ])
    expect(await answering(bytes), bytes).toMatchObject({ outcome: 'undecided', side: null, statusCode: null })
  const broken = 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n<title>Fake</title>'
  expect(await answering(broken)).toMatchObject({ outcome: 'up', statusCode: 200, title: 'Fake', isCut: true })
  // An empty response counts as none.
  expect((await answering('')).outcome).toBe('unreachable')
})

test('internal addresses are not visited, by name or by redirect, and are inconclusive', async () => {
  sites.zone.set('inside.test', { a: ['10.0.0.1'] })
  expect(await visit('http://inside.test/')).toMatchObject({ outcome: 'undecided', side: null, statusCode: null })
  const inwards = sites.put('inwards.test', (answer) =>
    answer.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  )
  expect(await visit(inwards)).toMatchObject({ outcome: 'undecided', statusCode: null })
  for (const nonsense of ['', 'javascript:alert(1)', 'http://', 'file:///etc/passwd', 'a b'])
    expect((await visit(nonsense)).outcome, nonsense).toMatch(/undecided|no-address/)
})

test('parked by name server, by parking page or by redirect; a name server of real sites does not count', async () => {
  const served = (host: string, ns: string) => {
    sites.zone.set(host, { a: ['127.0.0.1'], ns: [ns] })
    return sites.put(host, respondWith(200, '<title>Shop</title>'))
  }
  expect(summaryOf(await visit(served('parked-ns.example', 'ns1.sedoparking.com')))).toEqual([
    'parked',
    'down',
    'Its name server is ns1.sedoparking.com',
  ])
  expect((await visit(served('registrar-ns.example', 'ns01.domaincontrol.com'))).outcome).toBe('up')
  const lander = '<html data-adblockkey="MFww"><title>parked-page.example</title>'
  expect((await visit(sites.put('parked-page.example', respondWith(200, lander)))).outcome).toBe('parked')
  const title = respondWith(200, '<title>This domain is for sale</title><p>Ask us.</p>')
  expect((await visit(sites.put('for-sale.example', title))).outcome).toBe('parked')
  const blog = respondWith(200, `<title>This domain is for sale</title><p>${'A long story. '.repeat(300)}</p>`)
  expect((await visit(sites.put('blog.example', blog))).outcome).toBe('up')
  sites.put('www.hugedomains.com', respondWith(200, 'Yours for a price'))
  const to = `http://www.hugedomains.com:${sites.port}/`
  expect((await visit(sites.put('sold.example', respondWith(302, '', { location: to })))).outcome).toBe('parked')
})

test('redirected: to the brand it is down, elsewhere it is up, to the home page or a sign-in page it is undecided', async () => {
  const to = (host: string, path = '/') => respondWith(302, '', { location: `http://${host}:${sites.port}${path}` })
  sites.put('www.brand.example', respondWith(200, 'The real one'))
  sites.put('elsewhere.example', respondWith(200, 'Still fake'))
  expect(summaryOf(await visit(sites.put('gave-up.example', to('www.brand.example')), ['brand.example']))).toEqual([
    'redirected',
    'down',
    "It redirects to the brand's own site, www.brand.example",
  ])
  expect(summaryOf(await visit(sites.put('moved.example', to('elsewhere.example')), ['brand.example']))).toEqual([
    'redirected',
    'up',
    'It redirects to elsewhere.example',
  ])
  const onPaths = (target: string) =>
    sites.put('market.example', (answer, path) =>
      path === '/offer' ? answer.writeHead(302, { location: target }).end() : answer.end('Hello'),
    )
  expect((await visit(onPaths('/'))).reason).toBe('It redirects to the home page of the same site')
  expect((await visit(onPaths('/users/login?next=1'))).reason).toBe('It requires sign-in')
})

test('a challenge is inconclusive; a suspended account is gone', async () => {
  const titled = (title: string) => respondWith(200, `<title>${title}</title>`)
  expect((await visit(sites.put('robots.example', titled('Just a moment...')))).outcome).toBe('undecided')
  expect((await visit(sites.put('robots.example', titled('Attention Required! | Cloudflare')))).outcome).toBe(
    'undecided',
  )
  expect((await visit(sites.put('off.example', titled('Account Suspended')))).outcome).toBe('gone')
  // What phishing is: the page itself. On a social network it stands in place of what was asked for.
  expect((await visit(sites.put('phish.example', titled('Sign in to your bank')))).outcome).toBe('up')
  expect((await visit(sites.put('www.facebook.com', titled('Log in to Facebook')))).outcome).toBe('undecided')
})
