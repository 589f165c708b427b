import { toastError, toastInfo } from '#kit/web/alerts.ts'
import { CallFailed } from '#kit/web/call.ts'
import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import { messageTime } from '#kit/web/staged-grid/use-staged-grid.ts'
import type { UploadReport } from '#features/staging-rows/contract.ts'
import { isReport } from '#features/staging-rows/rules.ts'
import { platformOf } from '#platforms/all.ts'
import { isIdentifiedByDomain } from '#platforms/platform.ts'
import type { Pictures } from './pictures.ts'
import { refusalsOf, summaryOf, titleCase } from './refusals.ts'
import { sendRows } from './send-rows.ts'
import { reportOfSheet } from './sheet-report.ts'
import { uploadTexts } from './texts.ts'
import { headOf, type UploadForm } from './upload-form.ts'
import type { UploadGrid } from './work.ts'

/** The server's answer to saved or checked rows. */
export type SendAnswer = { message: string; saved?: number; wouldSave?: number; batch?: string }
type SendOptions = {
  what: 'save' | 'check'
  rows: GridRows
  /** Shown in place of the server's message. */
  refusalMessage?: string
  /** Resolves with the report of what was refused, which is shown in the sheet only. */
  resolvesRefused?: boolean
}
export type Send = (options: SendOptions) => Promise<SendAnswer | undefined>

const messageOptions = { milliseconds: messageTime }

/**
 * Sends rows with progress. Resolves with the server's answer, or undefined on failure, which is shown: a refusal in
 * title case (S-250) or as `refusalMessage`, the rejected rows in the sheet, led to the first of them. Rows to save
 * that the browser knows to be wrong are refused without sending them.
 */
export function useSending(grid: UploadGrid, form: UploadForm, pictures: Pictures): Send {
  const showReport = (report: UploadReport, sent: GridRows) => {
    const platform = platformOf(form.scope.platform!)!
    const numbers = new Set(sent.map(({ sn }) => sn))
    // What is known of the rows that were left out still holds.
    const others = [...grid.refusals].filter(([sn]) => !numbers.has(sn))
    grid.change({ kind: 'refused', refusals: new Map([...others, ...refusalsOf(platform, report, sent)]) })
    grid.setSummary(summaryOf(report, isIdentifiedByDomain(platform)))
    if (report.duplicates.length > 0) grid.goToProblem()
  }
  const showRefusal = (report: UploadReport, { rows, refusalMessage, resolvesRefused }: SendOptions) => {
    showReport(report, rows)
    if (!resolvesRefused) toastError(refusalMessage ?? titleCase(report.message), messageOptions)
  }
  const showFailure = (error: unknown, options: SendOptions) => {
    if (!(error instanceof CallFailed)) return toastError(uploadTexts.unreachable)
    if (isRefusal(error)) return showRefusal(error.answer, options)
    const report = isReport(error.answer) ? error.answer : undefined
    // A refused field of the call may be a column of the sheet: the report says in which rows.
    if (report) showReport(report, options.rows)
    grid.setErrors(error.fields)
    toastError(options.refusalMessage ?? error.message, { ...messageOptions, cause: error })
  }
  const run = ({ what, rows }: SendOptions) =>
    grid.runWork({ kind: what, share: 0, rows: rows.length }, async (signal): Promise<Sent> => {
      let sentShare = 0
      const onProgress = (share: number) => {
        sentShare = share
        grid.setWork({ kind: what, share, rows: rows.length })
      }
      try {
        return { answer: await sendRows(what, { head: headOf(form), rows, pictures }, { signal, onProgress }) }
      } catch (error) {
        if (!signal.aborted) return { error }
        const isLate = what === 'save' && sentShare === 1
        toastInfo(isLate ? uploadTexts.cancelledLate : uploadTexts.cancelled, messageOptions)
        return {}
      }
    })
  return async (options) => {
    const { what, rows } = options
    const known =
      what === 'save'
        ? await grid.runWork({ kind: 'check', share: 1, rows: rows.length }, () => knownProblems(grid, form, rows))
        : undefined
    if (known) {
      showRefusal(known, options)
      return options.resolvesRefused ? known : undefined
    }
    // What went wrong is shown after the work has ended: until then the sheet takes no focus.
    const { answer, error } = await run(options)
    if (error !== undefined) showFailure(error, options)
    if (options.resolvesRefused && isRefusal(error)) return error.answer
    if (isReport(answer)) showReport(answer, rows)
    return answer as SendAnswer | undefined
  }
}

const isRefusal = (error: unknown): error is CallFailed & { answer: UploadReport } =>
  error instanceof CallFailed && error.status === 409 && isReport(error.answer)

/** What came back: an answer, an error, or neither when the person cancelled. */
type Sent = { answer?: unknown; error?: unknown }

function knownProblems({ problems }: UploadGrid, form: UploadForm, rows: GridRows) {
  return reportOfSheet(rows, {
    platform: platformOf(form.scope.platform!)!,
    checkLids: form.duplicateLidCheck,
    problemsOf: problems.ownProblemsOf,
  })
}
