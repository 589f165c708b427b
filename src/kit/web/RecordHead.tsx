import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode } from 'react'
import type { Selection, TableColumn } from './record-parts.ts'
import { nextSort, type Sort } from './sort-cycle.ts'
import type { TableSettings } from './table-settings.ts'
import classes from './RecordTable.module.css'

type Props<Row> = {
  columns: readonly TableColumn<Row>[]
  settings: { now: TableSettings; set: (settings: TableSettings) => void }
  sort: { now: Sort; set: (sort: Sort) => void }
  selection: Selection | undefined
  hasDetails?: boolean
  /** Pixels of the column that opens and expands a row. */
  toolWidth?: number
  /** Widths of growing columns by their content. */
  contentWidths?: Readonly<Record<string, number>>
}

/** Pixels by which an arrow key moves the edge of a column. */
const keyStep = 16

/**
 * Header of a table: sortable columns (none, ascending, descending, none) with edges that are dragged, or moved by the
 * left and right arrow keys. All edges are one stop of the Tab key; up and down lead to the edges before and after.
 */
function Head<Row>(props: Props<Row>) {
  const { columns, settings, sort, selection, hasDetails = true, toolWidth = 36, contentWidths = {} } = props
  const widths = settings.now.widths
  const widthOf = ({ name, grows, width }: TableColumn<Row>) => widths[name] ?? (grows ? contentWidths[name] : width)
  const setWidth = ({ name }: TableColumn<Row>, pixels: number) =>
    settings.set({ ...settings.now, widths: { ...widths, [name]: Math.max(56, Math.round(pixels)) } })
  return (
    <>
      <colgroup>
        {hasDetails && <col style={{ width: toolWidth }} />}
        {selection && <col style={{ width: 36 }} />}
        {columns.map((column) => (
          <col key={column.name} style={{ width: widthOf(column) }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {hasDetails && (
            <th className={classes.tool}>
              <span className="visually-hidden">Details</span>
            </th>
          )}
          {selection && (
            <th className={classes.tool}>
              <Checkbox
                size="xs"
                aria-label="Select all records"
                checked={selection.state === 'all'}
                indeterminate={selection.state === 'some'}
                disabled={selection.disabled}
                onChange={selection.toggleAll}
              />
            </th>
          )}
          {columns.map((column, at) => (
            <HeadCell
              key={column.name}
              column={column}
              width={widthOf(column) ?? column.width}
              setWidth={(pixels) => setWidth(column, pixels)}
              sort={sort}
              isFirst={at === 0}
            />
          ))}
        </tr>
      </thead>
    </>
  )
}

type HeadCellProps<Row> = Pick<Props<Row>, 'sort'> & {
  column: TableColumn<Row>
  width: number
  setWidth: (pixels: number) => void
  /** The edge of the first column is the one that the Tab key reaches. */
  isFirst: boolean
}

/** The name of a column, with its order where it has one, and its edge. */
function HeadCell<Row>({ column, width, setWidth, sort, isFirst }: HeadCellProps<Row>) {
  const { name, label, align, pinned, sortable } = column
  const order = sort.now?.by === name ? sort.now.order : undefined
  const widenByKey = (event: KeyboardEvent<HTMLSpanElement>) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') return moveToEdge(event)
    const by = event.key === 'ArrowRight' ? keyStep : event.key === 'ArrowLeft' ? -keyStep : 0
    if (by === 0) return
    event.preventDefault()
    setWidth(event.currentTarget.parentElement!.getBoundingClientRect().width + by)
  }
  const widen = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    const head = event.currentTarget.parentElement!
    const start = event.clientX - head.getBoundingClientRect().width
    const grip = event.currentTarget
    grip.setPointerCapture(event.pointerId)
    grip.onpointermove = (move) => setWidth(move.clientX - start)
    grip.onpointerup = () => (grip.onpointermove = null)
  }
  return (
    // The abbreviation is what is read with each cell: without the name of the edge.
    <th data-column={name} data-align={align} data-pinned={pinned} aria-sort={ariaSortOf(order)} abbr={label}>
      {sortable ? (
        <SortButton label={label} order={order} onClick={() => sort.set(nextSort(sort.now, name))} />
      ) : (
        <span className={classes.headWord}>{label}</span>
      )}
      <span
        className={classes.grip}
        role="separator"
        aria-orientation="vertical"
        aria-label="Column width"
        aria-valuenow={Math.round(width)}
        tabIndex={isFirst ? 0 : -1}
        onPointerDown={widen}
        onKeyDown={widenByKey}
      />
    </th>
  )
}

// A walk through the rows changes nothing in it.
export const RecordHead = memo(Head) as <Row>(props: Props<Row>) => ReactNode

/** Moves the focus to the edge of the column before or after. */
function moveToEdge(event: KeyboardEvent<HTMLSpanElement>): void {
  event.preventDefault()
  const head = event.currentTarget.parentElement!
  const other = event.key === 'ArrowUp' ? head.previousElementSibling : head.nextElementSibling
  other?.querySelector<HTMLElement>('[role="separator"]')?.focus()
}

type Order = 'asc' | 'desc' | undefined

/** The `aria-sort` of a column's header. */
export const ariaSortOf = (order: Order) =>
  order === undefined ? undefined : order === 'asc' ? ('ascending' as const) : ('descending' as const)

/** The name of a column in its header, with its order; a click asks for the next order. */
export function SortButton({ label, order, onClick }: { label: string; order: Order; onClick: () => void }) {
  return (
    <button type="button" className={classes.sort} data-sorted={order} onClick={onClick}>
      <span>{label}</span>
      <SortArrow order={order} />
    </button>
  )
}

function SortArrow({ order }: { order: Order }) {
  if (order === 'asc') return <IconArrowUp size={13} aria-hidden />
  if (order === 'desc') return <IconArrowDown size={13} aria-hidden />
  return <IconArrowsSort size={13} aria-hidden className={classes.unsorted} />
}
