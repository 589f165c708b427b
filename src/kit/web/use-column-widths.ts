import { type RefObject, useEffect, useState } from 'react'
import type { TableColumn } from './record-parts.ts'
import { shareWidth } from './share-width.ts'
import type { TableSettings } from './table-settings.ts'

/** Padding of a cell, and what an icon has around it: its distance from the text, the padding of its button or note. */
const cellPadding = 18
const iconGap = 14

type GrowingColumn = { name: string; width: number; noteWidth: number; isTitle: boolean }

/**
 * The least width of a table in pixels, with `toolWidth` for what comes before its columns, and the widths of its growing
 * columns by their content. A column that somebody has made wider or narrower keeps that width.
 */
export function useColumnWidths<Row extends { id: string }>(
  box: RefObject<HTMLElement | null>,
  {
    columns,
    settings,
    toolWidth,
    rows,
  }: { columns: readonly TableColumn<Row>[]; settings: TableSettings; toolWidth: number; rows: readonly Row[] },
) {
  const own = settings.widths
  const widthOf = (some: readonly TableColumn<Row>[]) =>
    some.reduce((sum, { name, width }) => sum + (own[name] ?? width), 0)
  const growing = columns.filter(({ name, grows }) => grows && own[name] === undefined)
  const minWidth = toolWidth + widthOf(columns)
  const contentWidths = useContentWidths(box, {
    growing: growing.map(({ name, width, noteWidth, onCard }) => ({
      name,
      width,
      noteWidth: noteWidth ?? 0,
      isTitle: onCard === 'title',
    })),
    fixed: minWidth - widthOf(growing),
    firstRow: rows[0]?.id,
  })
  return { minWidth, contentWidths }
}

/**
 * The widths of a table's growing columns by their content, measured once for its first rows and again when the table
 * or its columns change: rows that are loaded later move nothing. Empty until measured.
 */
function useContentWidths(
  box: RefObject<HTMLElement | null>,
  { growing, fixed, firstRow }: { growing: readonly GrowingColumn[]; fixed: number; firstRow: string | undefined },
): Readonly<Record<string, number>> {
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const [boxWidth, setBoxWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const watch = new ResizeObserver(() => setBoxWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [box])
  const columnsJson = JSON.stringify(growing)
  useEffect(() => {
    const columns = JSON.parse(columnsJson) as GrowingColumn[]
    if (!box.current || boxWidth === 0 || firstRow === undefined || columns.length === 0) return undefined
    const smallest = columns.reduce((sum, { width }) => sum + width, 0)
    // The rows are laid out by the next frame.
    const frame = requestAnimationFrame(() => {
      const needs = columns.map(({ name, width, noteWidth, isTitle }) => ({
        need: Math.max(width * 0.6, neededWidth(box.current!, name) + noteWidth),
        weight: isTitle ? 2 : 1,
      }))
      const shares = shareWidth(Math.max(smallest, boxWidth - fixed), needs)
      setWidths(Object.fromEntries(columns.map(({ name }, at) => [name, Math.floor(shares[at]!)])))
    })
    return () => cancelAnimationFrame(frame)
  }, [box, boxWidth, columnsJson, fixed, firstRow])
  return widths
}

/** The widest content of a column among its head and the rendered rows, on one line and also where it is cut, in pixels. */
function neededWidth(box: HTMLElement, name: string): number {
  const cells = box.querySelectorAll(`tr > [data-column="${CSS.escape(name)}"]`)
  return Math.ceil(Math.max(0, ...[...cells].map(contentWidth))) + cellPadding
}

/**
 * Texts and icons of a cell, one after the other. The elements around them are left out: they are as wide as the cell is
 * now, so that a column would never need less than it has.
 */
function contentWidth(cell: Element): number {
  const range = document.createRange()
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  let width = 0
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    width += range.getBoundingClientRect().width
  }
  for (const icon of cell.querySelectorAll('svg')) width += icon.getBoundingClientRect().width + iconGap
  return width
}
