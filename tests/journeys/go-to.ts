import type { Page, Request } from 'playwright-core'

/** Runs in the browser: whether the router has shown the screen of the address bar. */
const isShown = `() => {
  const { status, resolvedLocation } = window.__TSR_ROUTER__.state
  return status === 'idle' && resolvedLocation?.href === location.pathname + location.search + location.hash
}`

/** Goes to an address without reloading the console, and waits until its screen is there; its data may still load. */
export async function goTo(page: Page, address: string): Promise<void> {
  const go = `history.pushState({}, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`
  await page.evaluate(go)
  await page.waitForFunction(isShown)
}

/** How many requests of a page are under way; the stream of events is one that never ends. */
export function watchRequests(page: Page): () => number {
  const running = new Set<Request>()
  page.on('request', (request) => void (request.url().endsWith('/stream') || running.add(request)))
  const ended = (request: Request) => void running.delete(request)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return () => running.size
}
