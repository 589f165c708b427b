import type { Page } from 'playwright-core'

/**
 * How long the result of an action is visible, in milliseconds of the page's clock, which is paused for it, so that a
 * busy machine does not matter. `isOver`: it is gone, or what follows is there. The page cannot be released afterwards.
 */
export async function visibleDuration(
  page: Page,
  params: { action: () => Promise<unknown>; shown: () => Promise<boolean>; isOver: () => Promise<boolean> },
): Promise<number> {
  await page.clock.install()
  await stopClock(page)
  await params.action()
  // Slower than real time, so that little of it passes before the result is noticed.
  await runClockUntil(page, 4, params.shown)
  const began = await nowIn(page)
  await runClockUntil(page, 50, params.isOver)
  const duration = (await nowIn(page)) - began
  await page.clock.resume()
  return duration
}

const nowIn = async (page: Page) => (await page.evaluate('Date.now()')) as number

/** Stops the clock of a page that was installed: from then on only a test makes time pass in it. */
export async function stopClock(page: Page): Promise<void> {
  // It runs until it is stopped, on a busy machine further than this: then the next moment is later.
  for (let ahead = 500; ; ahead *= 2)
    try {
      return await page.clock.pauseAt((await nowIn(page)) + ahead)
    } catch (error) {
      if (!String(error).includes('fast-forward to the past')) throw error
    }
}

/** Runs the stopped clock of a page in steps of so many ms. The limit is generous: a busy machine needs a second a step. */
export async function runClockUntil(page: Page, step: number, isDone: () => Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + 60_000; !(await isDone()); await page.clock.runFor(step))
    if (Date.now() > limit) throw new Error('What the clock was run for did not happen within a minute')
}
