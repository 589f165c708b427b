import { saved as savedText } from '#features/intake/messages.ts'
import { allFine, invalidReasonCodeText } from '#features/staging-rows/messages.ts'
import type { UploadReport } from '#features/staging-rows/contract.ts'
import { isReport } from '#features/staging-rows/rules.ts'
import { toastError, toastInfo, toastSuccess } from '#kit/web/alerts.ts'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import { messageTime } from '#kit/web/staged-grid/use-staged-grid.ts'
import { platformOf } from '#platforms/all.ts'
import { refusalsOf } from './refusals.ts'
import { uploadTexts } from './texts.ts'
import type { SavedRows } from './SavedNote.tsx'
import { hasInvalidReasonCode, type UploadForm } from './upload-form.ts'
import type { Send, SendAnswer } from './use-sending.ts'
import type { UploadGrid } from './work.ts'

type Deps = {
  grid: UploadGrid
  form: UploadForm
  send: Send
  /** Shows what the form lacks; false when something does. */
  validateForm: () => boolean
  /** Empties the sheet and its pictures. */
  clear: () => void
  /** Called with what a save stored. */
  onSaved: (saved: SavedRows) => void
}

export type Saving = {
  uploadAll: () => Promise<void>
  checkAll: () => Promise<void>
  /** Saves the rows without errors and leaves the others for review (G70). */
  uploadUnique: () => Promise<unknown>
}

const messageOptions = { milliseconds: messageTime }

/** The three actions of the sheet: save all rows, save those without errors, check without saving. */
export function useSaving({ grid, form, send, validateForm, clear, onSaved }: Deps): Saving {
  const { rows, problems } = grid

  /** Whether the form is complete and all reason codes are known; shows what is not. */
  const validate = (rowsToSend: GridRows): boolean => {
    if (!validateForm()) return false
    const isInvalid = hasInvalidReasonCode(rowsToSend)
    if (isInvalid) {
      toastError(invalidReasonCodeText, messageOptions)
      grid.goToProblem('reasonCode')
    }
    return !isInvalid
  }
  const reportSaved = (answer: SendAnswer, sent: number) => {
    if (answer.batch !== undefined)
      onSaved({ rows: answer.saved ?? sent, isNew: true, scope: form.scope, batch: answer.batch })
  }
  const withoutRefused = (sent: GridRows, report: UploadReport): GridRows => {
    const refused = refusalsOf(platformOf(form.scope.platform!)!, report, sent)
    return sent.filter((row) => !refused.has(row.sn))
  }
  /** Saves rows, and without those that are refused the others, until nothing is refused. */
  const saveUnique = async (unique: GridRows): Promise<unknown> => {
    if (unique.length === 0) return toastError(uploadTexts.noUnique, messageOptions)
    const options = { refusalMessage: uploadTexts.uniqueFailed, resolvesRefused: true }
    const answer = await send({ what: 'save', rows: unique, ...options })
    if (!answer) return
    if (isReport(answer)) {
      const others = withoutRefused(unique, answer)
      return others.length < unique.length ? saveUnique(others) : toastError(uploadTexts.uniqueFailed, messageOptions)
    }
    if (unique.length === rows.length) clear()
    else grid.change({ kind: 'saved', rows: unique })
    toastSuccess(uploadTexts.uniqueSaved(unique.length, rows.length - unique.length), messageOptions)
    reportSaved(answer, unique.length)
  }

  return {
    uploadAll: async () => {
      if (rows.length === 0) return toastError(uploadTexts.noData, messageOptions)
      if (!validate(rows)) return
      const answer = await send({ what: 'save', rows })
      if (!answer) return
      clear()
      toastSuccess(answer.message || savedText, messageOptions)
      reportSaved(answer, rows.length)
    },
    checkAll: async () => {
      if (rows.length === 0) return toastError(uploadTexts.noData, messageOptions)
      if (!validate(rows)) return
      const answer = await send({ what: 'check', rows })
      if (!answer) return
      if (answer.wouldSave === rows.length) toastSuccess(allFine(rows.length), messageOptions)
      else toastInfo(answer.message, messageOptions)
    },
    uploadUnique: async () => {
      if (rows.length === 0) return toastError(uploadTexts.noData, messageOptions)
      if (!validate(rows)) return
      return saveUnique(rows.filter((row: GridRow) => problems.problemsOf(row).length === 0))
    },
  }
}
