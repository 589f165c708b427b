import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { abortWhenStalled, markProgress } from './stalled-work.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)
const { signal } = new AbortController()

describe('work that may stall', () => {
  test('is aborted after an hour without progress, even if it ignores its signal', async () => {
    let reason: unknown
    const work = abortWhenStalled({ signal }, (untilStalled) => {
      untilStalled.addEventListener('abort', () => (reason = untilStalled.reason))
      return new Promise<never>(() => undefined)
    })
    const outcome = expect(work).rejects.toThrow('Stopped: no progress for 60 minutes')
    await minutes(59)
    expect(reason).toBeUndefined()
    await minutes(2)
    await outcome
    expect(reason).toBeInstanceOf(Error)
  })

  test('runs for as long as it makes progress, also in what it calls', async () => {
    const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
    const step = async () => {
      await sleep(30 * 60_000)
      markProgress()
    }
    const work = abortWhenStalled({ signal }, async () => {
      for (let n = 0; n < 10; n++) await step()
      return 'done'
    })
    await minutes(301)
    expect(await work).toBe('done')
  })

  test('progress of other work does not count', async () => {
    const work = abortWhenStalled({ signal }, () => new Promise<never>(() => undefined))
    const outcome = expect(work).rejects.toThrow('no progress')
    for (let n = 0; n < 61; n++) {
      markProgress()
      await minutes(1)
    }
    await outcome
  })
})
