import { type ReactNode, useDeferredValue } from 'react'
import { ListFoot } from './ListFoot.tsx'
import { PartBoundary } from './PartBoundary.tsx'
import { RecordCard } from './RecordCard.tsx'
import { RecordHead } from './RecordHead.tsx'
import { RecordRow } from './RecordRow.tsx'
import { type Beside, type Selection, type TableColumn, toolWidthOf } from './record-parts.ts'
import { RowSkeletons } from './RowSkeletons.tsx'
import type { Sort } from './sort-cycle.ts'
import { SortSelect } from './SortSelect.tsx'
import type { TableSettings } from './table-settings.ts'
import type { List } from './use-list.ts'
import { useColumnWidths } from './use-column-widths.ts'
import { cardHeight, type RecordTableState, useRecordTable } from './use-record-table.ts'
import classes from './RecordTable.module.css'

type Props<Row extends { id: string }> = {
  label: string
  list: List<Row>
  columns: readonly TableColumn<Row>[]
  settings: { now: TableSettings; set: (settings: TableSettings) => void }
  sort: { now: Sort; set: (sort: Sort) => void }
  details: (row: Row) => ReactNode
  selection?: Selection | undefined
  /** Expanded rows, where the caller holds that state (in the address). */
  opened?: { now: ReadonlySet<string>; set: (open: ReadonlySet<string>) => void }
  /** Opens records beside the list. */
  beside?: Beside | undefined
  /** Shown when there are no rows. */
  empty: ReactNode
  /** At the end of the line below the rows. */
  children?: ReactNode
}

/**
 * Rows of a list: a dense table with a sticky header, or cards on a phone. Only visible rows are rendered; rows expand
 * to their details; scrolling to the end loads more.
 */
export function RecordTable<Row extends { id: string }>({ list: loaded, ...others }: Props<Row>) {
  const list = useNewRowsLater(loaded)
  const props = { ...others, list }
  const { settings, sort, selection, opened, beside } = props
  const state = useRecordTable({ list, columns: props.columns, settings: settings.now, selection, opened, beside })
  const { scroller, asCards, columns, view } = state
  return (
    <div
      className={classes.frame}
      data-density={settings.now.density}
      data-beside={beside?.id !== undefined || undefined}
    >
      {asCards && <SortSelect columns={columns} sort={sort.now} onSort={sort.set} />}
      <div
        ref={scroller}
        className={classes.scroller}
        data-old={list.state === 'reloading' || undefined}
        onScroll={view.checkEnd}
        onWheel={(event) => event.deltaY > 0 && view.checkEnd()}
        onTouchMove={view.checkEnd}
      >
        <PartBoundary>{asCards ? <Cards {...props} state={state} /> : <Table {...props} state={state} />}</PartBoundary>
        {asCards && list.state === 'first' && <CardSkeletons />}
        {list.rows.length === 0 && list.state !== 'first' && list.state !== 'reloading' && props.empty}
      </div>
      <ListFoot list={list}>{props.children}</ListFoot>
    </div>
  )
}

/**
 * The list, but rows that are loaded a rendering later: that one is divided into parts of a few milliseconds, between which
 * the page answers. What changes in the rows that are shown is shown at once.
 */
function useNewRowsLater<Row extends { id: string }>(list: List<Row>): List<Row> {
  const shown = useDeferredValue(list.rows.length)
  if (shown >= list.rows.length) return list
  if (shown === 0) return { ...list, rows: [], state: 'first' }
  return { ...list, rows: list.rows.slice(0, shown), growing: true, more: () => undefined }
}

type PartProps<Row extends { id: string }> = Pick<Props<Row>, 'label' | 'list' | 'details'> & {
  state: RecordTableState<Row>
}

function Cards<Row extends { id: string }>({ label, list, details, state }: PartProps<Row>) {
  const { items, columns, tableState, view } = state
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={list.state !== 'ready'}>
      <li aria-hidden style={{ height: view.before }} />
      {view.visibleItems.map(({ index, key }) => {
        const item = items[index]!
        return (
          <li key={key} data-index={index} ref={view.measure}>
            <RecordCard row={item.row} index={item.index} columns={columns} tableState={tableState} details={details} />
          </li>
        )
      })}
      <li aria-hidden style={{ height: view.after }} />
    </ul>
  )
}

type TableProps<Row extends { id: string }> = PartProps<Row> & Pick<Props<Row>, 'settings' | 'sort' | 'selection'>

function Table<Row extends { id: string }>({
  label,
  list,
  details,
  state,
  settings,
  sort,
  selection,
}: TableProps<Row>) {
  const { items, columns, tableState, view, rowHeight, scroller } = state
  const toolWidth = toolWidthOf(tableState.beside)
  const { minWidth, contentWidths } = useColumnWidths(scroller, {
    columns,
    settings: settings.now,
    toolWidth: toolWidth + (selection ? 36 : 0),
    rows: list.rows,
  })
  const span = columns.length + 1 + (selection ? 1 : 0)
  return (
    <table
      className={classes.table}
      aria-label={label}
      aria-rowcount={list.total + 1}
      aria-busy={list.state !== 'ready'}
      style={{ minWidth }}
    >
      <RecordHead
        columns={columns}
        settings={settings}
        sort={sort}
        selection={selection}
        toolWidth={toolWidth}
        contentWidths={contentWidths}
      />
      <tbody>
        <tr aria-hidden style={{ height: view.before }} />
        {view.visibleItems.map(({ index, key }) => {
          const item = items[index]!
          const isLast = index === items.length - 1
          if (item.kind === 'details')
            return (
              <tr
                key={key}
                data-index={index}
                ref={view.measure}
                className={classes.detailsRow}
                data-last={isLast || undefined}
              >
                <td colSpan={span}>
                  <div className={classes.details}>
                    <PartBoundary>{details(item.row)}</PartBoundary>
                  </div>
                </td>
              </tr>
            )
          const row = { row: item.row, index: item.index, isLast, columns, tableState }
          return <RecordRow key={key} {...row} height={rowHeight} />
        })}
        <tr aria-hidden style={{ height: view.after }} />
        {list.state === 'first' && <RowSkeletons count={12} span={span} height={rowHeight} />}
      </tbody>
    </table>
  )
}

function CardSkeletons() {
  return Array.from({ length: 5 }, (_, at) => (
    <div key={at} className={classes.skeleton} style={{ height: cardHeight - 12, marginBottom: 8 }} />
  ))
}
