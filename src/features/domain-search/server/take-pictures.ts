import type { AppContext } from '#kit/server/serve.ts'
import { takeReferencePicture } from './brand-references.ts'
import { visitAgain } from './visit-look-alike.ts'
import type { SearchDeps } from './search-deps.ts'
import { claimUnseen, saveSeen } from './watch-queries.ts'

type App = Pick<AppContext, 'db' | 'files'>

/** Milliseconds after which a job visits no further page, and hours before a page is visited again. */
const longestWork = 30_000
const hoursBetween = 20
/** Days for which a page that does not answer is tried: most look-alikes get theirs some time after the name. */
const triedDays = 30

/**
 * The job: opens the pages that were read while no browser was there, those of the brands first and then the most alike,
 * and compares their pictures; also look-alikes that did not answer before. A page that cannot be opened stays as it was.
 */
export async function takePictures(app: App, deps: SearchDeps, milliseconds = longestWork): Promise<void> {
  const { browser } = deps.pages
  const hasBrowser = browser !== undefined && (await browser.missing()) === undefined
  const until = Date.now() + milliseconds
  while (hasBrowser && Date.now() < until) if (!(await takeReferencePicture(app, deps, hoursBetween))) break
  while (Date.now() < until) {
    const one = await claimUnseen(app.db, { hours: hoursBetween, days: triedDays, hasBrowser })
    if (!one) return
    const seen = await visitAgain(app, deps, one)
    if (hasBrowser ? seen.imageKey !== null : seen.visit.status !== null) await saveSeen(app.db, one.id, seen)
  }
}
