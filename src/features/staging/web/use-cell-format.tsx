import { useEffect, useMemo, useRef } from 'react'
import { isEmpty } from '#columns/column.ts'
import { uploadCellFormat } from '#features/intake/web/cell-format.ts'
import { defaultStatus, rowsPerAdd, stagedStatuses } from '#features/staging/rules.ts'
import type { CellFormat, GridRow } from '#kit/web/EditableGrid-rows.ts'
import { businessToday } from '#kit/web/settings.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { initialsOf } from './Colleagues.tsx'
import { RowButtons } from './RowButtons.tsx'
import { editedColumns, isUnsaved } from './sheet-rows.ts'
import { texts } from './texts.ts'
import type { DraftSheetState } from './use-draft-sheet.ts'
import type { Colleague } from './use-presence.ts'

type Deps = {
  draft: DraftSheetState
  platform: FindingPlatformDefinition
  others: readonly Colleague[]
  busyPictures: ReadonlySet<number>
  addPicture: (row: GridRow, files: readonly File[]) => Promise<void>
  onShow: (sn: number) => void
  onActive: (sn: number | undefined) => void
}

const statusNames = stagedStatuses.map((code) => statusDisplay(code).name)
const actionsWidth = 108

/** How cells are shown in Staging and in Review: as in an upload, with the four statuses of G44. */
export function stagedCellFormat(platform: FindingPlatformDefinition): CellFormat {
  const uploaded = uploadCellFormat(platform, businessToday())
  return {
    ...uploaded,
    choices: (name) => (name === 'status' ? statusNames : uploaded.choices?.(name)),
    show: (name, row) =>
      name === 'status' && isEmpty(row['status'])
        ? { text: statusDisplay(defaultStatus).name, faint: true }
        : uploaded.show?.(name, row),
  }
}

/** The same object until something it shows changes, so that rows are not rendered again. */
export function useCellFormat(deps: Deps): CellFormat {
  const { draft, platform, others, busyPictures, onShow, onActive } = deps
  const { known } = draft.sheet
  const { isLocked } = draft
  const latest = useRef(deps)
  useEffect(() => {
    latest.current = deps
  })
  return useMemo((): CellFormat => {
    const shown = stagedCellFormat(platform)
    if (isLocked) return { ...shown, isReadOnly: true }
    const edits = new WeakMap<GridRow, readonly string[]>()
    const editedIn = (row: GridRow): readonly string[] => {
      const before = edits.get(row)
      if (before) return before
      const found = isUnsaved(platform, { known }, row) ? editedColumns(platform, row, known.get(row.sn)?.row) : []
      edits.set(row, found)
      return found
    }
    const inRow = Map.groupBy(
      others.filter(({ row }) => row !== ''),
      ({ row }) => row,
    )
    const addPicture = (row: GridRow, files: readonly File[]) => void latest.current.addPicture(row, files)
    return {
      ...shown,
      rowsPerAdd,
      editedIn,
      markOf: (row) => {
        const there = inRow.get(known.get(row.sn)?.id ?? '')
        if (!there) return undefined
        const names = [...new Set(there.map(({ name }) => name))]
        return { text: names.map(initialsOf).join(' '), title: texts.editsRow(names) }
      },
      onActive: (row) => onActive(row?.sn),
      onPasteFiles: (files, row) => addPicture(row, files),
      actions: {
        width: actionsWidth,
        render: (row, index) => (
          <RowButtons
            row={row}
            index={index}
            canSave={editedIn(row).length > 0}
            isBusy={busyPictures.has(row.sn)}
            onSave={() => void latest.current.draft.save(new Set([row.sn]))}
            onPicture={(files) => addPicture(row, files)}
            onShow={() => onShow(row.sn)}
          />
        ),
      },
    }
  }, [platform, known, isLocked, others, busyPictures, onShow, onActive])
}
