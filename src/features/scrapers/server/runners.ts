import { readLanes, refreshLanes } from '#features/scrapers/rules.ts'
import type { PartialWriter } from '#features/tool-jobs/server/partial-files.ts'
import { toolRunner } from '#features/tool-jobs/server/run-tool-job.ts'
import type { QueueRunner } from '#kit/server/run-queue.ts'
import { pageReader } from './read-pages.ts'
import { sheetRefresher } from './refresh-sheet.ts'
import { readColumns, type ScraperDeps } from './scraper-deps.ts'

/** The queues of scrappers 1 to 4; each runs one job at a time (G87). */
export function scraperRunners(
  given: Omit<ScraperDeps, 'readColumns'> & Partial<ScraperDeps>,
): (QueueRunner & PartialWriter)[] {
  const deps: ScraperDeps = { readColumns, ...given }
  return [
    ...readLanes.map((lane) => toolRunner(pageReader(lane, deps))),
    ...refreshLanes.map((lane) => toolRunner(sheetRefresher(lane, deps))),
  ]
}
