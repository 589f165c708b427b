import { useRef, useState } from 'react'
import type { Selection } from '#kit/web/record-parts.ts'
import { allOrNone, stillThere, toggled } from '#kit/web/selection.ts'

/** The selected rows of the current page; with Shift all rows between two clicks. */
export function useSelection(rows: readonly { id: string }[]): {
  selection: Selection
  ids: readonly string[]
  selectNone: () => void
} {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const order = rows.map((row) => row.id)
  const ids = stillThere(selected, order)
  return {
    ids,
    selectNone: () => setSelected(new Set()),
    selection: {
      selected,
      state: ids.length === 0 ? 'none' : ids.length === order.length ? 'all' : 'some',
      toggleAll: () => setSelected(allOrNone(selected, order)),
      toggle: (id, span) => {
        setSelected(toggled(selected, order, id, span ? last.current : undefined))
        last.current = id
      },
    },
  }
}
