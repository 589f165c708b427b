import { useCallback, useMemo, useRef, useState } from 'react'
import { checkRow } from '#features/intake/web/check-rows.ts'
import { defaultStatus, isBlank, stagedStatuses } from '#features/staging/rules.ts'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import { type StagedGrid, useStagedGrid } from '#kit/web/staged-grid/use-staged-grid.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { emptySheet, type Sheet, withEdit } from './sheet-rows.ts'

/** Long-running work of a draft. */
export type Work = { kind: 'saving' | 'submitting'; rows: number }

export type SheetState = {
  grid: StagedGrid<Work>
  sheet: Sheet
  /** The sheet as it is now, for what answers later. */
  latest: () => Sheet
  apply: (next: Sheet) => void
  setRows: (rows: GridRows) => void
}

const noProblems = [] as const

/** The sheet of a draft in the grid of staged rows; rows are checked as an upload checks them. */
export function useSheet(platform: FindingPlatformDefinition): SheetState {
  const check = useMemo(
    () => (row: GridRow) =>
      isBlank(platform, row)
        ? noProblems
        : checkRow(platform, undefined, { status: defaultStatus, ...row }, stagedStatuses),
    [platform],
  )
  const grid = useStagedGrid<Work>(check)
  const [sheet, setSheet] = useState<Sheet>(emptySheet)
  const current = useRef<Sheet>(emptySheet)
  const { setRows: showRows } = grid
  const apply = useCallback(
    (next: Sheet) => {
      if (next.rows !== current.current.rows) showRows(next.rows)
      current.current = next
      setSheet(next)
    },
    [showRows],
  )
  const setRows = useCallback((rows: GridRows) => apply(withEdit(current.current, rows)), [apply])
  const latest = useCallback(() => current.current, [])
  return { grid, sheet, latest, apply, setRows }
}
