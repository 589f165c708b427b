import { Button, Group, Select, Text } from '@mantine/core'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { FieldRow } from './FieldRow.tsx'
import { useNarrow } from './narrow.ts'
import { Pager } from './Pager.tsx'
import { PartBoundary } from './PartBoundary.tsx'
import { pageSizes } from './page-view.ts'
import { MasterCards } from './MasterCards.tsx'
import { RecordHead } from './RecordHead.tsx'
import { RecordRow } from './RecordRow.tsx'
import { type Beside, besideKeys, itemsOf, type Selection, type TableColumn, toolWidthOf } from './record-parts.ts'
import { RowSkeletons } from './RowSkeletons.tsx'
import { SearchBox } from './SearchBox.tsx'
import { rowHeights, shownColumns, type TableSettings, useTableSettings } from './table-settings.ts'
import { TableSettingsMenu } from './TableSettingsMenu.tsx'
import { useColumnWidths } from './use-column-widths.ts'
import type { Pages } from './use-pages.ts'
import { useRowKeys } from './use-row-keys.ts'
import records from './RecordTable.module.css'
import classes from './MasterTable.module.css'
import { countText } from '#vocabulary/numbers.ts'

type Props<Row extends { id: string }> = {
  /** Plural name of the rows, as in 'Search companies' and 'No companies yet': Companies. */
  label: string
  pages: Pages<Row>
  columns: readonly TableColumn<Row>[]
  /** Content of an expanded row; without it rows do not expand. */
  details?: (row: Row) => ReactNode
  /** Content of the last column; RowActions has edit and delete. */
  actions?: (row: Row) => ReactNode
  /** Width of the actions column in pixels; by default room for two buttons. */
  actionsWidth?: number
  /** Makes rows selectable, also with the x key. */
  selection?: Selection
  /** Opens rows beside the list; Enter then does, and e expands. */
  beside?: Beside
  /** A list that cannot be searched has no search box. */
  hasSearch?: boolean
  /** Shown when there are no rows and no search or filter is active. */
  empty?: ReactNode
  /** Filters, rendered next to the search box. */
  children?: ReactNode
}

/** Stays in view where the table is wider than the screen. */
const actionsColumn = { name: 'actions', label: 'Action', width: 88, pinned: true }

/** A list of master data: search, sortable columns, expandable rows (cards on a phone), page numbers, count. */
export function MasterTable<Row extends { id: string }>(props: Props<Row>) {
  const { label, pages, details, actions, hasSearch = true } = props
  const { view, change, rows, state } = pages
  const hasTools = hasSearch || Boolean(props.children)
  const scroller = useRef<HTMLDivElement>(null)
  const asCards = useNarrow()
  const tableState = useTableState(scroller, props)
  const [now, set] = useTableSettings(pages.table)
  const columns = useMemo(() => shownColumns(props.columns, now), [props.columns, now])
  return (
    <section className={classes.list} aria-label={label} data-beside={props.beside?.id !== undefined || undefined}>
      {hasTools ? (
        <FieldRow className={classes.tools}>
          {hasSearch ? (
            <SearchBox
              label={`Search ${label.toLowerCase()}`}
              hasButton
              text={view.search}
              onText={(search) => search !== view.search && change({ search })}
            />
          ) : null}
          {props.children}
        </FieldRow>
      ) : null}
      <div
        ref={scroller}
        className={`${records.scroller} ${classes.scroller}`}
        data-old={isOld(state)}
        data-density={now.density}
        {...(asCards && !hasTools ? { style: { paddingTop: 12 } } : {})}
      >
        <PartBoundary>
          {asCards ? (
            <MasterCards
              label={label}
              pages={pages}
              columns={columns}
              tableState={tableState}
              before={rowsBefore(pages)}
              details={details}
              actions={actions}
            />
          ) : (
            <Table {...props} columns={columns} tableState={tableState} settings={{ now, set }} scroller={scroller} />
          )}
        </PartBoundary>
        {rows.length === 0 && state !== 'first' && <InsteadOfRows label={label} pages={pages} empty={props.empty} />}
      </div>
      <Foot pages={pages} before={rowsBefore(pages)}>
        {asCards ? null : <TableSettingsMenu columns={props.columns} settings={{ now, set }} />}
      </Foot>
    </section>
  )
}

/** How many rows the pages before this one have. */
const rowsBefore = ({ view }: Pages<{ id: string }>) => (view.page - 1) * view.size

/** The expanded rows, the selection and the row shortcuts. */
function useTableState<Row extends { id: string }>(scroller: RefObject<HTMLElement | null>, props: Props<Row>) {
  const { pages, details, selection, beside } = props
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => {
    if (!details) return
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  /** A row that neither opens beside the list nor expands leads to where its link does. */
  const follow = (id: string) => scroller.current?.querySelector<HTMLElement>(`[data-row="${id}"] a[href]`)?.click()
  const { active, setActive } = useRowKeys({
    ids: pages.rows.map((row) => row.id),
    show: (id) => scroller.current?.querySelector(`[data-row="${id}"]`)?.scrollIntoView({ block: 'nearest' }),
    within: scroller,
    onOpen: beside?.open ?? (details ? toggle : follow),
    onExpand: beside && toggle,
    ...besideKeys(beside),
    onSelect: selection?.toggle,
    onClose: () => {
      if (beside?.id !== undefined) beside.close()
      else setOpen(new Set())
    },
  })
  return { open, toggle, active, setActive, selection, beside, hasDetails: details !== undefined }
}

type TableProps<Row extends { id: string }> = Props<Row> & {
  tableState: ReturnType<typeof useTableState<Row>>
  settings: { now: TableSettings; set: (settings: TableSettings) => void }
  scroller: RefObject<HTMLElement | null>
}

function Table<Row extends { id: string }>(props: TableProps<Row>) {
  const { label, pages, details, actions, tableState, settings } = props
  const { view, change, rows, state } = pages
  const { selection, open, hasDetails } = tableState
  const rowHeight = rowHeights[settings.now.density]
  const columns: readonly TableColumn<Row>[] = actions
    ? [...props.columns, { ...actionsColumn, width: props.actionsWidth ?? actionsColumn.width, cell: actions }]
    : props.columns
  const span = columns.length + (details ? 1 : 0) + (selection ? 1 : 0)
  const toolWidth = details ? toolWidthOf(tableState.beside) : 0
  const { minWidth, contentWidths } = useColumnWidths(props.scroller, {
    columns,
    settings: settings.now,
    toolWidth: toolWidth + (selection ? 36 : 0),
    rows,
  })
  return (
    <table
      className={records.table}
      aria-label={label}
      aria-rowcount={pages.total + 1}
      aria-busy={state !== 'ready'}
      style={{ minWidth }}
    >
      <RecordHead
        columns={columns}
        settings={settings}
        sort={{ now: view.sort, set: (sort) => change({ sort }) }}
        selection={selection}
        hasDetails={hasDetails}
        toolWidth={toolWidth}
        contentWidths={contentWidths}
      />
      <tbody>
        {itemsOf(rows, open).map(({ key, kind, row, index }) =>
          kind === 'row' ? (
            <RecordRow
              key={key}
              row={row}
              index={rowsBefore(pages) + index}
              columns={columns}
              tableState={tableState}
              height={rowHeight}
            />
          ) : (
            <tr key={key} className={records.detailsRow}>
              <td colSpan={span}>
                <div className={records.details}>
                  <PartBoundary>{details?.(row)}</PartBoundary>
                </div>
              </td>
            </tr>
          ),
        )}
        {state === 'first' && <RowSkeletons count={Math.min(view.size, 12)} span={span} height={rowHeight} />}
      </tbody>
    </table>
  )
}

function InsteadOfRows({ label, pages, empty }: { label: string; pages: Pages<{ id: string }>; empty: ReactNode }) {
  const { state, isFiltered, error, reload, clear } = pages
  if (state === 'failed') return <ErrorState error={error} retry={reload} />
  if (state === 'reloading') return null
  if (isFiltered)
    return (
      <EmptyState title="Nothing found" hint={`No ${label.toLowerCase()} match your search.`}>
        <Button size="xs" variant="default" onClick={clear}>
          Clear search and filters
        </Button>
      </EmptyState>
    )
  return empty ?? <EmptyState title={`No ${label.toLowerCase()} yet`} />
}

type FootProps = { pages: Pages<{ id: string }>; before: number; children: ReactNode }

/** Footer: range of the rows shown, the table's settings, and page size and numbers unless there is nothing to page. */
function Foot({ pages, before, children }: FootProps) {
  const { view, change, rows, total, state } = pages
  const isEmpty = total === 0 && state !== 'first'
  const shown = `${countText(before + 1)}–${countText(before + rows.length)} of ${countText(total)}`
  return (
    <Group justify="space-between" gap="xs" className={classes.foot}>
      <Text size="sm" c="dimmed" role="status" data-testid="record-count">
        {rows.length > 0 ? shown : state === 'ready' ? '0 records' : ' '}
      </Text>
      {state === 'failed' && rows.length > 0 ? (
        <Button size="compact-sm" variant="default" onClick={pages.reload}>
          Try again
        </Button>
      ) : null}
      <Group gap="sm">
        {children}
        {isEmpty ? null : (
          <>
            <Select
              size="xs"
              w={76}
              aria-label="Records per page"
              data={pageSizes.map(String)}
              value={String(view.size)}
              onChange={(size) => size && change({ size: Number(size) })}
            />
            <Pager page={view.page} pages={pages.count} go={(page) => change({ page })} />
          </>
        )}
      </Group>
    </Group>
  )
}

const isOld = (state: Pages<{ id: string }>['state']) => state === 'reloading' || undefined
