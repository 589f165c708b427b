import type { Page } from 'playwright-core'

/**
 * How long the result of an action is visible, in milliseconds of the page's clock, which is paused for it, so that a
 * busy machine does not matter. `isOver`: it is gone, or what follows is there. The page cannot be released afterwards.
 */
export async function visibleDuration(
  page: Page,
  params: { action: () => Promise<unknown>; shown: () => Promise<boolean>; isOver: () => Promise<boolean> },
): Promise<number> {
  const now = async () => (await page.evaluate('Date.now()')) as number
  await page.clock.install()
  await page.clock.pauseAt((await now()) + 500)
  await params.action()
  // Slower than real time, so that little of it passes before the result is noticed.
  await runClockUntil(page, 4, params.shown)
  const began = await now()
  await runClockUntil(page, 50, params.isOver)
  const duration = (await now()) - began
  await page.clock.resume()
  return duration
}

/** Runs the stopped clock of a page in steps of so many ms. The limit is generous: a busy machine needs a second a step. */
async function runClockUntil(page: Page, step: number, isDone: () => Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + 60_000; !(await isDone()); await page.clock.runFor(step))
    if (Date.now() > limit) throw new Error('What the clock was run for did not happen within a minute')
}
