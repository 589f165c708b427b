import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, journey, type Person } from './harness.ts'
import { scriptBytes } from './script-bytes.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

test('the script of the sign-in page is at most 150 kB as it travels', async () => {
  expect(await scriptBytes(await testApp.open(), '/login')).toBeLessThanOrEqual(150_000)
})

test('the home of a client needs at most 250 kB, its charts included; any other screen at most 350 kB', async () => {
  const sizes: Record<string, number> = {}
  const screens = {
    client: ['/client-dashboard?startDate=2020-01-01&endDate=2035-12-31', '/mynotifications', '/ecommerce-dashboard'],
    analyst: [
      '/data-upload',
      '/edit-bulk-data',
      '/enforcement',
      '/enforcement?platform=e-commerce',
      '/enforcement?platform=e-commerce&cards=M',
      '/enforcement-clock',
    ],
    admin: ['/users', '/companies', '/static-dashboard'],
  } as const satisfies Partial<Record<Person, readonly string[]>>
  for (const [who, paths] of Object.entries(screens)) {
    const page = await testApp.openAs(who as Person, { home: false })
    for (const path of paths) sizes[path] = await scriptBytes(page, path)
    await page.context().close()
  }
  const tooLarge = Object.entries(sizes).filter(
    ([path, bytes]) => bytes > (path.startsWith('/client-dashboard') ? 250_000 : 350_000),
  )
  expect(tooLarge, JSON.stringify(sizes)).toEqual([])
})

test('the page itself travels compressed', async () => {
  const page = await testApp.open()
  const headers = { 'accept-encoding': 'br, gzip' }
  for (const path of ['/login', '/client-dashboard', '/verify.html'])
    expect((await page.request.get(path, { headers })).headers()['content-encoding'], path).toBe('br')
  await page.context().close()
})

test('the home of a client starts with at most 2,200 elements, and nothing on it moves while it loads', async () => {
  const page = await testApp.openAs('client', { home: false, width: 1350, height: 940 })
  await page.addInitScript(`window.shifts = []
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value, sources }) =>
      [value, ...sources.map(({ node }) => node?.textContent.slice(0, 40))]))).observe({ type: 'layout-shift', buffered: true })`)
  await page.goto('/client-dashboard')
  await page.locator('[data-number="found"]').getByText('in the 30 days before').waitFor()
  const first = page.locator('[data-chart="Infringements by Status"]')
  await first.locator('[data-drawn="true"]').waitFor()
  expect(await page.locator('*').count()).toBeLessThanOrEqual(2200)
  const moved = (await page.evaluate('window.shifts')) as [number, ...string[]][]
  // The first picture has the font of the system: its texts move by a pixel or two when the console's is here.
  expect(
    moved.filter(([value]) => value > 0.002),
    JSON.stringify(moved),
  ).toEqual([])
  const last = page.locator('[data-chart="Platform Seller Distribution"]')
  expect(await last.locator('[data-drawn="true"]').count()).toBe(0)
  await last.scrollIntoViewIfNeeded()
  await last.locator('[data-drawn="true"]').waitFor()
  await page.context().close()
})

test('texts of the home stay where they are when the font of the console comes late', async ({ skip }) => {
  const page = await testApp.openAs('client', { home: false, width: 1350, height: 940 })
  const font = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await font.promise
    await route.continue()
  })
  await page.goto('/client-dashboard', { waitUntil: 'commit' })
  await page.locator('[data-number="found"]').getByText('in the 30 days before').waitFor()
  const fallback = `document.fonts.load("14px 'Inter Fallback'").then((faces) => faces.length > 0, () => false)`
  skip(!(await page.evaluate(fallback)), 'This machine has none of the fonts that are as wide as the console’s')
  // The places of what is above the charts: those are drawn later.
  const places = () =>
    page
      .locator('h1, section[aria-label], [data-number]')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  const before = await places()
  font.resolve()
  await page.evaluate('document.fonts.ready')
  await expect.poll(() => page.evaluate(`document.fonts.check("14px 'Inter Variable'")`)).toBe(true)
  const after = await places()
  expect(after).toHaveLength(before.length)
  for (const [n, top] of after.entries())
    expect(Math.abs(top - before[n]!), JSON.stringify({ before, after })).toBeLessThan(5)
  await page.context().close()
})

test('the home is longer than the screen before its charts are there, so that no scroll bar makes it narrower', async () => {
  const page = await testApp.openAs('client', { home: false, width: 1350, height: 940 })
  const charts = Promise.withResolvers<void>()
  await page.route(/\/api\/.*chart/, async (route) => {
    await charts.promise
    await route.continue()
  })
  await page.goto('/client-dashboard', { waitUntil: 'commit' })
  await page.locator('[role=tabpanel][aria-busy=true]').waitFor()
  expect(await page.evaluate('document.documentElement.scrollHeight > innerHeight')).toBe(true)
  charts.resolve()
  await page.locator('[role=tabpanel][aria-busy=false]').waitFor()
  await page.context().close()
})

test('a screen does nothing that its own policy forbids', async () => {
  const page = await testApp.openAs('client', { home: false })
  await page.addInitScript(`window.forbidden = []
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.forbidden.push(violatedDirective + ' ' + blockedURI))`)
  await page.goto('/ecommerce-dashboard')
  await page.locator('[data-row]').first().waitFor()
  expect(await page.evaluate('window.forbidden')).toEqual([])
  await page.context().close()
})

test('the styles of screens come after those of the components, so that they win', async () => {
  const page = await testApp.open()
  const html = await (await page.request.get('/login')).text()
  const css = await (await page.request.get(/href="([^"]+\.css)"/.exec(html)![1]!)).text()
  const ofComponents = css.search(/\.m_[0-9a-f]{8}/)
  expect(ofComponents).toBeGreaterThan(0)
  expect(css.search(/\._[A-Za-z]+_\w+_\d+/)).toBeGreaterThan(ofComponents)
  await page.context().close()
})

test('no style depends on what is anywhere in the page: all cells of a list would be styled again at each change', async () => {
  const page = await testApp.open()
  await page.goto('/login')
  const rules = (await page.evaluate(`[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]
    .flatMap((rule) => rule instanceof CSSMediaRule && rule.media.mediaText !== 'print' ? [...rule.cssRules] : [rule])
    .map((rule) => rule.selectorText ?? ''))`)) as string[]
  expect(rules.length).toBeGreaterThan(1000)
  expect(rules.filter((selectors) => /(?:^|, )(?:html|:root|body|#root)\S*:has\(/.test(selectors))).toEqual([])
  await page.context().close()
})
