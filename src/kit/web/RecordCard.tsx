import { Checkbox } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RowFacts, TableColumn } from './record-parts.ts'
import classes from './RecordCard.module.css'

type Showing<Row> = {
  row: Row
  index: number
  columns: readonly TableColumn<Row>[]
  facts: RowFacts
  /** Without details the card does not expand. */
  details?: ((row: Row) => ReactNode) | undefined
  /** Rendered next to the title. */
  actions?: ((row: Row) => ReactNode) | undefined
}

/** A row on a phone: picture and title on top, the other columns as name and value, details below when expanded. */
export function RecordCard<Row extends { id: string }>(of: Showing<Row>) {
  const { row, index, columns, facts, details, actions } = of
  const isOpen = facts.open.has(row.id)
  const picture = columns.find((column) => column.onCard === 'picture')
  const title = columns.find((column) => column.onCard === 'title')
  const lines = columns.filter(({ onCard }) => onCard === undefined || onCard === 'wide')
  return (
    <article className={classes.card} data-row={row.id} data-selected={facts.selection?.selected.has(row.id)}>
      <header className={classes.head}>
        {facts.selection && (
          <Checkbox
            size="sm"
            aria-label="Select this record"
            checked={facts.selection.selected.has(row.id)}
            disabled={facts.selection.disabled}
            onChange={() => facts.selection?.toggle(row.id)}
          />
        )}
        {picture?.cell(row, index)}
        <div className={classes.title}>{title?.cell(row, index)}</div>
        {actions?.(row)}
        {details && (
          <button
            type="button"
            className={classes.expand}
            aria-expanded={isOpen}
            aria-label={isOpen ? 'Hide details' : 'Show details'}
            onClick={() => facts.toggle(row.id)}
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
      {isOpen && <div className={classes.details}>{details?.(row)}</div>}
    </article>
  )
}
