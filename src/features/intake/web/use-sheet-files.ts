import { rowsPerCall } from '#features/staging-rows/contract.ts'
import { SheetUnreadable, sheetTexts } from '#columns/sheet-unreadable.ts'
import { toastError, toastInfo } from '#kit/web/alerts.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { readSheet, type Sheet } from '#kit/web/read-sheet.ts'
import { messageTime } from '#kit/web/staged-grid/use-staged-grid.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { openArchives, sortFiles } from './chosen-files.ts'
import { uploadTexts } from './texts.ts'
import { unusedParts, type UnusedParts } from './unused-parts.ts'
import { noPictures, type PictureStore } from './use-picture-store.ts'
import type { UploadGrid } from './work.ts'

type Deps = {
  grid: UploadGrid
  platform: FindingPlatformDefinition | undefined
  store: PictureStore
  /** Called when files were chosen before a platform. */
  showFormErrors: () => void
  /** Called with what of a new workbook is not used, if there is any. */
  onUnused: (unused: UnusedSheet | undefined) => void
  /** Called before the sheet is replaced. */
  onReplaced: () => void
}

/** What of a sheet is not used, and what it was read from. */
export type UnusedSheet = UnusedParts & { files: readonly File[]; rows: readonly GridRow[] }

const messageOptions = { milliseconds: messageTime }

/** Adds chosen files: one Excel file with any pictures, also in .zip files, or pictures alone when a sheet is already loaded (G121). */
export function useSheetFiles({
  grid,
  platform,
  store,
  showFormErrors,
  onUnused,
  onReplaced,
}: Deps): (
  files: readonly File[],
  mayDiscard: () => Promise<boolean>,
  definition?: FindingPlatformDefinition,
) => Promise<void> {
  const read = async (file: File, definition: FindingPlatformDefinition): Promise<Sheet | undefined> => {
    const sheet = await grid.runWork({ kind: 'reading', done: 0, total: 0 }, (signal) =>
      readSheet(file, sheetOf(definition), {
        signal,
        onRows: (done, total) => grid.setWork({ kind: 'reading', done, total }),
      }).catch((error: unknown) => {
        if (!(error instanceof SheetUnreadable)) throw error
        toastError(error.message, messageOptions)
      }),
    )
    return sheet || undefined
  }
  const replaceSheet = (
    sheet: Sheet,
    { file, files }: { file: File; files: readonly File[] },
    definition: FindingPlatformDefinition,
  ) => {
    const rows = sheet.rows as GridRow[]
    onReplaced()
    grid.clear()
    grid.change({ kind: 'loaded', rows })
    store.setPictures(noPictures)
    const unused = unusedParts(definition, sheet)
    onUnused(unused && { ...unused, files, rows })
    toastInfo(uploadTexts.loaded(rows.length, file.name), messageOptions)
  }
  return async (chosen, mayDiscard, definition = platform) => {
    const { sheets, pictures: single, archives, others } = sortFiles(chosen)
    const [file, second] = sheets
    if (second) return toastError(sheetTexts.onlyOne, messageOptions)
    if (!file && (grid.rows.length === 0 || single.length + archives.length === 0))
      return toastError(sheetTexts.notExcel, messageOptions)
    if (!definition) return showFormErrors()
    const sheet = file && (await read(file, definition))
    if (file && !sheet) return
    // Asked only now: a file that cannot be read costs no rows.
    if (sheet && !(await mayDiscard())) return
    if (sheet) replaceSheet(sheet, { file, files: chosen }, definition)
    const rows = sheet ? (sheet.rows as GridRow[]) : grid.rows
    const { pictures: packed, unusable } = await openArchives(archives)
    const unused = [...others, ...unusable].map((other) => other.name)
    if (unused.length > 0) toastError(uploadTexts.filesFailed(unused), messageOptions)
    const pictures = [...single, ...packed]
    if (pictures.length > 0) await store.store(pictures, file ? noPictures : store.pictures, rows)
  }
}

/** The columns of a platform's upload sheet (G51, G66), and the most rows it may have. */
const sheetOf = (platform: FindingPlatformDefinition) => ({
  columns: platform.columns,
  imported: platform.imported,
  optional: platform.importedIfNamed,
  maxRows: rowsPerCall,
})
