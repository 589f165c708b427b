import {
  missingFiles,
  type MadeFile,
  type OpenTool,
  RefusedWithFiles,
  type RowResult,
  type ToolJob,
  type ToolRow,
  type ToolRunner,
} from '#features/tool-jobs/server/tool-runner.ts'
import { messages } from '#features/trademark-reports/messages.ts'
import type { Website } from '#features/trademark-reports/rules.ts'
import { BrowserError, type PageVisit } from '#kit/server/browser/types.ts'
import { RequestNotSent } from '#kit/server/politeness.ts'
import { JobRefused } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { today } from '#vocabulary/dates.ts'
import { fillForm, type FilledForm, type FormValues } from './fill-form.ts'
import type { TrademarkForm } from './forms.ts'
import { noteFiling, reportSubject, type ReportSubject } from './queries.ts'

export type ReportDeps = {
  /** Whether a filled form is sent; otherwise its picture is the result (G91). */
  mayFile: boolean
  /** The forms of the websites. */
  forms: Readonly<Partial<Record<Website, TrademarkForm>>>
}

/** Trademark reports: opens the website's form, fills it and keeps what was seen before and after. */
export function reportRunner({ mayFile, forms }: ReportDeps): ToolRunner {
  return {
    kind: 'trademark-report',
    title: ({ tool }) => ({ title: `Trademark report to ${tool}`, path: '/report-enforcement' }),
    parallel: 1,
    open: async (app, job) => {
      const missing = await app.browser.missing()
      if (missing !== undefined) throw new JobRefused(missing)
      const form = forms[job.tool as Website]
      const { companyId, brandId, userId } = job
      const day = today(app.settings.businessZone)
      const subject =
        companyId === null || brandId === null
          ? undefined
          : await reportSubject(app.db, { companyId, brandId, userId }, day)
      if (!form) throw new JobRefused(messages.notAvailable)
      if (!subject) throw new JobRefused(messages.noMark)
      if (job.options['filing'] === true) throw new JobRefused(messages.interrupted)
      return openReport(app, job, { form, values: valuesOf(subject, job), mayFile })
    },
  }
}

type Report = { form: TrademarkForm; values: FormValues; mayFile: boolean }

function openReport(app: AppContext, job: ToolJob, report: Report): OpenTool {
  return {
    processRow: async (_input, _row, signal) => {
      const filled = await fillOnce(app, job, report, signal)
      if (filled.isConfirmed === false) throw new RefusedWithFiles(messages.notConfirmed, evidenceOf(filled))
      return resultOf(filled)
    },
    writeFiles: (lines) => storedFiles(app, lines),
    close: () => Promise.resolve(),
  }
}

/** A browser that was killed before the form was sent is started again, once. */
async function fillOnce(app: AppContext, job: ToolJob, report: Report, signal: AbortSignal): Promise<FilledForm> {
  let sending: FilledForm | undefined
  const noteSending = async (filled: FilledForm) => {
    sending = filled
    if (!(await noteFiling(app.db, job.id))) throw new JobRefused(messages.interrupted)
  }
  const filling = { values: report.values, noteSending: report.mayFile ? noteSending : undefined }
  for (let attempt = 1; ; attempt++) {
    try {
      return await app.politeness.inTurn(report.form.address, { robots: false, signal }, () =>
        app.browser.withPage(report.form.address, { archive: true, fullPage: true, signal }, (page) =>
          fillForm(page, report.form, filling),
        ),
      )
    } catch (problem) {
      if (problem instanceof RequestNotSent && problem.reason !== 'cancelled') throw new JobRefused(problem.message)
      if (!(problem instanceof BrowserError) || problem.reason === 'cancelled') throw problem
      if (sending) throw new RefusedWithFiles(messages.interrupted, evidenceOf(sending))
      if (problem.reason !== 'crashed' || attempt > 1) throw new JobRefused(problem.message)
    }
  }
}

function valuesOf(subject: ReportSubject, { options }: ToolJob): FormValues {
  const links = options['links'] as string[]
  const type = String(options['type'] ?? '').toLowerCase()
  const mark = subject.mark ?? subject.brand
  const what = `${links.length} ${type}${links.length === 1 ? '' : 's'}`
  return {
    ...subject,
    mark,
    type,
    links: links.join('\n'),
    description: `The ${what} listed here ${links.length === 1 ? 'uses' : 'use'} the trademark ${mark} of ${subject.owner} without its permission.`,
    signature: subject.reporter,
  }
}

function evidenceOf({ before, after, filed }: FilledForm): MadeFile[] {
  const steps = [['before', before], ['filled', after], ...(filed ? [['sent', filed] as const] : [])] as const
  const evidence = ([name, seen]: readonly [string, PageVisit]): MadeFile[] => [
    { name: `form-${name}.png`, mediaType: 'image/png', bytes: seen.picture },
    ...(seen.archive ? [{ name: `form-${name}.wacz`, mediaType: 'application/wacz', bytes: seen.archive }] : []),
  ]
  return steps.flatMap(evidence)
}

function resultOf(filled: FilledForm): RowResult {
  const { finalAddress, takenAt, sha256 } = filled.filed ?? filled.after
  return {
    records: [{ address: finalAddress, takenAt, sha256, isFiled: filled.filed !== undefined }],
    files: evidenceOf(filled),
  }
}

/** The evidence again, as the files of the job. */
async function storedFiles({ files }: AppContext, lines: AsyncIterable<ToolRow>): Promise<MadeFile[]> {
  const made: MadeFile[] = []
  const missing: string[] = []
  for await (const line of lines)
    for (const { name, key, mediaType } of line.files) {
      const bytes = await files.read(key)
      if (bytes) made.push({ name, mediaType, bytes })
      else missing.push(name)
    }
  return missing.length > 0 ? [...made, missingFiles(missing)] : made
}
