import type { Page } from 'playwright-core'

/** The states of a queue as they are shown, with the colour of the dot beside each: `processed rgb(46, 125, 50)`. */
export const shownStates = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('tr[data-job] [role=status] > span[title]')].map(
    (mark) => mark.textContent + ' ' + getComputedStyle(mark.firstElementChild).backgroundColor)`)

/** Processed green, failed red, processing blue, others yellow (S-136, S-300). */
export const expectedStates = [
  'processed rgb(46, 125, 50)',
  'failed rgb(198, 40, 40)',
  'processing rgb(21, 101, 192)',
  'queued rgb(249, 168, 37)',
  'paused rgb(249, 168, 37)',
]
