import { useCallback, useEffect, useRef, useState } from 'react'
import type { Selection } from '#kit/web/record-parts.ts'
import { allOrNone, stillThere, toggled } from '#kit/web/selection.ts'

const nothing: { selected: ReadonlySet<string>; last: string | undefined } = { selected: new Set(), last: undefined }

/**
 * The selected rows of the current page; with Shift all rows between two clicks. A click that comes before the rendering
 * after another one, or from a row that was not rendered again since, adds to what is selected by then.
 */
export function useSelection(rows: readonly { id: string }[]): {
  selection: Selection
  ids: readonly string[]
  selectNone: () => void
} {
  const [{ selected }, change] = useState(nothing)
  const order = rows.map((row) => row.id)
  const latest = useRef(order)
  useEffect(() => {
    latest.current = order
  })
  const toggle = useCallback<Selection['toggle']>(
    (id, span) =>
      change((now) => ({
        selected: toggled(now.selected, latest.current, id, span ? now.last : undefined),
        last: id,
      })),
    [],
  )
  const ids = stillThere(selected, order)
  return {
    ids,
    selectNone: () => change((now) => ({ ...now, selected: nothing.selected })),
    selection: {
      selected,
      state: ids.length === 0 ? 'none' : ids.length === order.length ? 'all' : 'some',
      toggleAll: () => change((now) => ({ ...now, selected: allOrNone(now.selected, latest.current) })),
      toggle,
    },
  }
}
