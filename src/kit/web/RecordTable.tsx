import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNarrow } from './narrow.ts'
import { RecordCard } from './RecordCard.tsx'
import { RecordHead } from './RecordHead.tsx'
import { RecordRow } from './RecordRow.tsx'
import { itemsOf, type Selection, type TableColumn } from './record-parts.ts'
import { RowSkeletons } from './RowSkeletons.tsx'
import type { Sort } from './sort-cycle.ts'
import { SortSelect } from './SortSelect.tsx'
import { orderedBy, rowHeights, type TableSettings } from './table-settings.ts'
import { useVirtualItems } from './use-virtual-items.ts'
import type { List } from './use-list.ts'
import { useRowKeys } from './use-row-keys.ts'
import classes from './RecordTable.module.css'
import { countText } from '#vocabulary/numbers.ts'

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
  /** Shown when there are no rows. */
  empty: ReactNode
}

const cardHeight = 196
const none: ReadonlySet<string> = new Set()

/**
 * Rows of a list: a dense table with a sticky header, or cards on a phone. Only visible rows are rendered; rows expand
 * to their details; scrolling to the end loads more.
 */
export function RecordTable<Row extends { id: string }>(props: Props<Row>) {
  const { list, settings, sort, selection } = props
  const scroller = useRef<HTMLDivElement>(null)
  const asCards = useNarrow()
  const own = useState<ReadonlySet<string>>(none)
  const [open, setOpen] = props.opened ? [props.opened.now, props.opened.set] : own
  const names = orderedBy(
    props.columns.map((column) => column.name),
    settings.now.order,
  )
  const columns = names
    .map((name) => props.columns.find((column) => column.name === name)!)
    .filter((column) => !settings.now.hidden.includes(column.name))
  const rowHeight = rowHeights[settings.now.density]
  // A card renders its own details.
  const items = useMemo(() => itemsOf(list.rows, asCards ? none : open), [list.rows, asCards, open])
  const ids = useMemo(() => list.rows.map((row) => row.id), [list.rows])
  const measured = useMemo(() => {
    const height = asCards ? cardHeight : rowHeight
    return items.map(({ key, kind }) => ({ key, height: kind === 'details' ? 320 : height }))
  }, [items, asCards, rowHeight])

  const { visibleItems, before, after, measure, show, checkEnd } = useVirtualItems({
    box: scroller,
    pageScrolls: asCards,
    items: measured,
    onEnd: list.more,
  })
  const toggle = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  const keys = useRowKeys({
    ids,
    show: (id) => show(items.findIndex((item) => item.key === id)),
    within: scroller,
    onOpen: toggle,
    onSelect: selection?.toggle,
    onClose: () => open.size > 0 && setOpen(none),
  })

  // Scroll once to the row that the address says is expanded.
  const isWaiting = useRef(open.size > 0)
  const openAt = open.size === 0 ? -1 : items.findIndex((item) => open.has(item.key))
  useEffect(() => {
    if (!isWaiting.current || openAt < 0) return
    isWaiting.current = false
    show(openAt)
  }, [openAt, show])

  const tableState = { open, toggle, active: keys.active, setActive: keys.setActive, selection }
  const span = columns.length + 1 + (selection ? 1 : 0)

  return (
    <div className={classes.frame} data-density={settings.now.density}>
      {asCards && <SortSelect columns={columns} sort={sort.now} onSort={sort.set} />}
      <div
        ref={scroller}
        className={classes.scroller}
        data-old={list.state === 'reloading' || undefined}
        onScroll={checkEnd}
        onWheel={(event) => event.deltaY > 0 && checkEnd()}
        onTouchMove={checkEnd}
      >
        {asCards ? (
          <ul className={classes.cards} aria-label={props.label} aria-busy={list.state !== 'ready'}>
            <li aria-hidden style={{ height: before }} />
            {visibleItems.map(({ index, key }) => {
              const item = items[index]!
              return (
                <li key={key} data-index={index} ref={measure}>
                  <RecordCard
                    row={item.row}
                    index={item.index}
                    columns={columns}
                    tableState={tableState}
                    details={props.details}
                  />
                </li>
              )
            })}
            <li aria-hidden style={{ height: after }} />
          </ul>
        ) : (
          <table
            className={classes.table}
            aria-label={props.label}
            aria-rowcount={list.total + 1}
            aria-busy={list.state !== 'ready'}
            style={{ minWidth: widthOf(columns, settings.now) + 36 + (selection ? 36 : 0) }}
          >
            <RecordHead columns={columns} settings={settings} sort={sort} selection={selection} />
            <tbody>
              <tr aria-hidden style={{ height: before }} />
              {visibleItems.map(({ index, key }) => {
                const item = items[index]!
                if (item.kind === 'row')
                  return (
                    <RecordRow
                      key={key}
                      row={item.row}
                      index={item.index}
                      columns={columns}
                      tableState={tableState}
                      height={rowHeight}
                    />
                  )
                return (
                  <tr key={key} data-index={index} ref={measure} className={classes.detailsRow}>
                    <td colSpan={span}>
                      <div className={classes.details}>{props.details(item.row)}</div>
                    </td>
                  </tr>
                )
              })}
              <tr aria-hidden style={{ height: after }} />
              {list.state === 'first' && <RowSkeletons count={12} span={span} height={rowHeight} />}
            </tbody>
          </table>
        )}
        {asCards && list.state === 'first' && <CardSkeletons />}
        {list.rows.length === 0 && list.state !== 'first' && list.state !== 'reloading' && props.empty}
      </div>
      <Foot list={list} />
    </div>
  )
}

/** Footer: how many rows are shown, and a button to load more without scrolling. */
function Foot({ list }: { list: Omit<List<{ id: string }>, 'change'> }) {
  if (list.rows.length === 0) return null
  const shown = `Showing ${countText(list.rows.length)} of ${countText(list.total)}`
  return (
    <div className={classes.foot}>
      <span role="status">{list.growing ? 'Loading more…' : shown}</span>
      {list.hasMore && (
        <Button size="compact-sm" variant="subtle" loading={list.growing} onClick={list.more}>
          Load more
        </Button>
      )}
      {list.state === 'failed' && (
        <Button size="compact-sm" variant="default" onClick={list.reload}>
          Try again
        </Button>
      )}
    </div>
  )
}

function CardSkeletons() {
  return Array.from({ length: 5 }, (_, at) => (
    <div key={at} className={classes.skeleton} style={{ height: cardHeight - 12, marginBottom: 8 }} />
  ))
}

function widthOf<Row>(columns: readonly TableColumn<Row>[], settings: TableSettings): number {
  return columns.reduce((sum, column) => sum + (settings.widths[column.name] ?? column.width), 0)
}
