import type { Browser } from 'playwright-core'
import { beforeEach, expect, test, vi } from 'vitest'
import { launchChromium, untriedSandbox } from './launch-chromium.ts'

const fake = vi.hoisted(() => ({ browser: undefined as unknown }))
vi.mock('playwright-core', () => ({ chromium: { launch: () => Promise.resolve(fake.browser) } }))

const close = vi.fn(() => Promise.resolve())
const launchWith = (newBrowserCDPSession: () => Promise<unknown>) => {
  fake.browser = { newBrowserCDPSession, close } as unknown as Browser
  return launchChromium({
    chromium: { path: '/chromium', libraries: undefined, isShell: true },
    proxy: { server: 'http://127.0.0.1:1', username: 'u', password: 'p' },
    headless: true,
    sandbox: untriedSandbox(),
    environment: {},
  })
}
beforeEach(() => close.mockClear())

test('a Chromium that ends or refuses right after its start is closed, and the page is told why', async () => {
  const refusing = launchWith(() => Promise.reject(new Error('Target closed')))
  await expect(refusing).rejects.toMatchObject({
    reason: 'crashed',
    message: 'Chromium did not start: Target closed',
  })
  expect(close).toHaveBeenCalledOnce()
  const odd = { send: () => Promise.resolve({ processInfo: [] }), detach: () => Promise.resolve() }
  await expect(launchWith(() => Promise.resolve(odd))).rejects.toMatchObject({ reason: 'crashed' })
  expect(close).toHaveBeenCalledTimes(2)
})

test('one that never answers is closed after the time of a start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const silent = { send: () => new Promise(() => undefined) }
    const launching = launchWith(() => Promise.resolve(silent))
    const refused = expect(launching).rejects.toThrow('it did not answer in 30 s')
    await vi.advanceTimersByTimeAsync(30_000)
    await refused
    expect(close).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
