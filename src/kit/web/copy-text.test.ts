import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => vi.unstubAllGlobals())

test('copying that the browser refuses, or does not know on http, is no unhandled error', async () => {
  vi.stubGlobal('navigator', {})
  expect(await copyText('https://page.example')).toBe(false)
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('NotAllowedError')) } })
  expect(await copyText('https://page.example')).toBe(false)
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } })
  expect(await copyText('https://page.example')).toBe(true)
})
