import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EgressRuleOptions } from '#kit/server/egress-rule.ts'
import { openTurns } from '#kit/server/turns.ts'
import { untilItWorks } from '#kit/server/until-it-works.ts'
import { type Chromium, findSystemChromium, packagedChromium, unpackChromium } from './find-chromium.ts'
import { writeFontConfig } from './fonts.ts'
import { untriedSandbox } from './launch-chromium.ts'
import { type BrowserLimits, type RunningBrowser, runBrowser } from './run-browser.ts'
import { BrowserError, type BrowserPage, type BrowserService, type VisitOptions } from './types.ts'

export type BrowserOptions = {
  /** The program that the operator states; undefined: one of the machine, else the one of the optional package. */
  chromePath?: string | undefined
  /** Where the packaged Chromium is unpacked. */
  folder: string
  /** How many browsers may run at once in this process. */
  browsers: number
  limits: BrowserLimits
  /** What archives of pages say that they were made with. */
  software: string
  egress?: EgressRuleOptions
  /** A forward proxy of the operator, for pages that ask for it: http(s)://user:password@host:port. */
  proxy?: URL | undefined
  /** All pages go through the proxy, asked for or not. */
  isProxyForAll?: boolean
  /** Variables of our environment that a browser gets: where its display is. */
  environment?: Record<string, string | undefined>
}

/** With so many callers waiting for each browser, the next one is refused as busy. */
const WAITING_PER_BROWSER = 50

/** Opens the browser service: nothing is loaded, unpacked or started before the first page. */
export function openBrowser(options: BrowserOptions): BrowserService {
  const turns = openTurns(options.browsers)
  const { start, end, endAll, closing } = runningBrowsers(options)
  /** Runs `work` while it holds one of the places. */
  const inTurn = async <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    const why = missingOf(options)
    if (why !== undefined) throw new BrowserError('missing', why)
    if (turns.waiting() >= WAITING_PER_BROWSER * options.browsers)
      throw new BrowserError('busy', 'Too many pages wait for a browser; try again later')
    if (!(await turns.take(signal))) throw cancelled()
    try {
      if (signal?.aborted) throw cancelled()
      return await work()
    } finally {
      turns.free()
    }
  }
  const both = (signal: AbortSignal | undefined) =>
    signal ? AbortSignal.any([signal, closing.signal]) : closing.signal

  const withPage = <T>(address: string, given: VisitOptions, work: (page: BrowserPage) => Promise<T>): Promise<T> => {
    checkAddress(address)
    const visiting = { ...given, signal: both(given.signal) }
    return inTurn(visiting.signal, async () => {
      const browser = await start(visiting)
      try {
        return await browser.withPage(address, visiting, work)
      } finally {
        await end(browser)
      }
    })
  }
  return {
    missing: ({ proxy = false } = {}) =>
      Promise.resolve(missingOf(options) ?? (proxy && !options.proxy ? noProxy : undefined)),
    visit: async (address, given = {}) => withPage(address, given, (page) => page.capture()),
    withPage: async (address, given, work) => withPage(address, given, work),
    openSession: (given) => openSession({ given, inTurn, start, end, both }),
    close: async () => {
      closing.abort()
      await endAll()
    },
  }
}

/** The browsers of this process, to start and to end. */
function runningBrowsers(options: BrowserOptions) {
  const sandbox = untriedSandbox()
  const running = new Set<RunningBrowser>()
  const closing = new AbortController()
  const chromium = untilItWorks(() => locate(options))
  const fontConfig = untilItWorks(() => writeFontConfig(join(options.folder, 'browser')))

  const start = async ({ headless = true, proxy = false }: VisitOptions): Promise<RunningBrowser> => {
    if (proxy && !options.proxy) throw new BrowserError('missing', noProxy)
    const browser = await runBrowser({
      chromium: await chromium(),
      limits: options.limits,
      software: options.software,
      egress: options.egress ?? {},
      upstream: proxy || options.isProxyForAll ? options.proxy : undefined,
      fontConfig: await fontConfig(),
      headless: headless || !hasDisplay(options),
      sandbox,
      environment: options.environment ?? {},
    })
    running.add(browser)
    if (closing.signal.aborted) await end(browser)
    return browser
  }
  const end = async (browser: RunningBrowser) => {
    await browser.close()
    running.delete(browser)
  }
  return { start, end, endAll: () => Promise.all([...running].map(end)), closing }
}

const noProxy = 'There is no proxy: set BROWSER_PROXY'

type SessionParts = {
  given: VisitOptions
  inTurn: <T>(signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>
  start: (options: VisitOptions) => Promise<RunningBrowser>
  end: (browser: RunningBrowser) => Promise<void>
  both: (signal: AbortSignal | undefined) => AbortSignal
}

/** Holds one place until it is closed. */
async function openSession({ given, inTurn, start, end, both }: SessionParts) {
  const pages = openTurns(1)
  const closed = new AbortController()
  let browser: RunningBrowser | undefined
  let finish: () => void
  const finished = new Promise<void>((resolve) => (finish = resolve))
  let turn: Promise<void> | undefined
  await new Promise<void>((ready, refuse) => {
    turn = inTurn(both(given.signal), () => {
      ready()
      return finished
    })
    turn.catch(refuse)
  })
  const visit: BrowserService['visit'] = async (address, options = {}) => {
    checkAddress(address)
    const visiting = {
      ...given,
      ...options,
      signal: AbortSignal.any([both(options.signal ?? given.signal), closed.signal]),
    }
    if (!(await pages.take(visiting.signal))) throw cancelled()
    try {
      browser ??= await start(visiting)
      return await browser.withPage(address, visiting, (page) => page.capture())
    } finally {
      if (browser?.isClosed()) {
        await end(browser)
        browser = undefined
      }
      pages.free()
    }
  }
  return {
    visit,
    close: async () => {
      closed.abort()
      if (browser) await end(browser)
      finish()
      await turn
    },
  }
}

const cancelled = () => new BrowserError('cancelled', 'The visit was cancelled')

function checkAddress(address: string): void {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new BrowserError('address', 'Not a web address')
}

const hasDisplay = ({ environment = {} }: BrowserOptions) =>
  process.platform !== 'linux' || Boolean(environment['DISPLAY'] ?? environment['WAYLAND_DISPLAY'])

function missingOf({ chromePath }: BrowserOptions): string | undefined {
  if (chromePath !== undefined)
    return existsSync(chromePath) ? undefined : `There is no browser at CHROME_PATH (${chromePath})`
  if (findSystemChromium(undefined) ?? packagedChromium()) return undefined
  return 'There is no Chromium on the server: install Chromium or Chrome, or set CHROME_PATH'
}

async function locate({ chromePath, folder }: BrowserOptions): Promise<Chromium> {
  const system = findSystemChromium(chromePath)
  if (system) return system
  const packaged = packagedChromium()
  if (packaged === undefined) throw new BrowserError('missing', missingOf({ chromePath } as BrowserOptions) ?? '')
  return unpackChromium(packaged, join(folder, 'browser'))
}
