import type { Page } from 'playwright-core'
import { BrowserError, type BrowserPage, type PageVisit } from './types.ts'

/** An element that does not come within this time is not there. */
const ACTION_MS = 10_000

type Ways = { go: (address: string) => Promise<void>; capture: () => Promise<PageVisit> }

/** The actions that work on a page may use. */
export function actOn(page: Page, { go, capture }: Ways): BrowserPage {
  const first = (selector: string) => page.locator(selector).first()
  const act = async (selector: string, action: Promise<unknown>) => {
    await action.catch((problem: Error) => {
      if (problem.name !== 'TimeoutError') throw problem
      throw new BrowserError('time', `The page has no usable ${selector}`)
    })
  }
  const timeout = ACTION_MS
  return {
    open: go,
    capture,
    address: () => page.url(),
    has: async (selector) => (await page.locator(selector).count()) > 0,
    waitFor: (selector, seconds) =>
      first(selector)
        .waitFor({ timeout: seconds * 1000 })
        .then(
          () => true,
          () => false,
        ),
    textOf: (selector) => first(selector).innerText({ timeout }),
    fill: (selector, value) => act(selector, first(selector).fill(value, { timeout })),
    choose: (selector, value) => act(selector, first(selector).selectOption(value, { timeout })),
    tick: (selector) => act(selector, first(selector).check({ timeout })),
    attach: (selector, files) =>
      act(
        selector,
        first(selector).setInputFiles(
          files.map(({ name, mediaType, bytes }) => ({ name, mimeType: mediaType, buffer: bytes })),
          { timeout },
        ),
      ),
    click: (selector) => act(selector, first(selector).click({ timeout })),
  }
}
