import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signingKeyOf } from '#features/case-files/server/signing.ts'
import { type TestAuthority, testAuthority } from '#features/case-files/server/testing-authority.ts'
import { flipped } from '#features/case-files/server/testing-forgery.ts'
import { issuedFiles } from '#features/case-files/server/testing-issued.ts'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { axeFindings, shot } from './harness.ts'
import { sharedBrowser } from './shared-browser.ts'

// verify.html as a browser gets it, in one that has all that it needs and in three that lack it.

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-page-'))
let authority: TestAuthority
const { issued, close } = issuedFiles(folder, () => authority)
let file: Awaited<ReturnType<typeof issued>>
beforeAll(async () => {
  await ensureBuilt()
  authority = await testAuthority('Test Time Stamps')
  file = await issued()
})
afterAll(async () => {
  await authority.close()
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const keys = JSON.stringify({ keys: [{ publicKey: signingKeyOf('issuer').publicKey }] })
const title = (page: Page) => page.locator('#result h2').textContent()
const given = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

/** The page at an address of a console that publishes its keys. */
async function opened({ origin = 'https://console.example', before = '' } = {}): Promise<Page> {
  const context = await (await sharedBrowser({ showsPdf: false })).newContext({ viewport: { width: 800, height: 700 } })
  const page = await context.newPage()
  if (before) await page.addInitScript(before)
  await page.route(`${origin}/**`, (route) =>
    new URL(route.request().url()).pathname === '/verify.html'
      ? route.fulfill({ contentType: 'text/html', body: readFileSync('dist/web/verify.html') })
      : route.fulfill({ contentType: 'application/json', body: keys }),
  )
  await page.goto(`${origin}/verify.html`)
  await page.getByText('1 public key of the issuer').waitFor()
  return page
}

const rejecting = (which: string) => `{
  const own = crypto.subtle.importKey.bind(crypto.subtle)
  SubtleCrypto.prototype.importKey = (...args) =>
    ${which} ? Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError')) : own(...args)
}`

test('a browser with all that is needed proves who made it', async () => {
  const page = await opened()
  await page.locator('#files').setInputFiles(given('case.zip', file.bytes))
  await expect.poll(() => title(page)).toBe('Unaltered, made by https://console.example')
  await page.context().close()
})

test.each([
  ['has the page from plain HTTP', { origin: 'http://console.example' }],
  ['has no Web Crypto', { before: `Object.defineProperty(crypto, 'subtle', { value: undefined })` }],
  ['has no Ed25519', { before: rejecting(`args[2] === 'Ed25519'`) }],
  ['can import no key', { before: rejecting('true') }],
])('a browser that %s says that it cannot check signatures', async (what, options) => {
  const page = await opened(options)
  const files = page.locator('#files')
  await files.setInputFiles(given('case.zip', file.bytes))
  await expect.poll(() => title(page)).toBe('This browser cannot check signatures')
  expect(await page.locator('#result').getAttribute('class')).toBe('unchecked')
  await page.getByText('Its hashes are right').waitFor()
  expect(await page.getByText('not valid').count()).toBe(0)
  if (what === 'has no Web Crypto') await shot(page, 'verify-page-unchecked')
  expect(await axeFindings(page)).toEqual([])
  await files.setInputFiles([given('case.zip', file.bytes), given('root.pem', Buffer.from(authority.rootPem))])
  await page.getByText('1 root certificate given').waitFor()
  await page.getByLabel('Verification code').fill(file.head)
  await expect.poll(() => title(page)).toMatch(/^Unaltered, the file with the given verification code/)
  await files.setInputFiles(given('case.zip', flipped(file.bytes, 'fake.example')))
  await page.getByText('findings/001/finding.json is altered').waitFor()
  expect(await title(page)).toBe('Altered')
  await page.context().close()
})
