import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { type Program, start } from '../system/program.ts'
import { signInByForm, submitSignIn } from '../system/sign-in.ts'
import { demoDatabase } from './demo-copy.ts'
import { sharedBrowser } from './shared-browser.ts'
import { slowDown } from './slow-down.ts'
import { freePort } from '#kit/server/free-port.ts'
import { sessions } from '#features/sessions/contract.ts'

export { axeFindings } from './axe.ts'
export { visibleDuration } from './page-clock.ts'

/** Users of the demo data by their name in the journeys. */
export const people = {
  client: 'client@demo.test',
  client2: 'client2@demo.test',
  client3: 'client3@demo.test',
  client4: 'client4@demo.test',
  analyst: 'analyst@demo.test',
  analyst2: 'analyst2@demo.test',
  admin: 'admin@demo.test',
  twoFactor: 'twofactor@demo.test',
  blocked: 'blocked@demo.test',
  google: 'google@demo.test',
} as const
export type Person = keyof typeof people
export const demoPassword = 'Demo@2026'

/** `home: false` leaves the page empty, for a journey that opens another address at once. */
export type PageOptions = { theme?: 'light' | 'dark'; width?: number; height?: number; home?: boolean }

export type Journey = {
  /** Address of the console. */
  url: string
  program: Program
  databaseUrl: string
  browser: Browser
  /** The data folder; sent emails are in mail/. */
  dataDir: string
  /** A page in a new browser context (nothing stored), with the errors of the page collected in `problems`. */
  open: (options?: PageOptions) => Promise<Page>
  /** A page with that person signed in, on the home screen of the role. */
  openAs: (who: Person, options?: PageOptions) => Promise<Page>
  /** Stops everything. Call it in afterAll. */
  end: () => Promise<void>
}

/** Once in a worker: it reads all source files to see whether they were built. */
let built: Promise<void> | undefined

/**
 * Starts the real program on its own database with the demo data, and a real Chromium; `showsPdf` for journeys that
 * open a PDF. Call it in beforeAll.
 */
export async function journey({
  env = {},
  showsPdf = false,
}: {
  env?: Record<string, string>
  showsPdf?: boolean
} = {}): Promise<Journey> {
  await (built ??= ensureBuilt())
  const dataDir = mkdtempSync(join(tmpdir(), 'brandkeep-journey-'))
  const database = await demoDatabase(env, dataDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // A build server may be several times slower than what its browsers are given for a page.
  const slowPages = { BROWSER_SECONDS: '240' }
  const consoleEnv = { DATABASE_URL: database.url, BRANDKEEP_DATA: dataDir, BRANDKEEP_DEMO: '1', ...slowPages }
  const [program, browser] = await Promise.all([
    start({ env: { ...consoleEnv, PORT: String(port), APP_URL: url, ...env } }),
    sharedBrowser({ showsPdf }),
  ])
  const saved = new Map<Person, SavedState>()
  const idlePages: IdlePages = new Map()
  const open = (options: PageOptions = {}) => openPage(browser, url, options)
  return {
    url,
    program,
    databaseUrl: database.url,
    browser,
    dataDir,
    open,
    openAs: (who, options = {}) => openSignedIn(browser, url, { saved, idlePages }, who, options),
    end: async () => {
      // A worker runs one journey at a time, so these are all of this one.
      await Promise.all([...browser.contexts().map((context) => context.close()), program.stop()])
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const screenOf = ({ width = 1440, height = 900 }: PageOptions) => ({ width, height })

/** Runs in the browser: a promise of the event that the console, too, learns the theme of the system from, a frame later. */
const untilThemeIs = (theme: 'light' | 'dark') => `new Promise((resolve) => {
  const query = matchMedia('(prefers-color-scheme: dark)')
  if (query.matches === ${theme === 'dark'}) resolve()
  else query.addEventListener('change', () => resolve(), { once: true })
})`

/** Changes screen size and theme of a page, without signing in again. */
export async function applyPageOptions(page: Page, options: PageOptions): Promise<void> {
  const theme = options.theme ?? 'light'
  await page.evaluate(`void (globalThis.themeShown = ${untilThemeIs(theme)})`)
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate('globalThis.themeShown')
  await page.setViewportSize(screenOf(options))
}

const problems = new WeakMap<Page, string[]>()

type SavedState = Awaited<ReturnType<BrowserContext['storageState']>>
type IdlePages = Map<Person, Page[]>
/** The owner of a browser context and where its page goes on release. */
const owners = new WeakMap<BrowserContext, { who: Person; saved: SavedState; idlePages: IdlePages }>()

/**
 * Signs in with a call the first time, as the form does; later pages start with the stored session, while it is valid.
 * A released page is used again, because it has the console's files loaded and compiled already.
 */
async function openSignedIn(
  browser: Browser,
  url: string,
  { saved, idlePages }: { saved: Map<Person, SavedState>; idlePages: IdlePages },
  who: Person,
  options: PageOptions,
) {
  const before = saved.get(who)
  if (before) {
    const free = idlePages.get(who)?.pop()
    const page = free ?? (await openPage(browser, url, options, before))
    if (free) await applyPageOptions(free, options)
    if (await isStillSignedIn(page, before)) {
      owners.set(page.context(), { who, saved: before, idlePages })
      return options.home === false ? page : openHome(page)
    }
    await page.context().close()
  }
  const page = await openPage(browser, url, options)
  if (who === 'twoFactor') return signIn(page, who).then(() => page)
  const state = await signInByCall(page, who)
  saved.set(who, state)
  owners.set(page.context(), { who, saved: state, idlePages })
  return options.home === false ? page : openHome(page)
}

async function openHome(page: Page): Promise<Page> {
  await page.goto('/')
  await page.waitForURL((address) => address.pathname !== '/')
  return page
}

/** Makes the form's call and stores its answer as the form does, without loading the console for it. */
async function signInByCall(page: Page, who: Person): Promise<SavedState> {
  const answer = await page.request.post(`/api${sessions.authenticate.path}`, {
    data: { username: people[who], password: demoPassword },
  })
  const text = await answer.text()
  if (!answer.ok()) throw new Error(`${people[who]} could not sign in: ${text}`)
  const user = JSON.parse(text) as { jwtToken: string }
  const entries = { 'session:token': user.jwtToken, 'session:user': JSON.stringify({ ...user, jwtToken: '' }) }
  await page.goto('/api/health')
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(entries)})`)
  return page.context().storageState()
}

/** Runs in the browser: clears everything stored for the console and stores the given entries. */
const clearBrowserStorage = `async (entries) => {
  sessionStorage.clear()
  localStorage.clear()
  for (const { name, value } of entries) localStorage.setItem(name, value)
  const remove = (name) => new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = resolve
    request.onerror = request.onblocked = () => reject(new Error(name + ' stays'))
  })
  for (const { name } of await indexedDB.databases()) await remove(name)
}`

/**
 * Clears a page of `openAs` and closes the other pages of its context, which then has nothing but the session and is
 * reused for the same person. Not for a page whose clock, permissions, scripts or connection were changed: close its
 * context.
 */
export async function releasePage(page: Page): Promise<void> {
  const context = page.context()
  const owner = owners.get(context)
  if (!owner) return context.close()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A response of the API has the same origin and runs no script that could write again.
  await page.goto('/api/health')
  await page.evaluate(`(${clearBrowserStorage})(${JSON.stringify(owner.saved.origins[0]?.localStorage ?? [])})`)
  for (const event of ['console', 'request', 'requestfailed', 'response', 'pageerror'] as const)
    page.removeAllListeners(event)
  collectProblems(page)
  owner.idlePages.set(owner.who, [...(owner.idlePages.get(owner.who) ?? []), page])
}

async function isStillSignedIn(page: Page, { origins }: SavedState): Promise<boolean> {
  const token = origins[0]?.localStorage.find(({ name }) => name === 'session:token')?.value
  // The server may just be closing the connection that was used before: a browser then opens another one, too.
  const answer = await page.request.post('/api/users/verify/token', { data: { token }, maxRetries: 1 })
  return answer.ok()
}

async function openPage(
  browser: Browser,
  baseURL: string,
  options: PageOptions,
  storageState?: SavedState,
): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL,
    ...(storageState && { storageState }),
    colorScheme: options.theme ?? 'light',
    viewport: screenOf(options),
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  await slowDown(page)
  collectProblems(page)
  return page
}

function collectProblems(page: Page): void {
  const found: string[] = []
  problems.set(page, found)
  page.on('pageerror', (error) => found.push(error.message))
  page.on('console', (message) => {
    // The browser itself reports every answer of 400 and more; the screens say what it means.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) found.push(message.text())
  })
}

/** Errors of a page: thrown errors and console errors, except failed calls. */
export function problemsOf(page: Page): readonly string[] {
  return problems.get(page) ?? []
}

/** Signs in with the form and waits until the sign-in screen is gone (or asks for the code). */
export async function signIn(page: Page, who: Person, password: string = demoPassword): Promise<void> {
  if (who !== 'twoFactor') return signInByForm(page, people[who], password)
  await submitSignIn(page, people[who], password)
  await page.getByRole('button', { name: 'Verify' }).waitFor()
}

/**
 * Records all alerts of the page from the next load on; the returned function reads their texts, also of those gone again,
 * each as often as it was shown.
 */
export async function recordAlerts(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(`window.alertTexts = new Map(); new MutationObserver(() => {
    for (const one of document.querySelectorAll('[role=alert]')) window.alertTexts.set(one, one.textContent)
  }).observe(document, { childList: true, subtree: true })`)
  return () => page.evaluate('[...window.alertTexts.values()]')
}

/** Whether the keyboard is with this element. */
export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one === one.ownerDocument.activeElement)

const shots = process.env['SHOTS']

/** Saves a screenshot as SHOTS/name.png when the variable SHOTS names a folder; otherwise does nothing. */
export async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.screenshot({ path: join(shots, `${name}.png`) })
}
