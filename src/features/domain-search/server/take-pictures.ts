import type { AppContext } from '#kit/server/serve.ts'
import { takeLookPicture } from './brand-looks.ts'
import { lookAgain } from './look-at.ts'
import type { SearchDeps } from './search-deps.ts'
import { claimWithoutPicture, savePicture } from './watch-queries.ts'

type App = Pick<AppContext, 'db' | 'files'>

/** Milliseconds after which a job visits no further page, and hours before a page without a picture is visited again. */
const longestWork = 30_000
const hoursBetween = 20

/**
 * The job: opens the pages that were read while no browser was there, those of the brands first and then the most alike,
 * and compares their pictures. A page that a browser cannot open stays as it was read.
 */
export async function takePictures(app: App, deps: SearchDeps, milliseconds = longestWork): Promise<void> {
  const { browser } = deps.pages
  if (!browser || (await browser.missing()) !== undefined) return
  const until = Date.now() + milliseconds
  while (Date.now() < until) if (!(await takeLookPicture(app, deps, hoursBetween))) break
  while (Date.now() < until) {
    const one = await claimWithoutPicture(app.db, hoursBetween)
    if (!one) return
    const seen = await lookAgain(app, deps, one)
    if (seen.imageKey !== null) await savePicture(app.db, one.id, seen)
  }
}
