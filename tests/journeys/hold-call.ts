import type { Page } from 'playwright-core'

/** Holds the next call to these addresses back until the returned function is called: what a person does meanwhile stays. */
export async function holdCall(page: Page, addresses: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(addresses, (route) => promise.then(() => route.continue()), { times: 1 })
  return resolve
}
