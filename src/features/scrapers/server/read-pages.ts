import { headerOf } from '#columns/sheet.ts'
import { kindOfLane, type ReadLane } from '#features/scrapers/rules.ts'
import { messages } from '#features/scrapers/messages.ts'
import { messages as jobMessages } from '#features/tool-jobs/messages.ts'
import { rowInFile } from '#features/tool-jobs/server/job-calls.ts'
import {
  type MadeFile,
  type OpenTool,
  type RowInput,
  type RowResult,
  RowRefused,
  type ToolJob,
  type ToolRow,
  type ToolRunner,
} from '#features/tool-jobs/server/tool-runner.ts'
import { JobRefused } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Cell } from '#kit/server/sheets.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { importCells } from './import-cells.ts'
import { addressOfLine } from './line-address.ts'
import { openPageBrowsers, type PageBrowsers, stateOf } from './page-browsers.ts'
import { pageAddress } from './page-address.ts'
import type { ScraperDeps } from './scraper-deps.ts'
import { fileNameOf } from '#features/tool-jobs/server/typed-name.ts'
import { writeSheet } from './sheet-file.ts'

/** Scrapper 1 or 2: opens each address and makes an import sheet, its pictures, and pages where wanted (G88). */
export function pageReader(lane: ReadLane, deps: ScraperDeps): ToolRunner {
  return {
    kind: kindOfLane[lane],
    title: ({ name }) => ({ title: `Scrapper ${lane}, ${name}`, path: `/scrapper${lane}` }),
    parallel: deps.parallel,
    open: async (app, job, { signal }) => {
      const missing = await app.browser.missing()
      if (missing !== undefined) throw new JobRefused(missing)
      const browsers = openPageBrowsers(app, { signal, archive: job.options['archive'] === true })
      return openReader({ app, job, deps, browsers, platform: platformOf(job.platform ?? '')! })
    },
  }
}

type Reader = {
  app: AppContext
  job: ToolJob
  deps: ScraperDeps
  browsers: PageBrowsers
  platform: FindingPlatformDefinition
}

function openReader(reader: Reader): OpenTool {
  const { browsers } = reader
  return {
    processRow: (input, row, signal) => readOne(reader, { input, row, signal }),
    writeFiles: (lines, folder) => writeFiles(reader, lines, folder),
    close: browsers.close,
  }
}

type Line = { input: RowInput; row: number; signal: AbortSignal }

async function readOne({ job, deps, browsers, platform }: Reader, { input, row, signal }: Line): Promise<RowResult> {
  const address = pageAddress(addressOfLine(input))
  if (address === undefined) throw new RowRefused(messages.notAnAddress)
  const orHttp = typeof input !== 'string' && input['orHttp'] !== undefined
  const visit = await browsers.visit(address, signal, { orHttp })
  const state = stateOf(visit)
  if (state.isGone) throw new RowRefused(state.reason)
  const looked = await registryColumns(platform, deps, address, signal)
  // Upload Data finds pictures by name, among all that were ever stored: no two jobs have the same names.
  const base = `${fileNameOf(job.name)}-${job.id.slice(-8)}-${String(row).padStart(5, '0')}`
  const picture = `${base}.png`
  const { title, ipAddress } = visit
  const read = { ...(await deps.readColumns(platform, visit)), ...looked }
  const cells = importCells(platform, { address: visit.address, title, picture, ipAddress, read })
  return {
    records: [cells],
    files: [
      { name: picture, mediaType: 'image/png', bytes: visit.picture },
      ...(visit.archive ? [{ name: `${base}.wacz`, mediaType: 'application/wacz', bytes: visit.archive }] : []),
    ],
  }
}

async function registryColumns(
  { identity }: FindingPlatformDefinition,
  { lookUpDomain }: ScraperDeps,
  address: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  return identity === 'domain' && lookUpDomain ? lookUpDomain(normaliseDomain(address), signal) : {}
}

/** Rows handed to the workbook at a time. */
const batchSize = 100

async function writeFiles(
  { app, job, platform }: Reader,
  lines: AsyncIterable<ToolRow>,
  folder: string,
): Promise<MadeFile[]> {
  const base = fileNameOf(job.name)
  const { zipFiles } = await import('./zip-files.ts')
  const [pictures, pages] = [zipFiles(folder, `${base}-pictures`), zipFiles(folder, `${base}-pages`)]
  const failed: Cell[][] = []
  const names = [...platform.imported, ...platform.importedIfNamed]
  async function* rows(): AsyncGenerator<Cell[][]> {
    let batch: Cell[][] = []
    let sn = 0
    for await (const line of lines) {
      if (line.state !== 'Done')
        failed.push([rowInFile(line.input, line.row), addressOfLine(line.input), line.problem ?? messages.unread])
      for (const cells of line.records ?? []) {
        // A retry has some rows of a file: they are known by their numbers there.
        batch.push([
          job.isRetry ? rowInFile(line.input, line.row) : ++sn,
          ...names.map((name) => (cells[name] as string | undefined) ?? null),
        ])
      }
      for (const { name, key } of line.files) {
        const archive = name.endsWith('.wacz') ? pages : pictures
        const file = await app.files.stream(key)
        if (file) await archive.add(name, file)
        else {
          archive.addMissing(name)
          failed.push([rowInFile(line.input, line.row), addressOfLine(line.input), jobMessages.missingFile(name)])
        }
      }
      if (batch.length >= batchSize) {
        yield batch
        batch = []
      }
    }
    if (batch.length > 0) yield batch
  }
  try {
    const sheet = await writeSheet(folder, base, { header: headerOf(names), lines: rows() })
    const made = [sheet, ...(await pictures.close()), ...(await pages.close())]
    if (failed.length === 0) return made
    const header = ['line', 'address', 'reason']
    return [...made, await writeSheet(folder, `${base}-failed`, { header, lines: oneBatch(failed) })]
  } finally {
    pictures.leave()
    pages.leave()
  }
}

async function* oneBatch(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}
