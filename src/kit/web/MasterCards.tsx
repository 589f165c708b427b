import { Checkbox, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { RecordCard } from './RecordCard.tsx'
import type { TableState, TableColumn } from './record-parts.ts'
import { SortSelect } from './SortSelect.tsx'
import type { Pages } from './use-pages.ts'
import records from './RecordTable.module.css'
import classes from './MasterTable.module.css'

type Props<Row extends { id: string }> = {
  label: string
  pages: Pages<Row>
  columns: readonly TableColumn<Row>[]
  tableState: TableState
  /** Number of rows on the previous pages. */
  before: number
  details: ((row: Row) => ReactNode) | undefined
  actions: ((row: Row) => ReactNode) | undefined
}

/** A list of master data on a phone: the rows as cards, with the sorting and selection of the table's header. */
export function MasterCards<Row extends { id: string }>(props: Props<Row>) {
  const { label, pages, columns, tableState, before, details, actions } = props
  const { view, change, rows, state } = pages
  const { selection } = tableState
  return (
    <>
      {columns.some(({ sortable }) => sortable) && (
        <SortSelect columns={columns} sort={view.sort} onSort={(sort) => change({ sort })} />
      )}
      {selection && rows.length > 0 && (
        <Checkbox
          size="sm"
          mb={8}
          ml={12}
          label="Select all on this page"
          checked={selection.state === 'all'}
          indeterminate={selection.state === 'some'}
          disabled={selection.disabled}
          onChange={selection.toggleAll}
        />
      )}
      <ul className={`${records.cards} ${classes.cards}`} aria-label={label} aria-busy={state !== 'ready'}>
        {rows.map((row, at) => (
          <li key={row.id}>
            <RecordCard
              row={row}
              index={before + at}
              columns={columns}
              tableState={tableState}
              details={details}
              actions={actions}
            />
          </li>
        ))}
      </ul>
      {state === 'first' && <VisuallyHidden>Loading records…</VisuallyHidden>}
      {state === 'first' &&
        Array.from({ length: 5 }, (_, at) => <div key={at} className={`${records.skeleton} ${classes.waiting}`} />)}
    </>
  )
}
