import type { ReactNode } from 'react'

/** One column of a record table: its header and its cells. */
export type TableColumn<Row> = {
  name: string
  label: string
  /** Pixels; the minimum when the column grows. */
  width: number
  /** Takes the remaining width. */
  grows?: boolean
  /** Pixels of what comes beside its text when that is loaded. */
  noteWidth?: number
  align?: 'left' | 'right'
  sortable?: boolean
  /** Stays in view at the right edge where the list is narrower than its columns. */
  pinned?: boolean
  /** Position on a phone's card: picture, title, not shown, full width, or half of the width (default). */
  onCard?: 'picture' | 'title' | 'nowhere' | 'wide'
  /** `index` counts the rows from 0, over all pages. */
  cell: (row: Row, index: number) => ReactNode
}

/** Serial number of a list of master data. Sorting by it gives the order of entry; `name` is the column of the id. */
export function serialNumberColumn(name: string): TableColumn<unknown> {
  return {
    name,
    label: 'Sr.',
    width: 64,
    align: 'right',
    sortable: true,
    onCard: 'nowhere',
    cell: (_row, index) => index + 1,
  }
}

/** Which rows are selected, and how to change that; `span`: shift was held, select up to the last clicked row. */
export type Selection = {
  selected: ReadonlySet<string>
  toggle: (id: string, span?: boolean) => void
  toggleAll: () => void
  state: 'none' | 'some' | 'all'
  disabled?: boolean
}

/** A record that is open beside the list, where the list offers that. */
export type Beside = {
  /** The open record; undefined while none is. */
  id: string | undefined
  /** Opens a record, or shows another one in its place. */
  open: (id: string) => void
  close: () => void
  /** How many rows stand on the pages before. */
  before?: number
  /** The row that the keys are on. */
  onActive?: (id: string) => void
  /** Goes on past the last row of a page (1) or the first (-1); resolves with the row that the keys are then on. */
  past?: ((by: 1 | -1) => Promise<string | undefined>) | undefined
}

/** What the keys of a list do with the record open beside it: it follows them, and they walk on past the page. */
export const besideKeys = (beside: Beside | undefined) => ({
  at: beside?.id,
  onMove: (id: string) => {
    beside?.onActive?.(id)
    if (beside?.id !== undefined) beside.open(id)
  },
  onPast: beside?.past,
})

/** Width in pixels of the column that expands a row and opens it beside the list. */
export const toolWidthOf = (beside: Beside | undefined): number => (beside ? 60 : 36)

/** State of the table that every row needs. */
export type TableState = {
  open: ReadonlySet<string>
  toggle: (id: string) => void
  active: string | undefined
  setActive: (id: string) => void
  selection: Selection | undefined
  beside?: Beside | undefined
  /** Rows without details do not expand. */
  hasDetails?: boolean
}

/** Whether the keys are on a row; while a record is open beside the list, on that one's. */
export const isActiveRow = ({ beside, active }: TableState, id: string): boolean => (beside?.id ?? active) === id

/** Whether two states of a table are the same for one row: what it shows, and what its controls call. */
export function isSameForRow(before: TableState, after: TableState, id: string): boolean {
  return (
    before.open.has(id) === after.open.has(id) &&
    isActiveRow(before, id) === isActiveRow(after, id) &&
    (before.beside?.id === id) === (after.beside?.id === id) &&
    before.selection?.selected.has(id) === after.selection?.selected.has(id) &&
    before.selection?.disabled === after.selection?.disabled &&
    before.hasDetails === after.hasDetails &&
    before.toggle === after.toggle &&
    before.setActive === after.setActive &&
    before.selection?.toggle === after.selection?.toggle &&
    before.beside?.open === after.beside?.open &&
    before.beside?.onActive === after.beside?.onActive
  )
}

/** One rendered item: a row, or the details below an expanded row. */
export type Item<Row> = { kind: 'row' | 'details'; key: string; row: Row; index: number }

/** The items of a list in order: each row and, when it is expanded, its details. */
export function itemsOf<Row extends { id: string }>(rows: readonly Row[], open: ReadonlySet<string>): Item<Row>[] {
  const items: Item<Row>[] = []
  rows.forEach((row, index) => {
    items.push({ kind: 'row', key: row.id, row, index })
    if (open.has(row.id)) items.push({ kind: 'details', key: `${row.id}/details`, row, index })
  })
  return items
}
