import type { ReactNode } from 'react'

/** One column of a record table: what its head says and what its cell shows. */
export type TableColumn<Row> = {
  name: string
  label: string
  /** Pixels; the least when the column grows. */
  width: number
  /** Takes the room that is left. */
  grows?: boolean
  align?: 'left' | 'right'
  sortable?: boolean
  /** Where it stands on a phone's card: its picture, its title, nowhere, the whole width, or half of it (default). */
  onCard?: 'picture' | 'title' | 'nowhere' | 'wide'
  /** `place` counts the rows from 0, over all pages. */
  cell: (row: Row, place: number) => ReactNode
}

/** The running number of a list of master data, by which it can be sorted as it was entered; `name` is the id's column. */
export function placeColumn(name: string): TableColumn<unknown> {
  return {
    name,
    label: 'Sr.',
    width: 64,
    align: 'right',
    sortable: true,
    onCard: 'nowhere',
    cell: (_row, place) => place + 1,
  }
}

/** Which rows are selected, and how that changes; `span` when shift was held. */
export type Selection = {
  selected: ReadonlySet<string>
  toggle: (id: string, span?: boolean) => void
  toggleAll: () => void
  state: 'none' | 'some' | 'all'
  disabled?: boolean
}

/** What every row needs to know of the table around it. */
export type RowFacts = {
  open: ReadonlySet<string>
  toggle: (id: string) => void
  active: string | undefined
  setActive: (id: string) => void
  selection: Selection | undefined
  /** Rows that have no details do not open. */
  hasDetails?: boolean
}

/** What is drawn, one below the other: each row and, when it is open, its details. */
export type Item<Row> = { kind: 'row' | 'details'; key: string; row: Row; place: number }

export function itemsOf<Row extends { id: string }>(rows: readonly Row[], open: ReadonlySet<string>): Item<Row>[] {
  const items: Item<Row>[] = []
  rows.forEach((row, place) => {
    items.push({ kind: 'row', key: row.id, row, place })
    if (open.has(row.id)) items.push({ kind: 'details', key: `${row.id}/details`, row, place })
  })
  return items
}
