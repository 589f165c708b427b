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
