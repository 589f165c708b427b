import { expect, test } from 'vitest'
import { contentPolicy, safeHeaders } from './safe-headers.ts'

/** What every response allows, around the scripts. */
const before =
  "default-src 'self';base-uri 'none';font-src 'self' https: data:;form-action 'self';frame-ancestors 'none';" +
  "img-src 'self' data: blob: https:;object-src blob:;script-src 'self'"
const after =
  ";script-src-attr 'none';style-src 'self' 'unsafe-inline';connect-src 'self';worker-src 'self' blob:;frame-src blob:"

test('every response has the policy of a page without inline scripts; that of a page also names its scripts', async () => {
  expect(contentPolicy([])).toBe(before + after)
  expect(Object.fromEntries(await safeHeaders('https://console.example'))['content-security-policy']).toBe(
    contentPolicy([]),
  )
  expect(contentPolicy(["'sha256-a='", "'sha256-b='"])).toBe(`${before} 'sha256-a=' 'sha256-b='${after}`)
})
