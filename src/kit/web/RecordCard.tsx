import { Checkbox } from '@mantine/core'
import { IconChevronRight, IconLayoutSidebarRightExpand } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PartBoundary } from './PartBoundary.tsx'
import type { TableState, TableColumn } from './record-parts.ts'
import classes from './RecordCard.module.css'

type Props<Row> = {
  row: Row
  index: number
  columns: readonly TableColumn<Row>[]
  tableState: TableState
  /** Without details the card does not expand. */
  details?: ((row: Row) => ReactNode) | undefined
  /** Rendered next to the title. */
  actions?: ((row: Row) => ReactNode) | undefined
}

/** A row on a phone: picture and title on top, the other columns as name and value, details below when expanded. */
export function RecordCard<Row extends { id: string }>(props: Props<Row>) {
  const { row, index, columns, tableState, details, actions } = props
  const isOpen = tableState.open.has(row.id)
  const picture = columns.find((column) => column.onCard === 'picture')
  const title = columns.find((column) => column.onCard === 'title')
  const lines = columns.filter(({ onCard }) => onCard === undefined || onCard === 'wide')
  return (
    <article
      className={classes.card}
      // What was open beside the list gives the keyboard back to its card.
      tabIndex={-1}
      data-row={row.id}
      data-selected={tableState.selection?.selected.has(row.id)}
    >
      <header className={classes.head}>
        {tableState.selection && (
          <label className={classes.choose}>
            <Checkbox
              size="sm"
              aria-label="Select this record"
              checked={tableState.selection.selected.has(row.id)}
              disabled={tableState.selection.disabled}
              onChange={() => tableState.selection?.toggle(row.id)}
            />
          </label>
        )}
        {picture?.cell(row, index)}
        <div className={classes.title}>{title?.cell(row, index)}</div>
        {actions?.(row)}
        {tableState.beside && (
          <button
            type="button"
            className={classes.expand}
            aria-label={`Open record ${index + 1}`}
            onClick={() => tableState.beside?.open(row.id)}
          >
            <IconLayoutSidebarRightExpand size={18} aria-hidden />
          </button>
        )}
        {details && (
          <button
            type="button"
            className={classes.expand}
            aria-expanded={isOpen}
            aria-label={isOpen ? 'Hide details' : 'Show details'}
            onClick={() => tableState.toggle(row.id)}
          >
            <IconChevronRight size={18} aria-hidden />
          </button>
        )}
      </header>
      <dl className={classes.pairs}>
        {lines.map((column) => (
          <div key={column.name} data-column={column.name} data-wide={column.onCard === 'wide' || undefined}>
            <dt>{column.label}</dt>
            <dd>{column.cell(row, index)}</dd>
          </div>
        ))}
      </dl>
      {isOpen && (
        <div className={classes.details}>
          <PartBoundary>{details?.(row)}</PartBoundary>
        </div>
      )}
    </article>
  )
}
