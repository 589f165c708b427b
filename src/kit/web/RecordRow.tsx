import { Checkbox } from '@mantine/core'
import { IconChevronRight, IconLayoutSidebarRightExpand } from '@tabler/icons-react'
import { type FocusEvent, memo, type MouseEvent } from 'react'
import { isActiveRow, isSameForRow, type TableState, type TableColumn } from './record-parts.ts'
import classes from './RecordTable.module.css'

type Props<Row> = {
  row: Row
  index: number
  /** Where a spacer comes after it. The frame of the list is its line. */
  isLast?: boolean
  columns: readonly TableColumn<Row>[]
  tableState: TableState
  height: number
}

/** One row; a click outside of its controls expands it. Rendered again only when something of it changes. */
export const RecordRow = memo(TableRow, isSameRow) as typeof TableRow

function TableRow<Row extends { id: string }>({ row, index, isLast, columns, tableState, height }: Props<Row>) {
  const { selection, beside, hasDetails = true } = tableState
  const isOpen = tableState.open.has(row.id)
  const isActive = isActiveRow(tableState, row.id)
  const activate = () => {
    tableState.setActive(row.id)
    beside?.onActive?.(row.id)
  }
  const click = (event: MouseEvent) => {
    if (window.getSelection()?.toString()) return
    // Not every browser gives the focus to a button that is clicked.
    activate()
    if (hasDetails && !onControl(event.target)) tableState.toggle(row.id)
  }
  // Keys are about the row that the person is in, not about the one that they were moved to before.
  const focus = (event: FocusEvent) => event.target !== event.currentTarget && activate()
  return (
    <tr
      data-row={row.id}
      data-open={isOpen || undefined}
      data-selected={selection?.selected.has(row.id) || undefined}
      data-active={isActive || undefined}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={index + 2}
      className={classes.row}
      data-plain={!hasDetails || undefined}
      data-last={isLast || undefined}
      style={{ height }}
      onClick={click}
      onFocus={focus}
    >
      {hasDetails && (
        <td className={classes.tool}>
          <button
            type="button"
            className={classes.expand}
            aria-expanded={isOpen}
            aria-label={isOpen ? 'Hide details' : 'Show details'}
            onClick={() => tableState.toggle(row.id)}
          >
            <IconChevronRight size={14} className={classes.chevron} aria-hidden />
          </button>
          {beside && (
            <button
              type="button"
              className={classes.expand}
              aria-pressed={beside.id === row.id}
              aria-label={`Open record ${index + 1} beside the list`}
              onClick={() => beside.open(row.id)}
            >
              <IconLayoutSidebarRightExpand size={15} aria-hidden />
            </button>
          )}
        </td>
      )}
      {selection && (
        <td className={classes.tool}>
          <Checkbox
            size="xs"
            aria-label={`Select record ${index + 1}`}
            checked={selection.selected.has(row.id)}
            disabled={selection.disabled}
            onChange={(event) => selection.toggle(row.id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.name} data-column={column.name} data-align={column.align} data-pinned={column.pinned}>
          {column.cell(row, index)}
        </td>
      ))}
    </tr>
  )
}

function isSameRow<Row extends { id: string }>(before: Props<Row>, after: Props<Row>): boolean {
  return (
    before.row === after.row &&
    before.index === after.index &&
    before.isLast === after.isLast &&
    before.columns === after.columns &&
    before.height === after.height &&
    isSameForRow(before.tableState, after.tableState, after.row.id)
  )
}

/** Whether a click on a row is one on something in it that has an action of its own. */
export function onControl(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest('a, button, input, select, textarea, label, [role=dialog]') !== null
  )
}
