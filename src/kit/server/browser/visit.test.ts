import { createHash } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testCertificate } from './testing-certificate.ts'
import { openTestBrowser, reasonOf, serveTestPages, type TestPages } from './testing-pages.ts'
import type { BrowserService } from './types.ts'

vi.setConfig({ testTimeout: 30_000 })

let pages: TestPages
let browser: BrowserService

beforeAll(async () => {
  pages = await serveTestPages({
    '/': '<title>Shoes</title><h1>Red shoe</h1><p id=price></p><script>price.textContent = "₹ 499"</script>',
    '/old': (answer) => answer.writeHead(301, { location: '/older' }).end(),
    '/older': (answer) => answer.writeHead(302, { location: '/script' }).end(),
    '/script': '<script>location.href = "/"</script>',
    '/missing': (answer) =>
      answer.writeHead(404, { 'content-type': 'text/html', 'x-shop': 'closed' }).end('<title>Gone</title>'),
    '/tall': '<div style="height: 3000px">tall</div>',
    '/form': `<form action=/sent><input name=mark><select name=class><option>9<option>25</select>
      <input type=checkbox name=sure><input type=file name=proof><button>Send</button></form>`,
    '/sent': (answer, request) =>
      answer.writeHead(200, { 'content-type': 'text/html' }).end(`<p id=got>${request.url!.replaceAll('&', '&amp;')}`),
  })
  browser = openTestBrowser()
})
afterAll(async () => {
  await browser.close()
  await pages.close()
})

const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

test('a visit has the way to the page, what it shows after its scripts, and sums of both', async () => {
  const seen = await browser.visit(`${pages.base}/old`)
  expect(seen).toMatchObject({
    address: `${pages.base}/old`,
    finalAddress: `${pages.base}/`,
    redirects: [
      { status: 301, address: `${pages.base}/old` },
      { status: 302, address: `${pages.base}/older` },
      { status: 200, address: `${pages.base}/script` },
    ],
    status: 200,
    ipAddress: '127.0.0.1',
    certificate: null,
    title: 'Shoes',
    text: 'Red shoe\n\n₹ 499',
  })
  expect(seen.html).toContain('<p id="price">₹ 499</p>')
  expect(seen.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(Math.abs(Date.parse(seen.takenAt) - Date.now())).toBeLessThan(60_000)
  expect(seen.takenAt).toMatch(/Z$/)
  expect(sizeOf(seen.picture)).toEqual({ width: 1366, height: 768 })
  expect(seen.sha256).toEqual({ picture: sha256(seen.picture), html: sha256(seen.html) })
})

test('one browser serves the pages of a session; a whole page is drawn when asked for', async () => {
  const session = await browser.openSession({ viewport: { width: 400, height: 300 } })
  const [missing, tall] = await Promise.all([
    session.visit(`${pages.base}/missing`),
    session.visit(`${pages.base}/tall`, { fullPage: true }),
  ])
  await session.close()
  expect(missing).toMatchObject({ status: 404, title: 'Gone', headers: { 'x-shop': 'closed' } })
  expect(sizeOf(missing.picture)).toEqual({ width: 400, height: 300 })
  expect(sizeOf(tall.picture).height).toBeGreaterThan(3000)
  expect(await reasonOf(session.visit(`${pages.base}/`))).toBe('cancelled')
})

test('a session between two pages gives its place to whoever waits, also to another session, and goes on', async () => {
  const single = openTestBrowser({ browsers: 1 })
  const sessions = [await single.openSession({}), await single.openSession({})]
  const seen: string[] = []
  for (const session of sessions) seen.push((await session.visit(`${pages.base}/`)).title)
  seen.push((await single.visit(`${pages.base}/`)).title)
  // While pages are open, all others wait for them.
  const together = [...sessions.map((session) => session.visit(`${pages.base}/`)), single.visit(`${pages.base}/`)]
  for (const { title } of await Promise.all(together)) seen.push(title)
  expect(seen).toEqual(Array.from({ length: 6 }, () => 'Shoes'))
  for (const session of sessions) await session.close()
  await single.close()
})

test('a page with a certificate that nobody trusts is seen, and the certificate with it', async () => {
  const server = createServer(testCertificate, (_request, answer) => answer.end('<title>Secure</title>'))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const secure = openTestBrowser({ egress: { ownServers: (host) => (host === 'shop.example' ? port : undefined) } })
  const seen = await secure.visit('https://shop.example/')
  await secure.close()
  server.closeAllConnections()
  server.close()
  expect(seen).toMatchObject({
    title: 'Secure',
    ipAddress: '127.0.0.1',
    certificate: { issuer: 'shop.example', subject: 'shop.example', validTo: '2126-10-29T21:32:10.000Z' },
  })
})

test('work on a page fills a form and takes what it shows before and after', async () => {
  const { before, after, got } = await browser.withPage(`${pages.base}/form`, {}, async (page) => {
    await page.fill('[name=mark]', 'NOVA & Söhne')
    await page.choose('[name=class]', '25')
    await page.tick('[name=sure]')
    await page.attach('[name=proof]', [{ name: 'proof.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF') }])
    const before = await page.capture()
    await page.click('button')
    expect(await page.waitFor('#got', 10)).toBe(true)
    return { before, after: await page.capture(), got: await page.textOf('#got') }
  })
  expect(got).toBe('/sent?mark=NOVA+%26+S%C3%B6hne&class=25&sure=on&proof=proof.pdf')
  expect(before.finalAddress).toBe(`${pages.base}/form`)
  expect(after.finalAddress).toContain('/sent?mark=')
  expect(after.sha256.picture).not.toBe(before.sha256.picture)
})

test('no browser, no web address and a cancelled visit each say so', async () => {
  const without = openTestBrowser({ chromePath: '/nowhere/chrome' })
  expect(await without.missing()).toBe('There is no browser at CHROME_PATH (/nowhere/chrome)')
  expect(await reasonOf(without.visit(`${pages.base}/`))).toBe('missing')
  expect(await browser.missing()).toBeUndefined()
  for (const address of ['file:///etc/passwd', 'chrome://version', 'javascript:1', 'about:blank', 'x'])
    expect(await reasonOf(browser.visit(address)), address).toBe('address')
  expect(await reasonOf(browser.visit(`${pages.base}/`, { signal: AbortSignal.abort() }))).toBe('cancelled')
})
