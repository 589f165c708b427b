import { toastError, toastInfo } from '#kit/web/alerts.ts'
import { CallFailed } from '#kit/web/call.ts'
import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import { messageTime } from '#kit/web/staged-grid/use-staged-grid.ts'
import type { UploadReport } from '#features/staging-rows/contract.ts'
import { platformOf } from '#platforms/all.ts'
import { isIdentifiedByDomain } from '#platforms/platform.ts'
import type { Pictures } from './pictures.ts'
import { parseReport, refusalsOf, summaryOf, titleCase } from './refusals.ts'
import { sendRows } from './send-rows.ts'
import { uploadTexts } from './texts.ts'
import { headOf, type UploadForm } from './upload-form.ts'
import type { UploadGrid } from './work.ts'

/** The server's answer to saved or checked rows. */
export type SendAnswer = { message: string; saved?: number; wouldSave?: number }
type SendOptions = {
  what: 'save' | 'check'
  rows: GridRows
  /** Shown in place of the server's message. */
  refusalMessage?: string
}
export type Send = (options: SendOptions) => Promise<SendAnswer | undefined>

const messageOptions = { milliseconds: messageTime }

/**
 * Sends rows with progress. Resolves with the server's answer, or undefined on failure, which is shown: a refusal in
 * title case (S-250) or as `refusalMessage`, the rejected rows in the sheet.
 */
export function useSending(grid: UploadGrid, form: UploadForm, pictures: Pictures): Send {
  const showReport = (report: UploadReport, sent: GridRows) => {
    const platform = platformOf(form.scope.platform!)!
    grid.change({ kind: 'refused', refusals: refusalsOf(platform, report, sent) })
    grid.setSummary(summaryOf(report, isIdentifiedByDomain(platform)))
  }
  const showFailure = (error: unknown, { rows, refusalMessage }: SendOptions) => {
    if (!(error instanceof CallFailed)) return toastError(uploadTexts.unreachable)
    const report = error.status === 409 ? parseReport(error.answer) : undefined
    if (report) showReport(report, rows)
    else grid.setErrors(error.fields)
    toastError(refusalMessage ?? (report ? titleCase(report.message) : error.message), messageOptions)
  }
  return (options) => {
    const { what, rows } = options
    return grid.runWork({ kind: what, share: 0, rows: rows.length }, async (signal) => {
      let sentShare = 0
      const onProgress = (share: number) => {
        sentShare = share
        grid.setWork({ kind: what, share, rows: rows.length })
      }
      try {
        const answer = await sendRows(what, { head: headOf(form), rows, pictures }, { signal, onProgress })
        const report = parseReport(answer)
        if (report) showReport(report, rows)
        return answer as SendAnswer
      } catch (error) {
        const isLate = what === 'save' && sentShare === 1
        if (signal.aborted) toastInfo(isLate ? uploadTexts.cancelledLate : uploadTexts.cancelled, messageOptions)
        else showFailure(error, options)
        return undefined
      }
    })
  }
}
