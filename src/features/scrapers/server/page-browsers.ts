import { setTimeout as sleep } from 'node:timers/promises'
import { messages } from '#features/scrapers/messages.ts'
import { isChallenge, isSignInPage, isSuspended, parsePage } from '#features/revisits/server/parse-page.ts'
import { RowRefused } from '#features/tool-jobs/server/tool-runner.ts'
import {
  BrowserError,
  type BrowserService,
  type BrowserSession,
  pagesPerSession,
  type PageVisit,
  type VisitOptions,
} from '#kit/server/browser/types.ts'
import { visitOrHttp } from '#kit/server/browser/visit-or-http.ts'
import { RequestNotSent } from '#kit/server/politeness.ts'
import { JobRefused } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'

/** Browsers of one job, each for one page at a time. */
export type PageBrowsers = {
  /** Opens a page. Throws RowRefused where this page cannot be, JobRefused where no page can. */
  visit: (address: string, signal: AbortSignal, options?: { orHttp: boolean }) => Promise<PageVisit>
  close: () => Promise<void>
}

/** Milliseconds until a browser is asked for again when too many wait. */
const busyPause = 5000

/** `orHttp`: the address was written without a protocol. */
type PageOptions = { signal: AbortSignal; orHttp: boolean }

type OpenSession = { session: BrowserSession; pages: number }

/** Seconds for which a host is waited for that asks to wait; a longer wait is a reason to leave the row out. */
const patienceSeconds = 600

/**
 * Opens browsers as they are needed, as many as pages are visited at the same time; hosts set their pace. `robots` false:
 * a person asked for each page, so robots.txt, which is for programs that look around, is not read.
 */
export function openPageBrowsers(
  { browser, politeness }: Pick<AppContext, 'browser' | 'politeness'>,
  options: VisitOptions,
  { robots = true }: { robots?: boolean } = {},
): PageBrowsers {
  const free: OpenSession[] = []
  const open = new Set<OpenSession>()
  const end = async (one: OpenSession) => {
    open.delete(one)
    await one.session.close()
  }
  const take = async (signal: AbortSignal): Promise<OpenSession> => {
    const waiting = free.pop()
    if (waiting) return waiting
    const one = { session: await openWhenFree(browser, { ...options, signal }, signal), pages: 0 }
    open.add(one)
    return one
  }
  const visitNow = async (address: string, given: PageOptions): Promise<PageVisit> => {
    const one = await take(given.signal)
    try {
      return await visitOnce(one.session, address, given)
    } finally {
      one.pages++
      if (one.pages < pagesPerSession) free.push(one)
      else await end(one)
    }
  }
  return {
    visit: (address, signal, { orHttp } = { orHttp: false }) =>
      politeness
        .visit(address, { signal, patienceSeconds, robots }, () => visitNow(address, { signal, orHttp }))
        .catch((problem: unknown) => {
          throw problem instanceof RequestNotSent && problem.reason !== 'cancelled'
            ? new RowRefused(problem.message)
            : problem
        }),
    close: async () => {
      await Promise.all([...open].map(end))
    },
  }
}

async function openWhenFree(
  browser: BrowserService,
  options: VisitOptions,
  signal: AbortSignal,
): Promise<BrowserSession> {
  for (;;) {
    try {
      return await browser.openSession(options)
    } catch (problem) {
      if (!(problem instanceof BrowserError)) throw problem
      if (problem.reason === 'missing') throw new JobRefused(problem.message)
      if (problem.reason !== 'busy') throw problem
      await sleep(busyPause, undefined, { signal })
    }
  }
}

/** A browser that was killed is started again, once; the page that kills it every time is refused. */
async function visitOnce(session: BrowserSession, address: string, options: PageOptions): Promise<PageVisit> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await visitOrHttp(session, address, options)
    } catch (problem) {
      if (!(problem instanceof BrowserError) || problem.reason === 'cancelled') throw problem
      if (problem.reason === 'missing') throw new JobRefused(problem.message)
      if (problem.reason !== 'crashed' || attempt > 1) throw new RowRefused(problem.message)
    }
  }
}

/** What stands at an address: the page itself, or that it is gone. */
export type PageState = { isGone: false } | { isGone: true; reason: string }

const goneStatuses: readonly number[] = [404, 410, 451]

/** Judges what a visit saw; throws RowRefused where the page itself was not shown, so that nothing is known of it. */
export function stateOf(visit: PageVisit): PageState {
  const { status, finalAddress, address } = visit
  if (status !== null && goneStatuses.includes(status)) return { isGone: true, reason: messages.answered(status) }
  const page = parsePage(Buffer.from(visit.html))
  if (isSuspended(page, finalAddress)) return { isGone: true, reason: messages.suspended }
  if (isChallenge(page, finalAddress)) throw new RowRefused(messages.botCheck)
  if (status !== null && status >= 400) throw new RowRefused(messages.answered(status))
  if (finalAddress !== address && isSignInPage(finalAddress)) throw new RowRefused(messages.signIn)
  return { isGone: false }
}
