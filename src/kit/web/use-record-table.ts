import { useCallbackRef } from '@mantine/hooks'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { useNarrow } from './narrow.ts'
import { type Beside, besideKeys, itemsOf, type Selection, type TableColumn } from './record-parts.ts'
import { rowHeights, shownColumns, type TableSettings } from './table-settings.ts'
import type { List } from './use-list.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useVirtualItems } from './use-virtual-items.ts'

/** Height of a card in pixels, until it is measured. */
export const cardHeight = 196
const detailsHeight = 320
/** Height of the line below a table. */
const footHeight = 36
const none: ReadonlySet<string> = new Set()

type Options<Row extends { id: string }> = {
  list: List<Row>
  columns: readonly TableColumn<Row>[]
  settings: TableSettings
  selection: Selection | undefined
  opened: { now: ReadonlySet<string>; set: (open: ReadonlySet<string>) => void } | undefined
  beside?: Beside | undefined
}

/** The state of a table of records: its visible columns, the rendered items, expanded rows and the row shortcuts. */
export function useRecordTable<Row extends { id: string }>(options: Options<Row>) {
  const { list, settings, selection, beside } = options
  const scroller = useRef<HTMLDivElement>(null)
  const asCards = useNarrow()
  const own = useState<ReadonlySet<string>>(none)
  const [open, setOpen] = options.opened ? [options.opened.now, options.opened.set] : own
  const rowHeight = rowHeights[settings.density]
  // A card renders its own details.
  const items = useMemo(() => itemsOf(list.rows, asCards ? none : open), [list.rows, asCards, open])
  const ids = useMemo(() => list.rows.map((row) => row.id), [list.rows])
  const measured = useMemo(() => {
    const height = asCards ? cardHeight : rowHeight
    return items.map(({ key, kind }) => ({ key, height: kind === 'details' ? detailsHeight : height }))
  }, [items, asCards, rowHeight])

  useFilledBox(scroller, { ...list, isOn: !asCards && list.state === 'ready' && !list.error })
  const view = useVirtualItems({ box: scroller, pageScrolls: asCards, items: measured, onEnd: list.more })
  // The rows are rendered again only when what they show changes, so what their controls call stays the same function.
  const toggle = useCallbackRef((id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  })
  const select = useCallbackRef<Selection['toggle']>((id, span) => selection?.toggle(id, span))
  const openBeside = useCallbackRef((id: string) => beside?.open(id))
  const onActive = useCallbackRef((id: string) => beside?.onActive?.(id))
  const keys = useRowKeys({
    ids,
    show: (id) => view.show(items.findIndex((item) => item.key === id)),
    within: scroller,
    onOpen: beside?.open ?? toggle,
    onExpand: beside ? toggle : undefined,
    ...besideKeys(beside),
    onSelect: selection?.toggle,
    onClose: () => {
      if (beside?.id !== undefined) beside.close()
      else if (open.size > 0) setOpen(none)
    },
  })
  const openAt = open.size === 0 ? -1 : items.findIndex((item) => open.has(item.key))
  useShowOnce(open.size > 0, openAt, view.show)
  const { order, hidden } = settings
  const columns = useMemo(() => shownColumns(options.columns, { order, hidden }), [options.columns, order, hidden])
  return {
    scroller,
    asCards,
    columns,
    items,
    view,
    rowHeight,
    tableState: {
      open,
      toggle,
      active: keys.active,
      setActive: keys.setActive,
      selection: selection && { ...selection, toggle: select },
      beside: beside && { ...beside, open: openBeside, onActive },
    },
  }
}
/** What `useRecordTable` returns. */
export type RecordTableState<Row extends { id: string }> = ReturnType<typeof useRecordTable<Row>>

/** Scrolls once to the row that the address says is expanded, as soon as it is loaded. */
function useShowOnce(isWanted: boolean, index: number, show: (index: number) => void): void {
  const isWaiting = useRef(isWanted)
  useEffect(() => {
    if (!isWaiting.current || index < 0) return
    isWaiting.current = false
    show(index)
  }, [index, show])
}

/**
 * Loads more as scrolling would (G12) while the loaded rows leave room for others: ten rows fill half of a large
 * screen, and there is nothing to scroll yet.
 */
function useFilledBox(
  box: RefObject<HTMLElement | null>,
  list: Pick<List<{ id: string }>, 'rows' | 'hasMore' | 'growing' | 'more'> & { isOn: boolean },
): void {
  const { isOn, hasMore, growing } = list
  const count = list.rows.length
  const more = useEffectEvent(list.more)
  useEffect(() => {
    if (!isOn || !hasMore || growing) return undefined
    // The layout is known then; here it would be computed once more, for each of the first renderings.
    return afterPaint(() => {
      const room = box.current?.parentElement?.clientHeight ?? 0
      const filled = (box.current?.scrollHeight ?? 0) + footHeight
      if (filled < room) more()
    })
  }, [box, isOn, hasMore, growing, count])
}
