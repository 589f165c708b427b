import { type RefObject, useEffect, useState } from 'react'
import { shareWidth } from './share-width.ts'

/** Padding of a cell, and room for the buttons of an address. */
const cellPadding = 18
const buttonWidth = 30

type GrowingColumn = { name: string; width: number; isTitle: boolean }

/**
 * The widths of a table's growing columns by their content, measured once for its first rows and again when the table
 * or its columns change: rows that are loaded later move nothing. Empty until measured.
 */
export function useContentWidths(
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
      const needs = columns.map(({ name, width, isTitle }) => ({
        need: Math.max(width * 0.6, neededWidth(box.current!, name)),
        weight: isTitle ? 2 : 1,
      }))
      const shares = shareWidth(Math.max(smallest, boxWidth - fixed), needs)
      setWidths(Object.fromEntries(columns.map(({ name }, at) => [name, Math.floor(shares[at]!)])))
    })
    return () => cancelAnimationFrame(frame)
  }, [box, boxWidth, columnsJson, fixed, firstRow])
  return widths
}

/** The widest content of a column among the rendered rows, also where it is cut. */
function neededWidth(box: HTMLElement, name: string): number {
  const range = document.createRange()
  let widest = 0
  for (const cell of box.querySelectorAll(`tr > [data-column="${CSS.escape(name)}"]`)) {
    range.selectNodeContents(cell)
    // The buttons of an address are beside its text, which the range has uncut.
    const buttons = cell.querySelectorAll('button').length * buttonWidth + cell.querySelectorAll('a svg').length * 20
    widest = Math.max(widest, range.getBoundingClientRect().width + buttons)
  }
  return Math.ceil(widest) + cellPadding
}
