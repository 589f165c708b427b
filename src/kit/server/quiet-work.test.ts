import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endWhenQuiet, signOfLife } from './quiet-work.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)
const { signal } = new AbortController()

describe('work that may hang', () => {
  test('is ended after an hour without a sign of life, even if it ignores its signal', async () => {
    let reason: unknown
    const work = endWhenQuiet({ signal }, (untilQuiet) => {
      untilQuiet.addEventListener('abort', () => (reason = untilQuiet.reason))
      return new Promise<never>(() => undefined)
    })
    const outcome = expect(work).rejects.toThrow('Ended: it showed no sign of life for 60 minutes')
    await minutes(59)
    expect(reason).toBeUndefined()
    await minutes(2)
    await outcome
    expect(reason).toBeInstanceOf(Error)
  })

  test('lives for as long as it shows signs of life, also below what it calls', async () => {
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
    const step = async () => {
      await sleep(30 * 60_000)
      signOfLife()
    }
    const work = endWhenQuiet({ signal }, async () => {
      for (let n = 0; n < 10; n++) await step()
      return 'done'
    })
    await minutes(301)
    expect(await work).toBe('done')
  })

  test('signs of other work do not keep it alive', async () => {
    const work = endWhenQuiet({ signal }, () => new Promise<never>(() => undefined))
    const outcome = expect(work).rejects.toThrow('no sign of life')
    for (let n = 0; n < 61; n++) {
      signOfLife()
      await minutes(1)
    }
    await outcome
  })
})
