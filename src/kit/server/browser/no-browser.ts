import { BrowserError, type BrowserService } from './types.ts'

/** A service that opens nothing and says why: for programs and tests without a browser. */
export function noBrowser(why: string): BrowserService {
  const refuse = () => Promise.reject(new BrowserError('missing', why))
  return {
    missing: () => Promise.resolve(why),
    visit: refuse,
    withPage: refuse,
    openSession: refuse,
    close: () => Promise.resolve(),
  }
}
