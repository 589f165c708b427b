import { expect } from 'vitest'
import { slowness, slownessByClock } from './slowness.ts'

declare module 'vitest' {
  // The name and the parameters are vitest's.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Whether a function computes less than this, in ms of its thread's processor on the machine on which the limits of
     * tests were set: on a slower one the limit grows. Instead of the function, what was measured elsewhere, in ms. Await it if
     * the function is asynchronous.
     */
    toTakeLessThan: (milliseconds: number) => T extends () => Promise<unknown> ? Promise<void> : R
    /** The same for a duration by the clock, in ms, that was measured just now. */
    toLastLessThan: (milliseconds: number) => R
  }
}

expect.extend({
  toTakeLessThan(work: (() => unknown) | number, milliseconds: number) {
    const judge = (used: number, slower: number) => ({
      pass: used < milliseconds * slower,
      message: () =>
        `${Math.round(used)} ms of a processor, limit ${milliseconds} ms, on a machine that is now ${slower.toFixed(1)} times slower than the reference`,
    })
    if (typeof work === 'number') return judge(work, slowness())
    const before = slowness()
    const began = process.threadCpuUsage()
    const end = () => {
      const { user, system } = process.threadCpuUsage(began)
      return judge((user + system) / 1000, Math.max(before, slowness()))
    }
    const result = work()
    return result instanceof Promise ? result.then(end) : end()
  },
  toLastLessThan(lasted: number, milliseconds: number) {
    const slower = slownessByClock()
    return {
      pass: lasted < milliseconds * slower,
      message: () =>
        `${Math.round(lasted)} ms, limit ${milliseconds} ms, on a machine that is now ${slower.toFixed(1)} times slower than the reference`,
    }
  },
})
