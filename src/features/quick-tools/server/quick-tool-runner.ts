import { messages } from '#features/quick-tools/messages.ts'
import { maxScanned } from '#features/quick-tools/rules.ts'
import type { OpenTool, RowInput, ToolJob, ToolRunner } from '#features/tool-jobs/server/tool-runner.ts'
import { fileNameOf } from '#features/tool-jobs/server/typed-name.ts'
import { type BrowserSession, pagesPerSession } from '#kit/server/browser/types.ts'
import { JobRefused } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { sourceOf } from '#sources/all-sources.ts'
import { type QuickTool, quickToolTitle } from '#vocabulary/quick-tools.ts'
import { domainColumns, extractDomain } from './extract-domain.ts'
import { findingsOnFacebook } from './queries.ts'
import { scanColumns, scanFinding } from './scan-facebook.ts'
import { searchTerm } from './search-term.ts'
import type { SourceDeps } from './source-deps.ts'
import { screenshotColumns, takeScreenshot } from './take-screenshot.ts'
import { writePictures } from './write-pictures.ts'
import { writeWorkbook } from './write-workbook.ts'

/** How a job of each quick tool is done (G86). */
export const quickToolRunner = (deps: SourceDeps): ToolRunner => ({
  kind: 'quick-tool',
  title: ({ tool }) => ({ title: quickToolTitle(tool), path: '/tools' }),
  // One line at a time in a job: the sources set the pace, and four jobs run at once.
  parallel: 1,
  findLines: (app, job) => linesToScan(app, job),
  open: (app, job) => openTool(app, deps, job),
})

/** The stored findings that Facebook Scan checks. */
async function linesToScan({ db }: AppContext, { platform }: ToolJob): Promise<RowInput[]> {
  const found = await findingsOnFacebook(db, platformOf(platform ?? '')!, maxScanned)
  if (found.length === 0) throw new JobRefused(messages.noFindings)
  return found
}

type Process = Pick<OpenTool, 'processRow' | 'close'> & { columns: readonly string[] }

const nothing = () => Promise.resolve()

async function openTool(app: AppContext, deps: SourceDeps, job: ToolJob): Promise<OpenTool> {
  const tool = job.tool as QuickTool
  const process = await processOf(app, deps, job)
  const name = [tool, ...(job.name ? [fileNameOf(job.name)] : []), job.createdAt.slice(0, 10)].join('-')
  return {
    processRow: process.processRow,
    close: process.close,
    writeFiles: async (lines, folder) =>
      tool === 'screenshot'
        ? writePictures(app.files, lines, { folder, name, isNumbered: job.isRetry })
        : [
            await writeWorkbook(lines, folder, {
              path: 'result.xlsx',
              name: `${name}.xlsx`,
              columns: process.columns,
              lineOf: (input) => (typeof input === 'string' ? input : (input['link'] ?? '')),
              isNumbered: job.isRetry,
            }),
          ],
  }
}

async function processOf(app: AppContext, deps: SourceDeps, job: ToolJob): Promise<Process> {
  const source = sourceOf(job.tool)
  if (source) {
    const missing = source.missing(deps.settings)
    if (missing !== undefined) throw new JobRefused(messages.notConfigured(missing))
    return {
      columns: source.columns,
      close: nothing,
      processRow: (term, _row, stop) => searchTerm(app, deps, source, { term: term as string, signal: stop }),
    }
  }
  if (job.tool === 'screenshot') return openScreenshots(app, job)
  if (job.tool === 'facebookScan')
    return {
      columns: scanColumns,
      close: nothing,
      processRow: (finding, _row, stop) => scanFinding(app, deps, finding as Record<string, string>, stop),
    }
  const { lookUps } = deps
  if (!lookUps) throw new JobRefused(messages.notConfigured(messages.noLookUps))
  return {
    columns: domainColumns,
    close: nothing,
    processRow: (line, _row, stop) => extractDomain(app, { ...deps, lookUps }, line as string, stop),
  }
}

/** A browser of its own for the pages of a job; after some of them it gives its place to others that wait for one. */
async function openScreenshots({ browser, politeness }: AppContext, job: ToolJob): Promise<Process> {
  const { fullscreen, headless } = job.options
  const proxy = job.options['proxy'] === true
  const missing = await browser.missing({ proxy })
  if (missing !== undefined) throw new JobRefused(messages.notConfigured(missing))
  const options = { proxy, headless: headless !== false }
  let open: { session: BrowserSession; pages: number } | undefined
  const close = async () => {
    const ended = open
    open = undefined
    await ended?.session.close()
  }
  return {
    columns: screenshotColumns,
    close,
    processRow: async (line, row, signal) => {
      open ??= { session: await browser.openSession({ ...options, signal }), pages: 0 }
      const one = open
      const page = { ...options, fullPage: fullscreen === true, signal }
      try {
        return await takeScreenshot({ session: one.session, politeness }, { line: line as string, row }, page)
      } finally {
        // A page that could not be opened has taken its time as well.
        if (++one.pages >= pagesPerSession) await close()
      }
    },
  }
}
