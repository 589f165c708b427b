import { useMemo, useState } from 'react'
import { useBrand } from '#features/brands/web/BrandPick.tsx'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import { businessToday } from '#kit/web/settings.ts'
import { useStagedGrid } from '#kit/web/staged-grid/use-staged-grid.ts'
import { platformOf } from '#platforms/all.ts'
import { checkRow } from './check-rows.ts'
import { formErrors, newForm, type UploadForm } from './upload-form.ts'
import { noPictures, usePictureStore } from './use-picture-store.ts'
import { useSaving } from './use-saving.ts'
import { useSending } from './use-sending.ts'
import { useSheetFiles } from './use-sheet-files.ts'
import { useUploadDraft } from './useUploadDraft.ts'
import type { Work } from './work.ts'

/** The upload screen of a person: the form, the sheet with its pictures, reading files, checking and saving. */
export function useUpload(userId: string) {
  const [form, setForm] = useState(newForm)
  const platform = platformOf(form.scope.platform ?? '')
  const brandName = useBrand(form.scope.brandId)?.brandName
  const check = useMemo(() => platform && ((row: GridRow) => checkRow(platform, brandName, row)), [platform, brandName])
  const grid = useStagedGrid<Work>(check)
  const store = usePictureStore(grid)
  const isReady = useUploadDraft(userId, { grid, form, setForm, store })

  const clear = () => {
    grid.clear()
    store.setPictures(noPictures)
  }
  const validateForm = () => {
    const errors = formErrors(form, businessToday())
    grid.setErrors(errors)
    return Object.keys(errors).length === 0
  }
  const addFiles = useSheetFiles({ grid, platform, store, showFormErrors: () => void validateForm() })
  const send = useSending(grid, form, store.pictures)
  const saving = useSaving({ grid, form, send, validateForm, clear })
  return {
    form,
    platform,
    grid,
    pictures: store.pictures,
    /** False until a stored draft was looked for. */
    isReady,
    changeForm: (change: Partial<UploadForm>) => setForm((now) => ({ ...now, ...change })),
    /** Changes company, brand and platform; the current sheet is cleared. */
    setScope: (scope: StaffScope) => {
      setForm((now) => ({ ...now, scope }))
      grid.setErrors({})
      clear()
    },
    /** Starts a sheet with these rows, reported today. */
    startSheet: (scope: StaffScope, rows: GridRows) => {
      setForm((now) => ({ ...now, scope, reportingDate: businessToday() }))
      grid.setErrors({})
      clear()
      grid.setRows(rows)
    },
    addFiles,
    saving,
  }
}
/** What `useUpload` returns. */
export type Upload = ReturnType<typeof useUpload>
