import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import type { BrowserProxy } from './browser-proxy.ts'
import { BrowserError, type Redirect, type VisitOptions } from './types.ts'

/** A page and what it went through; `documents` are the responses of its main frame, the current one last. */
export type OpenPage = {
  context: BrowserContext
  page: Page
  documents: (Redirect & { response: Response })[]
  /** Windows that it tried to open. */
  popups: () => number
  /** Rejects when the page goes on to more addresses than a person would follow, or loads something too large. */
  lost: Promise<never>
}

/** What a page, or something on it, ends with that is larger than the limit. */
export const tooLarge = (bytes: number) => new BrowserError('size', `The page is larger than ${bytes / 1e6} MB`)

const defaultViewport = { width: 1366, height: 768 }
/** Redirects of a server that are followed are 20 in Chromium; those of scripts and refresh headers come on top. */
const MAX_DOCUMENTS = 30

/** Opens an empty page in a context of its own: nothing is downloaded, allowed or kept. */
export async function openPage(
  browser: Browser,
  { viewport = defaultViewport }: VisitOptions,
  limits: { userAgent: string | undefined; pageBytes: number },
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport,
    acceptDownloads: false,
    serviceWorkers: 'block',
    // A page with an expired certificate is evidence all the same; the certificate is part of it.
    ignoreHTTPSErrors: true,
    permissions: [],
    locale: 'en-US',
    timezoneId: 'UTC',
    ...(limits.userAgent === undefined ? {} : { userAgent: limits.userAgent }),
  })
  const page = await context.newPage()
  const documents: OpenPage['documents'] = []
  let popups = 0
  let lose: (problem: BrowserError) => void
  const lost = new Promise<never>((_resolve, reject) => (lose = reject))
  lost.catch(() => undefined)
  context.on('page', (other) => {
    if (other === page) return
    popups++
    other.close().catch(() => undefined)
  })
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  page.on('response', (response) => {
    // Says how large it is: no need to load it up to the limit.
    if (Number(response.headers()['content-length']) > limits.pageBytes) lose(tooLarge(limits.pageBytes))
    const request = response.request()
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    documents.push({ status: response.status(), address: response.url(), response })
    if (documents.length > MAX_DOCUMENTS)
      lose(new BrowserError('unreached', `The page went on to more than ${MAX_DOCUMENTS} addresses`))
  })
  return { context, page, documents, popups: () => popups, lost }
}

/** The share of the time that a page may take until it is loaded; the rest is for the picture. */
const LOADING_SHARE = 0.6
/** Scripts that draw a page after it is loaded have so long. */
const SETTLE_MS = 1500

/**
 * Opens an address and waits until it is loaded, or, for a page whose last picture never comes, until `LOADING_SHARE`
 * of the time is over. Rejects with BrowserError when there is no document by then.
 */
export async function goTo(
  { page, documents }: OpenPage,
  { address, milliseconds, proxy }: { address: string; milliseconds: number; proxy: BrowserProxy },
): Promise<void> {
  const until = Date.now() + milliseconds * LOADING_SHARE
  const left = () => Math.max(1, until - Date.now())
  await page.goto(address, { waitUntil: 'domcontentloaded', timeout: left() }).catch((problem: Error) => {
    throw navigationError(problem, { address: documents.at(-1)?.address ?? address, requested: address, proxy })
  })
  const final = documents.at(-1)
  const failure = proxy.failureOf(hostKey(final?.address ?? address))
  if (final?.status === 502 && failure) throw new BrowserError(failure.reason, failure.message)
  await page.waitForLoadState('load', { timeout: left() }).catch(() => undefined)
  await page.waitForLoadState('networkidle', { timeout: Math.min(left(), SETTLE_MS) }).catch(() => undefined)
}

type Navigation = { address: string; requested: string; proxy: BrowserProxy }

function navigationError(problem: Error, { address, requested, proxy }: Navigation): BrowserError {
  const [, code = ''] = /(ERR_[A-Z_]+)/.exec(problem.message) ?? []
  if (problem.name === 'TimeoutError') return new BrowserError('time', 'The page sent no document in time')
  for (const one of [requested, address, refusedAddress(problem.message)]) {
    const failure = one === undefined ? undefined : proxy.failureOf(hostKey(one))
    if (failure) return new BrowserError(failure.reason, failure.message)
  }
  if (/crash|closed/i.test(problem.message))
    return new BrowserError('crashed', 'The browser ended while the page was open')
  if (/ERR_(UNSAFE_PORT|UNKNOWN_URL_SCHEME|BLOCKED|DISALLOWED|UNSAFE_REDIRECT)/.test(code))
    return new BrowserError('address', `The address is not one of the web (${code})`)
  if (code === 'ERR_ABORTED') return new BrowserError('unreached', 'The address is a download, not a page')
  return new BrowserError('unreached', `The page could not be reached (${code || problem.message.split('\n')[0]})`)
}

const refusedAddress = (message: string) => /at (https?:\/\/\S+)/.exec(message)?.[1]

/** The host as the proxy names it. */
function hostKey(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : ''
}
