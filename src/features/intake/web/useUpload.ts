import { useMemo, useState } from 'react'
import { useSearch } from '@tanstack/react-router'
import { useBrand } from '#features/brands/web/BrandPick.tsx'
import { rememberScope, startingScope } from '#features/brands/web/remembered-scope.ts'
import { platformsOf, type StaffScope, withPlatform } from '#features/brands/web/staff-scope.ts'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import { businessToday } from '#kit/web/settings.ts'
import { type StagedGrid, useStagedGrid } from '#kit/web/staged-grid/use-staged-grid.ts'
import { platformOf } from '#platforms/all.ts'
import { checkRow } from './check-rows.ts'
import type { SavedRows } from './SavedNote.tsx'
import { formErrors, newForm, type UploadForm } from './upload-form.ts'
import { noPictures, usePictureStore } from './use-picture-store.ts'
import { useSaving } from './use-saving.ts'
import { useSending } from './use-sending.ts'
import { type UnusedSheet, useSheetFiles } from './use-sheet-files.ts'
import { useUploadDraft } from './useUploadDraft.ts'
import type { Work } from './work.ts'

/** The upload screen of a person: the form, the sheet with its pictures, reading files, checking and saving. */
export function useUpload(userId: string) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [form, setForm] = useState(() => newForm(startingScope(userId, search)))
  const { platform, brand, grid } = useCheckedGrid(form.scope)
  const store = usePictureStore(grid)
  const { isReady, unread } = useUploadDraft(userId, { grid, form, setForm, store })

  const [saved, setSaved] = useState<SavedRows>()
  const [unused, setUnused] = useState<UnusedSheet>()

  const clear = () => {
    setSaved(undefined)
    setUnused(undefined)
    grid.clear()
    store.setPictures(noPictures)
  }
  const startOver = (change: Partial<UploadForm> & Pick<UploadForm, 'scope'>) => {
    rememberScope(userId, change.scope)
    setForm((now) => ({ ...now, ...change }))
    grid.setErrors({})
    clear()
  }
  const validateForm = () => isFormValid(form, grid)
  const readFiles = useSheetFiles({
    grid,
    platform,
    store,
    showFormErrors: () => void validateForm(),
    onUnused: setUnused,
    onReplaced: () => setSaved(undefined),
  })
  const send = useSending(grid, form, store.pictures)
  const saving = useSaving({ grid, form, send, validateForm, clear, onSaved: setSaved })
  return {
    form,
    platform,
    grid,
    pictures: store.pictures,
    /** False until a stored draft was looked for. */
    isReady,
    /** A stored draft that could not be read. */
    unread,
    changeForm: (change: Partial<UploadForm>) => setForm((now) => ({ ...now, ...change })),
    /** Changes company, brand and platform; the current sheet is cleared. */
    setScope: (scope: StaffScope) => startOver({ scope }),
    /** Starts a sheet with these rows, reported today. */
    startSheet: (scope: StaffScope, rows: GridRows) => {
      startOver({ scope, reportingDate: businessToday() })
      grid.setRows(rows)
    },
    /** Reads chosen files; `mayDiscard` is asked before a readable sheet replaces the rows. */
    addFiles: readFiles,
    saving,
    /** What the last save stored, until the next sheet. */
    saved,
    forgetSaved: () => setSaved(undefined),
    /** What of the workbook the upload does not use. */
    unused,
    forgetUnused: () => setUnused(undefined),
    /** Reads that workbook for the platform that it fits better; undefined where the brand has none such. */
    readAsFits:
      unused?.fits && platformsOf(brand).includes(unused.fits.value)
        ? async (mayDiscard: () => Promise<boolean>) => {
            const { fits, files, rows } = unused
            // Rows that nobody changed are in the file.
            if (grid.rows !== rows && !(await mayDiscard())) return
            startOver({ scope: withPlatform(form.scope, fits!.value) })
            await readFiles(files, () => Promise.resolve(true), fits)
          }
        : undefined,
  }
}

/** Marks the fields that are wrong. */
function isFormValid(form: UploadForm, { setErrors }: StagedGrid<Work>): boolean {
  const errors = formErrors(form, businessToday())
  setErrors(errors)
  return Object.keys(errors).length === 0
}

/** The sheet of a scope; its rows are checked by the rules of the platform. */
function useCheckedGrid(scope: StaffScope) {
  const platform = platformOf(scope.platform ?? '')
  const brand = useBrand(scope.brandId)
  const brandName = brand?.brandName
  const check = useMemo(() => platform && ((row: GridRow) => checkRow(platform, brandName, row)), [platform, brandName])
  return { platform, brand, grid: useStagedGrid<Work>(check) }
}

/** What `useUpload` returns. */
export type Upload = ReturnType<typeof useUpload>
