import type { Page } from 'playwright-core'

/** The calls to these addresses that `isFailing` names fail until the returned function is called. */
export async function failCalls(
  page: Page,
  addresses: string | RegExp,
  isFailing: (query: URLSearchParams) => boolean = () => true,
): Promise<() => void> {
  let isOver = false
  await page.route(addresses, (route) =>
    !isOver && route.request().resourceType() === 'fetch' && isFailing(new URL(route.request().url()).searchParams)
      ? route.fulfill({ status: 500, json: { message: 'Something went wrong' } })
      : route.fallback(),
  )
  return () => {
    isOver = true
  }
}
