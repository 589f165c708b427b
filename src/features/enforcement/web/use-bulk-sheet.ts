import { useState } from 'react'
import { SheetUnreadable } from '#columns/sheet-unreadable.ts'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import { enforcement } from '#features/enforcement/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { useTemporaryState } from '#kit/web/use-temporary-state.ts'
import { readBulkSheet } from './read-bulk-sheet.ts'
import { messageMilliseconds, texts } from './texts.ts'

export type Outcome = CallOutput<typeof enforcement.bulk>

const forSeconds = { milliseconds: messageMilliseconds }

/** The workbook of a bulk enforcement: chosen, read and sent for a scope; what was wrong and what came of it. */
export function useBulkSheet(
  scope: StaffScope,
  { overrideReason, onSaved }: { overrideReason: string; onSaved: () => void },
) {
  const [file, setFile] = useState<File | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useTemporaryState<Readonly<Record<string, string>>>({}, messageMilliseconds)
  const [outcome, setOutcome] = useState<Outcome>()
  const refuse = (error: unknown) => {
    if (error instanceof SheetUnreadable) setErrors({ data: error.message })
    else if (error instanceof CallFailed && Object.keys(error.fields).length > 0) setErrors(error.fields)
    else toastError(sentenceOf(error), forSeconds)
  }
  return {
    file,
    isBusy,
    errors,
    outcome,
    choose: (picked: File | null) => {
      setOutcome(undefined)
      if (picked && !/\.xlsx$/i.test(picked.name)) {
        setFile(null)
        toastError(texts.pleaseExcel, forSeconds)
      } else setFile(picked)
    },
    send: async () => {
      if (!scope.platform || !file) return toastError(texts.noExcel, forSeconds)
      setBusy(true)
      setErrors({})
      setOutcome(undefined)
      try {
        const { rows: data, rowNumbers } = await readBulkSheet(file)
        const { companyId: company, brandId: brand, platform } = scope
        const saved = await call(enforcement.bulk, { company, brand, platform, data, overrideReason })
        toastSuccess(saved.message, forSeconds)
        // The server counts the rows it was sent; people look for them in their sheet.
        const skippedRows = saved.skippedRows.map((one) => ({ ...one, row: rowNumbers[one.row - 1] ?? one.row }))
        setOutcome({ ...saved, skippedRows })
        setFile(null)
        onSaved()
      } catch (error) {
        refuse(error)
      } finally {
        setBusy(false)
      }
    },
  }
}
