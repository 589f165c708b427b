import { type RefObject, useCallback, useLayoutEffect, useMemo } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Columns } from '#columns/column.ts'
import { kindOf } from '#columns/kinds.ts'
import type { CellPosition } from './EditableGrid-rows.ts'

/** Pixels; the style sheet uses the same values. */
export const rowHeight = 28
export const headHeight = 32
/** Width of the SN column with its trash button. */
export const snWidth = 84

export type ShownColumn = { name: string; index: number; left: number; width: number; align: 'left' | 'right' }

/** Visible rows and columns, and a function to scroll to a cell. Pixels count from the top left corner of the sheet. */
export function useGridWindow({
  scroller,
  columns,
  names,
  rowCount,
  widths,
  endWidth,
}: {
  scroller: RefObject<HTMLDivElement | null>
  columns: Columns
  names: readonly string[]
  rowCount: number
  widths: readonly number[]
  /** Pixels at the right edge that cells are scrolled under. */
  endWidth: number
}) {
  const rowWindow = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  })
  const columnWindow = useVirtualizer({
    horizontal: true,
    count: names.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index]!,
    overscan: 2,
    scrollMargin: snWidth,
    scrollPaddingStart: snWidth,
    scrollPaddingEnd: endWidth,
  })
  // oxlint-disable-next-line react/exhaustive-deps -- new widths are what has to be measured
  useLayoutEffect(() => columnWindow.measure(), [columnWindow, widths])

  const inSight = columnWindow.getVirtualItems()
  const first = inSight[0]?.index ?? 0
  const last = inSight.at(-1)?.index ?? -1
  const shown = useMemo<ShownColumn[]>(() => {
    let left = snWidth
    const all = names.map((name, index) => {
      const width = widths[index]!
      left += width
      return { name, index, left: left - width, width, align: kindOf(columns[name]!.kind).align }
    })
    return all.slice(first, last + 1)
  }, [columns, names, first, last, widths])
  const width = useMemo(() => widths.reduce((all, one) => all + one, snWidth), [widths])

  const reveal = useCallback(
    (position: CellPosition) => {
      rowWindow.scrollToIndex(position.row, { align: 'auto' })
      columnWindow.scrollToIndex(position.column, { align: 'auto' })
    },
    [rowWindow, columnWindow],
  )
  return { rowsInSight: rowWindow.getVirtualItems(), height: rowWindow.getTotalSize(), shown, width, reveal }
}
