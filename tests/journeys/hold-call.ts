import type { Page } from 'playwright-core'
import { fetchAnswer } from './fetch-answer.ts'

/** Holds the next call to these addresses back until the returned function is called: what a person does meanwhile stays. */
export async function holdCall(page: Page, addresses: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(addresses, (route) => promise.then(() => route.continue()), { times: 1 })
  return resolve
}

/**
 * Lets the server answer the next call to these addresses, of this method if one is given, and holds its answer back until
 * `release` is called; `isAnswered` resolves when the server has answered.
 */
export async function holdAnswer(page: Page, addresses: string, method?: string) {
  const answered = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isTaken = false
  await page.route(addresses, async (route) => {
    if (isTaken || (method !== undefined && route.request().method() !== method)) return route.fallback()
    isTaken = true
    const response = await fetchAnswer(route)
    answered.resolve()
    await released.promise
    return route.fulfill({ response })
  })
  return { isAnswered: answered.promise, release: released.resolve }
}
