import { createSlot } from './slot.tsx'

/** What the saved views of a screen's list may name: parameters of its address. */
export type ViewedList = {
  /** Filters in the address. */
  filters: readonly string[]
  /** Columns that rows can be ordered by. */
  sortedBy: readonly string[]
  /** The values that some of the filters may have. */
  choices?: Readonly<Record<string, { label: string; values: readonly string[] }>>
}

/** The shared and pinned views of a screen's list, above it. */
export const viewTabs = createSlot<ViewedList>()
/** The menu of its saved views, in the head of the screen. */
export const viewMenu = createSlot<ViewedList>()

/** The names of the columns that a list can be ordered by. */
export const sortedByOf = (columns: readonly { name: string; sortable?: boolean }[]): string[] =>
  columns.filter(({ sortable }) => sortable).map(({ name }) => name)
