import type { Page, Response } from 'playwright-core'

/**
 * Bytes of script that travel for a screen, as the browser receives them: compressed by the server. Also what comes later
 * by itself, until nothing was asked for during half a second. Fails when a script travels uncompressed, or came from a cache.
 */
export async function scriptBytes(page: Page, path: string): Promise<number> {
  const scripts: Response[] = []
  let latest = Date.now()
  const collect = (response: Response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return
    // Without a cache a file that is preloaded travels again when it is used, which nobody's does.
    if (scripts.some((one) => one.url() === response.url())) return
    scripts.push(response)
    latest = Date.now()
  }
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  page.on('response', collect)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  while (Date.now() - latest < 500) await page.waitForTimeout(100)
  let bytes = 0
  for (const response of scripts) {
    const { responseBodySize } = await response.request().sizes()
    const isSmall = responseBodySize < 1000
    if (!isSmall && (await response.headerValue('content-encoding')) === null)
      throw new Error(`${response.url()} travels uncompressed`)
    bytes += responseBodySize
  }
  page.off('response', collect)
  await devtools.detach()
  // The smallest screen has the libraries of all.
  if (bytes < 50_000) throw new Error(`Only ${bytes} bytes of script travelled for ${path}`)
  return bytes
}
