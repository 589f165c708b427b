import { useCallback, useRef, useState } from 'react'
import { isEmpty } from '#columns/column.ts'
import { nothingChosen, type StaffScope } from '#features/brands/web/staff-scope.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { readSheet } from '#kit/web/read-sheet.ts'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import { toastInfo, toastError, toastSuccess } from '#kit/web/alerts.ts'
import { businessToday } from '#kit/web/settings.ts'
import { CallFailed } from '#kit/web/call.ts'
import { isRequired } from '#kit/contract/texts.ts'
import { earliestReportingDate } from '#vocabulary/dates.ts'
import { readReasonCode } from '#vocabulary/reason-codes.ts'
import { rowsPerCall } from '#features/staging-rows/contract.ts'
import { saved as savedText } from '#features/intake/messages.ts'
import { allFine, dateOutOfRange, invalidReasonCodeText } from '#features/staging-rows/messages.ts'
import { sortFiles } from './chosen-files.ts'
import { picturesByName, type Pictures, unmatchedNames } from './pictures.ts'
import { noRefusals, type Refusals, refusalsOf, parseReport, summaryOf, titleCase } from './refusals.ts'
import { sendRows } from './send-rows.ts'
import { SheetUnreadable, sheetTexts } from '#columns/sheet-unreadable.ts'
import { uploadTexts } from './texts.ts'
import { uploadPictures } from './upload-pictures.ts'
import { useTemporaryState } from '#kit/web/use-temporary-state.ts'

/** How long messages of staff screens are shown, in milliseconds (S-289). */
export const messageTime = 3_000
const messageOptions = { milliseconds: messageTime }

/** Long-running work with its progress. */
export type Work =
  | { kind: 'reading'; done: number; total: number }
  | { kind: 'files'; done: number; total: number }
  | { kind: 'save' | 'check'; share: number; rows: number }

const noPictures: Pictures = new Map()

type UploadState = {
  scope: StaffScope
  reportingDate: string
  duplicateLidCheck: boolean
  rows: GridRows
  pictures: Pictures
}

/** State and actions of the upload screen: scope, sheet, pictures; read files, check and save. */
export function useUpload() {
  const [scope, setScope] = useState<StaffScope>(nothingChosen)
  const platform = platformOf(scope.platform ?? '')
  const [reportingDate, setReportingDate] = useState(businessToday)
  const [duplicateLidCheck, setDuplicateLidCheck] = useState(true)
  const [rows, setRows] = useState<GridRows>([])
  const [pictures, setPictures] = useState<Pictures>(noPictures)
  const [refusals, setRefusals] = useState<Refusals>(noRefusals)
  const [work, setWork] = useState<Work>()
  const [errors, setErrors] = useTemporaryState<Readonly<Record<string, string>>>({}, messageTime)
  const [summary, setSummary] = useTemporaryState('', messageTime)
  const abortController = useRef<AbortController>(undefined)

  /** Runs long work that `cancel` aborts. */
  const runWork = useCallback(
    async <T>(first: Work, task: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
      const controller = new AbortController()
      abortController.current = controller
      setWork(first)
      try {
        return await task(controller.signal)
      } finally {
        abortController.current = undefined
        setWork(undefined)
      }
    },
    [],
  )

  const restore = useCallback((next: UploadState) => {
    setScope(next.scope)
    setReportingDate(next.reportingDate)
    setDuplicateLidCheck(next.duplicateLidCheck)
    setRows(next.rows)
    setPictures(next.pictures)
  }, [])

  const clear = () => {
    setRows([])
    setPictures(noPictures)
    setRefusals(noRefusals)
    setSummary('')
  }

  const storePictures = (chosen: File[], before: Pictures, sheet: GridRows) =>
    runWork({ kind: 'files', done: 0, total: chosen.length }, async (signal) => {
      let done = 0
      try {
        const outcome = await uploadPictures(chosen, {
          signal,
          onProgress: (progress) => {
            done = progress.done
            setWork({ kind: 'files', ...progress })
          },
          onStored: (stored) => setPictures((known) => new Map([...known, ...picturesByName(stored)])),
        })
        if (outcome.failed.length > 0) {
          toastError(uploadTexts.filesFailed(outcome.failed.map(({ file, reason }) => `${file.name} (${reason})`)), {
            milliseconds: 10_000,
          })
        } else toastSuccess(uploadTexts.filesStored(outcome.stored.length), messageOptions)
        const known = new Map([...before, ...picturesByName(outcome.stored)])
        const missing = unmatchedNames(sheet, known)
        if (missing.length > 0) toastInfo(uploadTexts.filesMissing(missing), { milliseconds: 10_000 })
      } catch (error) {
        if (!signal.aborted) throw error
        toastInfo(uploadTexts.filesCancelled(done, chosen.length), messageOptions)
      }
    })

  /** Adds chosen files: one Excel file with any pictures, or pictures alone when a sheet is already loaded (G121). */
  const addFiles = async (chosen: readonly File[]) => {
    const { sheets, pictures: images, others } = sortFiles(chosen)
    const [file, second] = sheets
    if (second) return toastError(sheetTexts.onlyOne, messageOptions)
    if (!file && (rows.length === 0 || images.length === 0)) return toastError(sheetTexts.notExcel, messageOptions)
    if (!platform) return setErrors(missingFields())
    let sheet = rows
    let known = pictures
    if (file) {
      const read = await runWork({ kind: 'reading', done: 0, total: 0 }, (signal) =>
        readSheet(file, sheetOf(platform), {
          signal,
          onRows: (done, total) => setWork({ kind: 'reading', done, total }),
        }).catch((error: unknown) => {
          if (!(error instanceof SheetUnreadable)) throw error
          toastError(error.message, { milliseconds: 6_000 })
        }),
      )
      if (!read) return
      clear()
      sheet = read as GridRow[]
      known = noPictures
      setRows(sheet)
      toastInfo(uploadTexts.loaded(sheet.length, file.name), messageOptions)
    }
    if (others.length > 0)
      toastError(uploadTexts.filesFailed(others.map((other) => other.name)), { milliseconds: 6_000 })
    if (images.length > 0) await storePictures(images, known, sheet)
  }

  const missingFields = (): Record<string, string> => ({
    ...(scope.companyId ? {} : { company: isRequired('Company') }),
    ...(scope.brandId ? {} : { brand: isRequired('Brand') }),
    ...(scope.platform ? {} : { platform: isRequired('Platform') }),
    ...(reportingDate === '' ? { reportingDate: isRequired('Reporting date') } : {}),
    ...(reportingDate !== '' && (reportingDate < earliestReportingDate || reportingDate > businessToday())
      ? { reportingDate: dateOutOfRange }
      : {}),
  })

  /** Whether the header fields are complete and all reason codes are known; shows what is not. */
  const validateForSending = (rowsToSend: GridRows): boolean => {
    const missing = missingFields()
    setErrors(missing)
    if (Object.keys(missing).length > 0) return false
    const invalid = rowsToSend.some(
      (row) => !isEmpty(row['reasonCode']) && readReasonCode(row['reasonCode']) === undefined,
    )
    if (invalid) toastError(invalidReasonCodeText, messageOptions)
    return !invalid
  }

  /**
   * Sends rows. Resolves with the server's answer, or undefined on failure. A refusal is shown in title case (S-250),
   * or as `refusalMessage` where given.
   */
  const send = (what: 'save' | 'check', rowsToSend: GridRows, refusalMessage?: string) =>
    runWork({ kind: what, share: 0, rows: rowsToSend.length }, async (signal) => {
      let sentShare = 0
      const head = {
        company: scope.companyId!,
        brand: scope.brandId!,
        platform: scope.platform!,
        reportingDate,
        duplicateLidCheck,
      }
      const onProgress = (share: number) => {
        sentShare = share
        setWork({ kind: what, share, rows: rowsToSend.length })
      }
      try {
        const answer = await sendRows(what, { head, rows: rowsToSend, pictures }, { signal, onProgress })
        const report = parseReport(answer)
        if (report) showReport(report, rowsToSend)
        return answer as { message: string; saved?: number; wouldSave?: number }
      } catch (error) {
        if (signal.aborted)
          toastInfo(
            what === 'save' && sentShare === 1 ? uploadTexts.cancelledLate : uploadTexts.cancelled,
            messageOptions,
          )
        else if (!(error instanceof CallFailed)) toastError(uploadTexts.unreachable)
        else {
          const report = error.status === 409 ? parseReport(error.answer) : undefined
          if (report) showReport(report, rowsToSend)
          else setErrors(error.fields)
          toastError(refusalMessage ?? (report ? titleCase(report.message) : error.message), messageOptions)
        }
        return undefined
      }
    })

  const showReport = (report: NonNullable<ReturnType<typeof parseReport>>, sent: GridRows) => {
    setRefusals(refusalsOf(platform!, report, sent))
    setSummary(summaryOf(report, scope.platform === 'domain'))
  }

  const uploadAll = async () => {
    if (rows.length === 0) return toastError(uploadTexts.noData, messageOptions)
    if (!validateForSending(rows)) return
    const answer = await send('save', rows)
    if (!answer) return
    clear()
    toastSuccess(answer.message || savedText, messageOptions)
  }

  const checkAll = async () => {
    if (rows.length === 0) return toastError(uploadTexts.noData, messageOptions)
    if (!validateForSending(rows)) return
    const answer = await send('check', rows)
    if (!answer) return
    if (answer.wouldSave === rows.length) toastSuccess(allFine(rows.length), messageOptions)
    else toastInfo(answer.message, { milliseconds: 6_000 })
  }

  /** Saves the rows without errors and leaves the others for review (G70). */
  const uploadUnique = async (hasErrors: (row: GridRow) => boolean) => {
    if (rows.length === 0) return toastError(uploadTexts.noData, messageOptions)
    if (!validateForSending([])) return
    const unique = rows.filter((row) => !hasErrors(row))
    if (unique.length === 0) return toastError(uploadTexts.noUnique, messageOptions)
    // Which rows are unique is only known after the server checked this sheet.
    if (refusals.size > 0) return saveUnique(unique)
    const found = parseReport(await send('check', unique, uploadTexts.uniqueFailed))
    if (!found) return
    const refused = refusalsOf(platform!, found, unique)
    return saveUnique(unique.filter((row) => !refused.has(row.sn)))
  }
  const saveUnique = async (unique: GridRows) => {
    if (unique.length === 0) return toastError(uploadTexts.noUnique, messageOptions)
    const answer = await send('save', unique, uploadTexts.uniqueFailed)
    if (!answer) return
    const savedRows = new Set(unique)
    const remaining = rows.filter((row) => !savedRows.has(row))
    setRows(remaining)
    if (remaining.length === 0) clear()
    toastSuccess(uploadTexts.uniqueSaved(unique.length, remaining.length), { milliseconds: 6_000 })
  }

  return {
    scope,
    platform,
    reportingDate,
    duplicateLidCheck,
    rows,
    pictures,
    refusals,
    work,
    errors,
    summary,
    setScope: (next: StaffScope) => {
      setScope(next)
      setErrors({})
      clear()
    },
    setReportingDate,
    setDuplicateLidCheck,
    setRows,
    addFiles,
    uploadAll,
    uploadUnique,
    checkAll,
    clear,
    cancel: () => abortController.current?.abort(),
    restore,
  }
}
export type Upload = ReturnType<typeof useUpload>

/** The columns of a platform's upload sheet (G51, G66), and the most rows it may have. */
const sheetOf = (platform: FindingPlatformDefinition) => ({
  columns: platform.columns,
  imported: platform.imported,
  optional: platform.importedIfNamed,
  maxRows: rowsPerCall,
})
