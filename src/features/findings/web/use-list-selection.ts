import { useCallbackRef } from '@mantine/hooks'
import { useReducer } from 'react'
import type { Selection } from '#kit/web/record-parts.ts'
import { stillThere } from '#kit/web/selection.ts'
import {
  changeSelection,
  isAllMatching,
  type Matching,
  matchingOf,
  nothingSelected,
  selectedOf,
  selectionState,
} from './approval-selection.ts'

/** The list on the screen: its loaded rows, how many match in all, its query, and how many may be selected as a whole. */
export type SelectableList = { rows: readonly { id: string }[]; total: number; query: object; cap: number }

export type ListSelection = {
  selection: Selection
  ids: readonly string[]
  /** Whether all matching findings, including those not loaded, are selected, can be, or are too many. */
  matching: Matching
  isAllMatching: boolean
  selectMatching: () => void
  selectNone: () => void
}

/** Selecting rows of a list, with Shift all between two clicks, or everything that the list matches. */
export function useListSelection({ rows, total, query, cap }: SelectableList): ListSelection {
  const [chosen, change] = useReducer(changeSelection, nothingSelected)
  const list = { order: rows.map((row) => row.id), total, queryKey: JSON.stringify(query) }
  const selected = selectedOf(chosen, list)
  // Rows and cards are not rendered again with each change of the list: their box calls what is true by then.
  const toggle = useCallbackRef<Selection['toggle']>((id, span) => change({ kind: 'toggle', list, id, span }))
  return {
    selection: {
      selected,
      state: selectionState(chosen, list),
      toggleAll: () => change({ kind: 'toggle all', list }),
      toggle,
    },
    ids: stillThere(selected, list.order),
    matching: matchingOf(chosen, list, cap),
    isAllMatching: isAllMatching(chosen, list),
    selectMatching: () => change({ kind: 'all matching', queryKey: list.queryKey }),
    selectNone: () => change({ kind: 'none' }),
  }
}
