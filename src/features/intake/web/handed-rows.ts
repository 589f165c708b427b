import { useEffect } from 'react'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import { toastInfo } from '#kit/web/alerts.ts'
import { uploadTexts } from './texts.ts'
import type { Upload } from './useUpload.ts'

type HandedRows = { scope: StaffScope; rows: GridRows }

let handed: HandedRows | undefined

/** Gives another screen's rows to Upload Data, which takes them when it opens. */
export function handRowsToUpload(sheet: HandedRows): void {
  handed = sheet
}

/** Fills the sheet with the rows another screen gave; asks before it replaces unsaved rows. */
export function useHandedRows(upload: Upload, mayDiscard: () => Promise<boolean>): void {
  const { isReady } = upload
  useEffect(() => {
    const sheet = handed
    if (!isReady || !sheet) return
    handed = undefined
    void mayDiscard().then((isAllowed) => {
      if (!isAllowed) return
      upload.startSheet(sheet.scope, sheet.rows)
      toastInfo(uploadTexts.handedRows(sheet.rows.length))
    })
  })
}
