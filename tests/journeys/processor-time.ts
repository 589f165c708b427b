import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/**
 * Seconds of a processor that the page's thread has used; the difference of two readings is what a step computed, however
 * busy the machine is.
 */
export async function watchProcessorTime(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const found = metrics.find(({ name }) => name === 'ThreadTime')
    if (!found) throw new Error('This browser does not say how long its pages computed')
    return found.value
  }
}

/**
 * The longest time, in ms, that the page's thread computed without answering anything else, until the returned function is
 * called. In time of a processor: a busy machine, which lets the page wait, does not count.
 */
export async function watchLongestTask(page: Page): Promise<() => Promise<number>> {
  const processorTime = await watchProcessorTime(page)
  let longest = 0
  let isOver = false
  const watching = (async () => {
    for (let last = await processorTime(); !isOver; await sleep(20)) {
      // It is answered between two tasks only.
      const now = await processorTime()
      longest = Math.max(longest, now - last)
      last = now
    }
  })()
  return async () => {
    isOver = true
    await watching
    return 1000 * longest
  }
}
