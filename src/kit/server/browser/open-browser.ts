import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EgressRuleOptions } from '#kit/server/egress-rule.ts'
import { untilItWorks } from '#kit/server/until-it-works.ts'
import { openPlaces } from './browser-places.ts'
import { checkAddress, openSession } from './browser-session.ts'
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
  const places = openPlaces(options.browsers)
  const { start, end, endAll, closing } = runningBrowsers(options)
  const admit = () => {
    const why = missingOf(options)
    if (why !== undefined) throw new BrowserError('missing', why)
    if (places.waiting() >= WAITING_PER_BROWSER * options.browsers)
      throw new BrowserError('busy', 'Too many pages wait for a browser; try again later')
  }
  const both = (signal: AbortSignal | undefined) =>
    signal ? AbortSignal.any([signal, closing.signal]) : closing.signal

  const withPage = async <T>(
    address: string,
    given: VisitOptions,
    work: (page: BrowserPage) => Promise<T>,
  ): Promise<T> => {
    checkAddress(address)
    const visiting = { ...given, signal: both(given.signal) }
    admit()
    await places.take(visiting.signal)
    try {
      const browser = await start(visiting)
      try {
        return await browser.withPage(address, visiting, work)
      } finally {
        await end(browser)
      }
    } finally {
      places.free()
    }
  }
  return {
    missing: ({ proxy = false } = {}) =>
      Promise.resolve(missingOf(options) ?? (proxy && !options.proxy ? noProxy : undefined)),
    visit: async (address, given = {}) => withPage(address, given, (page) => page.capture()),
    withPage: async (address, given, work) => withPage(address, given, work),
    openSession: async (given) => {
      admit()
      const visiting = (own: VisitOptions) => ({ ...given, ...own, signal: both(own.signal ?? given.signal) })
      return openSession({ places, start, end, visiting })
    },
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
