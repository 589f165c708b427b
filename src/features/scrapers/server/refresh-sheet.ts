import { columnsOfHeader } from '#columns/sheet.ts'
import { messages } from '#features/scrapers/messages.ts'
import {
  addedColumns,
  kindOfLane,
  type RefreshLane,
  type RefreshPlatform,
  refreshedColumns,
  rowColumn,
} from '#features/scrapers/rules.ts'
import { rowInFile } from '#features/tool-jobs/server/job-calls.ts'
import {
  type MadeFile,
  type RowInput,
  type RowResult,
  RowRefused,
  type ToolJob,
  type ToolRow,
  type ToolRunner,
} from '#features/tool-jobs/server/tool-runner.ts'
import { fileNameOf } from '#features/tool-jobs/server/typed-name.ts'
import { JobRefused } from '#kit/server/run-queue.ts'
import type { Cell } from '#kit/server/sheets.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { openPageBrowsers, type PageBrowsers, stateOf } from './page-browsers.ts'
import type { ScraperDeps } from './scraper-deps.ts'
import { writeSheet } from './sheet-file.ts'

/** Scrapper 3 or 4: visits each row of a sheet again and refreshes its cells (G88). */
export function sheetRefresher(lane: RefreshLane, deps: ScraperDeps): ToolRunner {
  return {
    kind: kindOfLane[lane],
    title: ({ name }) => ({ title: `Scrapper ${lane}, ${name}`, path: `/scrapper${lane}` }),
    parallel: deps.parallel,
    open: async (app, job, { signal }) => {
      const missing = await app.browser.missing()
      if (missing !== undefined) throw new JobRefused(missing)
      const browsers = openPageBrowsers(app, { signal })
      const platform = platformOf(job.platform ?? '')!
      return {
        processRow: (input, _row, aborted) => refreshRow({ deps, browsers, platform }, input, aborted),
        writeFiles: async (lines, folder) => [await writeRefreshed({ job, platform }, lines, folder)],
        close: browsers.close,
      }
    },
  }
}

/** What a visit of a row found, or the row whose visit it shares. */
type Refreshed =
  | { online: 'Yes' | 'No'; checkedAt: string; note: string; values: Readonly<Record<string, string>> }
  | { sameAs: number }

type Refresher = { deps: ScraperDeps; browsers: PageBrowsers; platform: FindingPlatformDefinition }

async function refreshRow(
  { deps, browsers, platform }: Refresher,
  input: RowInput,
  signal: AbortSignal,
): Promise<RowResult> {
  const { address = '', sameAs, orHttp } = input as Record<string, string>
  if (address === '') throw new RowRefused(messages.noAddress)
  const resultOf = (found: Refreshed): RowResult => ({ records: [found] })
  // No address is visited twice in a job.
  if (sameAs !== undefined) return resultOf({ sameAs: Number(sameAs) })
  const visit = await browsers.visit(address, signal, { orHttp: orHttp !== undefined })
  const state = stateOf(visit)
  const checkedAt = visit.takenAt
  if (state.isGone) return resultOf({ online: 'No', checkedAt, note: state.reason, values: {} })
  const read = await deps.readColumns(platform, visit)
  const names = refreshedNames(platform)
  const values = Object.fromEntries(names.flatMap((name) => (read[name] ? [[name, read[name]] as const] : [])))
  return resultOf({ online: 'Yes', checkedAt, note: '', values })
}

const refreshedNames = ({ value }: FindingPlatformDefinition): readonly string[] =>
  refreshedColumns[value as RefreshPlatform]

/** What is written beside a row. */
type RowOutcome = { online: string; checkedAt: string; note: string; values: Readonly<Record<string, string>> }

/** Rows handed to the workbook at a time. */
const batchSize = 100

async function writeRefreshed(
  { job, platform }: { job: ToolJob; platform: FindingPlatformDefinition },
  lines: AsyncIterable<ToolRow>,
  folder: string,
): Promise<MadeFile> {
  const layout = layoutOf(platform, job.options['header'] as string[], job.isRetry)
  async function* rows(): AsyncGenerator<Cell[][]> {
    const outcomes = new Map<number, RowOutcome>()
    let batch: Cell[][] = []
    for await (const line of lines) {
      const outcome = outcomeOf(line, outcomes)
      outcomes.set(line.row, outcome)
      batch.push(rowOf(layout, line, outcome))
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }
  return writeSheet(folder, fileNameOf(job.name), { header: layout.header, lines: rows() })
}

function outcomeOf({ records, problem }: ToolRow, before: ReadonlyMap<number, RowOutcome>): RowOutcome {
  const found = records?.[0] as Refreshed | undefined
  if (!found) return { online: 'Unknown', checkedAt: '', note: problem ?? messages.unread, values: {} }
  return 'sameAs' in found ? before.get(found.sameAs)! : found
}

type Layout = {
  header: string[]
  /** The refreshed columns that the sheet has, by position. */
  refreshed: ReadonlyMap<number, { name: string; label: string; isNumber: boolean }>
  added: Record<(typeof addedColumns)[number], number>
  /** Where the number of the row in the uploaded sheet is written, if it is. */
  numberAt: number | undefined
}

const numberKinds: readonly string[] = ['money', 'percent', 'score', 'count']

/** The header with the added columns at its end; a sheet that was refreshed before has them already. */
function layoutOf(platform: FindingPlatformDefinition, given: readonly string[], isNumbered: boolean): Layout {
  const header = [...given]
  const positions = addedColumns.map((name) => {
    const at = header.findIndex((one) => one.trim().toLowerCase() === name.toLowerCase())
    return [name, at >= 0 ? at : header.push(name) - 1] as const
  })
  const refreshed = new Map<number, { name: string; label: string; isNumber: boolean }>()
  for (const [at, name] of columnsOfHeader(given, platform.columns, refreshedNames(platform)).entries())
    if (name !== undefined && name !== 'sn') {
      const { label, kind } = platform.columns[name]!
      refreshed.set(at, { name, label, isNumber: numberKinds.includes(kind) })
    }
  const numberAt = isNumbered ? header.push(rowColumn) - 1 : undefined
  return { header, refreshed, added: Object.fromEntries(positions) as Layout['added'], numberAt }
}

/** A row as it came, with what the visit found in place of what it had; what was not found stays as it was. */
function rowOf({ header, refreshed, added, numberAt }: Layout, { input, row }: ToolRow, outcome: RowOutcome): Cell[] {
  const given = JSON.parse((input as Record<string, string>)['cells']!) as Cell[]
  const cells: Cell[] = Array.from({ length: Math.max(header.length, given.length) }, (_, at) => given[at] ?? null)
  const missing: string[] = []
  for (const [at, { name, label, isNumber }] of refreshed) {
    const value = outcome.values[name]
    if (value === undefined) missing.push(label)
    else cells[at] = isNumber && Number.isFinite(Number(value)) ? Number(value) : value
  }
  const isRead = outcome.online === 'Yes' && missing.length > 0
  const note = isRead ? messages.notFoundOnPage(missing) : outcome.note
  cells[added.online] = outcome.online
  cells[added.checkedAt] = outcome.checkedAt
  cells[added.note] = note
  if (numberAt !== undefined) cells[numberAt] = rowInFile(input, row)
  return cells
}
