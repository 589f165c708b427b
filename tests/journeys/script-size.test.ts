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

test('the styles of screens come after those of the components, so that they win', async () => {
  const page = await testApp.open()
  const html = await (await page.request.get('/login')).text()
  const css = await (await page.request.get(/href="([^"]+\.css)"/.exec(html)![1]!)).text()
  const ofComponents = css.search(/\.m_[0-9a-f]{8}/)
  expect(ofComponents).toBeGreaterThan(0)
  expect(css.search(/\._[A-Za-z]+_\w+_\d+/)).toBeGreaterThan(ofComponents)
  await page.context().close()
})
