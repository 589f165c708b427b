import { openTurns } from '#kit/server/turns.ts'
import { type BrowserPlaces, cancelled } from './browser-places.ts'
import type { RunningBrowser } from './run-browser.ts'
import { BrowserError, type BrowserSession, type VisitOptions } from './types.ts'

type Visiting = VisitOptions & { signal: AbortSignal }

type SessionParts = {
  places: BrowserPlaces
  start: (options: VisitOptions) => Promise<RunningBrowser>
  end: (browser: RunningBrowser) => Promise<void>
  /** The options of a page: its own, and those of the session. */
  visiting: (options: VisitOptions) => Visiting
}

/** A browser for many pages, one after another. Between two of them it gives its place to whoever waits for one. */
export function openSession({ places, start, end, visiting }: SessionParts): BrowserSession {
  const pages = openTurns(1)
  const closed = new AbortController()
  let browser: RunningBrowser | undefined
  let hasPlace = false
  const endBrowser = async () => {
    const ended = browser
    browser = undefined
    if (ended) await end(ended)
  }
  const leave = async () => {
    places.wake(leave)
    const isHeld = hasPlace
    hasPlace = false
    try {
      await endBrowser()
    } finally {
      if (isHeld) places.free()
    }
  }
  const visitOnce = async (address: string, options: Visiting) => {
    browser ??= await start(options)
    return browser.withPage(address, options, (page) => page.capture())
  }
  const visitAndRest = async (address: string, options: Visiting) => {
    try {
      places.wake(leave)
      if (!hasPlace) await places.take(options.signal)
      hasPlace = true
      if (browser?.isClosed()) await endBrowser()
      const hasRested = browser !== undefined
      try {
        return await visitOnce(address, options)
      } catch (problem) {
        // A browser that rested may have ended before its connection says so.
        if (!hasRested || !(problem instanceof BrowserError) || problem.reason !== 'crashed') throw problem
        await endBrowser()
        return await visitOnce(address, options)
      }
    } finally {
      if (closed.signal.aborted || places.waiting() > 0 || browser?.isClosed()) await leave()
      else if (hasPlace) places.rest(leave)
    }
  }
  return {
    visit: async (address, options = {}) => {
      checkAddress(address)
      const all = visiting(options)
      const signal = AbortSignal.any([all.signal, closed.signal])
      if (!(await pages.take(signal))) throw cancelled()
      try {
        return await visitAndRest(address, { ...all, signal })
      } finally {
        pages.free()
      }
    },
    close: async () => {
      closed.abort()
      await leave()
    },
  }
}

/** Throws BrowserError unless it is an http(s) address. */
export function checkAddress(address: string): void {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new BrowserError('address', 'Not a web address')
}
