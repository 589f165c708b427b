/** Why a page was not opened, or not to its end. */
export type BrowserReason = 'missing' | 'address' | 'time' | 'size' | 'unreached' | 'crashed' | 'cancelled' | 'busy'

/** A page could not be opened or read; `message` is one sentence for people. */
export class BrowserError extends Error {
  readonly reason: BrowserReason
  constructor(reason: BrowserReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Opens web pages in a real browser, each in a process and a profile of its own, through the one way out. */
export type BrowserService = {
  /** Why pages cannot be opened here, in one line for a screen; undefined when they can. */
  missing: (options?: Pick<VisitOptions, 'proxy'>) => Promise<string | undefined>
  /** Opens a page in a fresh process and profile and returns what was seen. Rejects with BrowserError. */
  visit: (address: string, options?: VisitOptions) => Promise<PageVisit>
  /**
   * Opens a page and lets `work` act on it, within the same limits; `work` takes evidence with `page.capture`. Rejects
   * with BrowserError, or with what `work` throws.
   */
  withPage: <T>(address: string, options: VisitOptions, work: (page: BrowserPage) => Promise<T>) => Promise<T>
  /**
   * A browser for many pages of one job, one after another, each in a fresh context. It counts as one of the browsers that
   * may run; between two pages it is ended when somebody waits for one, and started again for the next page, as after a
   * page that broke it. Close it when it is no longer needed.
   */
  openSession: (options: VisitOptions) => Promise<BrowserSession>
  /** Ends every browser at once; pages that are open reject with 'cancelled'. */
  close: () => Promise<void>
}

/** Pages after which a job closes its browser and asks for another, so that other jobs have their turn between. */
export const pagesPerSession = 20

export type BrowserSession = { visit: BrowserService['visit']; close: () => Promise<void> }

export type VisitOptions = {
  /** The picture shows the whole page, not only what a window shows. */
  fullPage?: boolean
  /** Also keeps the page itself, as a WACZ file. */
  archive?: boolean
  signal?: AbortSignal
  /** Seconds until the page is given up; default and limit are settings. */
  seconds?: number
  /** In CSS pixels; default 1366 × 768. */
  viewport?: { width: number; height: number }
  /** Through the proxy of the operator (BROWSER_PROXY; G88). */
  proxy?: boolean
  /** false: with a window, where the machine has a display. */
  headless?: boolean
}

/** One step on the way to the final address: a redirect of the server or of the page itself. */
export type Redirect = { status: number; address: string }

export type Certificate = { issuer: string; subject: string; validFrom: string; validTo: string }

/** What was seen of a page. */
export type PageVisit = {
  address: string
  finalAddress: string
  redirects: Redirect[]
  /** HTTP status of the final document; null where none was sent. */
  status: number | null
  /** Response headers of the final document, names in lower case. */
  headers: Record<string, string>
  /** The address that the final document came from. */
  ipAddress: string | null
  certificate: Certificate | null
  title: string
  /** The document as scripts left it. */
  html: string
  /** Its visible text. */
  text: string
  /** Windows that the page tried to open; none was opened. */
  popups: number
  /** ISO 8601, UTC. */
  takenAt: string
  /** PNG. */
  picture: Buffer
  /** WACZ, when asked for. */
  archive?: Buffer
  /** Hexadecimal. */
  sha256: { picture: string; html: string; archive?: string }
}

/** An open page to act on. Selectors are CSS; every action waits for its element, and rejects with BrowserError. */
export type BrowserPage = {
  /** Opens another address in the same page. */
  open: (address: string) => Promise<void>
  /** What is shown now, with picture and sums. */
  capture: () => Promise<PageVisit>
  address: () => string
  /** Whether at least one element fits. */
  has: (selector: string) => Promise<boolean>
  /** Waits until an element is shown; false when it is not within `seconds`. */
  waitFor: (selector: string, seconds: number) => Promise<boolean>
  textOf: (selector: string) => Promise<string>
  fill: (selector: string, value: string) => Promise<void>
  choose: (selector: string, value: string) => Promise<void>
  tick: (selector: string) => Promise<void>
  attach: (selector: string, files: { name: string; mediaType: string; bytes: Buffer }[]) => Promise<void>
  click: (selector: string) => Promise<void>
}
