import { createEgressRule, type EgressRuleOptions } from '#kit/server/egress-rule.ts'
import { actOn } from './act-on-page.ts'
import { openBrowserProxy } from './browser-proxy.ts'
import { capturePage } from './capture-page.ts'
import type { Chromium } from './find-chromium.ts'
import { launchChromium, type Sandbox } from './launch-chromium.ts'
import { goTo, type OpenPage, openPage, tooLarge } from './open-page.ts'
import { recordPage } from './record-page.ts'
import { memoryOfGroup } from './process-group.ts'
import { BrowserError, type BrowserPage, type PageVisit, type VisitOptions } from './types.ts'

/** Limits and habits of every browser; set by the operator. */
export type BrowserLimits = {
  /** Until a page is given up; also the most that a caller may ask for. */
  seconds: number
  /** Bytes that a page may load. */
  pageBytes: number
  /** Memory of a browser's processes. */
  memoryBytes: number
  userAgent: string | undefined
}

export type BrowserParts = {
  chromium: Chromium
  limits: BrowserLimits
  /** What archives of pages say that they were made with. */
  software: string
  egress: EgressRuleOptions
  /** The operator's proxy, for a page that is to be seen through it. */
  upstream: URL | undefined
  fontConfig: string | undefined
  headless: boolean
  sandbox: Sandbox
  environment: Record<string, string | undefined>
}

/** One browser process with its proxy. */
export type RunningBrowser = {
  /** Opens an address and lets `work` act on it; one page at a time. */
  withPage: <T>(address: string, options: VisitOptions, work: (page: BrowserPage) => Promise<T>) => Promise<T>
  /** It was closed, ended after a page that broke it, or ended by itself: the system was short of memory. */
  isClosed: () => boolean
  close: () => Promise<void>
}

const MEMORY_CHECK_MS = 250

/** Starts a browser process and its proxy. Rejects with BrowserError. */
export async function runBrowser(parts: BrowserParts): Promise<RunningBrowser> {
  const { limits } = parts
  const rule = createEgressRule(parts.egress, (host) => new Error(`${host} has no public address`))
  let onTooLarge = () => undefined as void
  const proxy = await openBrowserProxy({
    rule,
    upstream: parts.upstream,
    maxBytes: limits.pageBytes,
    onTooLarge: () => onTooLarge(),
  })
  const process = await launchChromium({ ...parts, proxy }).catch(async (problem: unknown) => {
    await proxy.close()
    throw problem
  })
  let isClosed = false
  const close = async () => {
    isClosed = true
    await process.kill()
    await proxy.close()
  }

  async function withPage<T>(
    address: string,
    options: VisitOptions,
    work: (page: BrowserPage) => Promise<T>,
  ): Promise<T> {
    const milliseconds = Math.min(options.seconds ?? limits.seconds, limits.seconds) * 1000
    const stop = watch({ leader: process.leader, limits, milliseconds, signal: options.signal })
    onTooLarge = () => stop.end(tooLarge(limits.pageBytes))
    process.browser.once('disconnected', stop.crashed)
    proxy.beginPage()
    let open: OpenPage | undefined
    const run = async () => {
      open = await openPage(process.browser, options, limits)
      open.page.on('crash', stop.crashed)
      open.lost.catch((problem: BrowserError) => stop.end(problem))
      const recorder = options.archive ? await recordPage(open.page, parts.software) : undefined
      const go = (to: string) => goTo(open!, { address: to, milliseconds, proxy })
      await go(address)
      const capture = (): Promise<PageVisit> => capturePage(open!, { address, options, proxy, recorder })
      return work(actOn(open.page, { go, capture }))
    }
    try {
      return await Promise.race([run(), stop.ended])
    } catch (problem) {
      const why = stop.reason() ?? problem
      stop.clear()
      // A page that was not reached did nothing to the process; after anything else it is not used again.
      if (!(why instanceof BrowserError && (why.reason === 'address' || why.reason === 'unreached'))) await close()
      throw why
    } finally {
      process.browser.off('disconnected', stop.crashed)
      stop.clear()
      await open?.context.close().catch(() => undefined)
    }
  }
  return { withPage, isClosed: () => isClosed || !process.browser.isConnected(), close }
}

type Watched = { leader: number; limits: BrowserLimits; milliseconds: number; signal: AbortSignal | undefined }

/** Rejects `ended` when a page takes too long, or its browser too much memory, or when it is cancelled. */
function watch({ leader, limits, milliseconds, signal }: Watched) {
  let reason: BrowserError | undefined
  let reject: (problem: BrowserError) => void
  const ended = new Promise<never>((_resolve, refuse) => (reject = refuse))
  ended.catch(() => undefined)
  const end = (problem: BrowserError) => {
    reason ??= problem
    reject(reason)
  }
  const cancel = () => end(new BrowserError('cancelled', 'The visit was cancelled'))
  const timer = setTimeout(
    () => end(new BrowserError('time', `The page took longer than ${milliseconds / 1000} s`)),
    milliseconds,
  )
  const memory = setInterval(() => {
    // /proc cannot be read while the process has no file handle left; the next check may.
    void memoryOfGroup(leader)
      .catch(() => 0)
      .then((bytes = 0) => {
        if (bytes > limits.memoryBytes)
          end(new BrowserError('size', `The page took more than ${Math.round(limits.memoryBytes / 1e6)} MB of memory`))
      })
  }, MEMORY_CHECK_MS)
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  return {
    ended,
    end,
    reason: () => reason,
    crashed: () => end(new BrowserError('crashed', 'The browser ended while the page was open')),
    clear: () => {
      clearTimeout(timer)
      clearInterval(memory)
      signal?.removeEventListener('abort', cancel)
    },
  }
}
