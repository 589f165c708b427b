import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { afterPaint } from './after-paint.ts'
import { keyOf } from './key-of.ts'
import type { Beside } from './record-parts.ts'

type RowKeysOptions = {
  ids: readonly string[]
  show: (id: string) => void
  within: RefObject<HTMLElement | null>
  onOpen: (id: string) => void
  /** Expands the row in the list, where Enter opens it beside the list. */
  onExpand?: ((id: string) => void) | undefined
  /** The record that is open beside the list: the keys move on from it, and the list scrolls to it. */
  at?: string | undefined
  onMove?: (id: string) => void
  /** Called at the first and the last row, where the list goes on with another page. */
  onPast?: Beside['past']
  /** Cards in a line, where the arrows also move sideways. */
  perLine?: number
  onSelect: ((id: string) => void) | undefined
  onClose: () => void
}

/**
 * Row shortcuts: j and k (or arrows on a row) move, Enter opens or expands, e expands, x selects, Esc closes; off while
 * typing.
 */
export function useRowKeys(options: RowKeysOptions) {
  const [active, setActive] = useState<string>()
  const now = useRef({ ...options, active })
  useEffect(() => {
    now.current = { ...options, active }
  })
  const { at } = options
  const isListed = at !== undefined && options.ids.includes(at)
  useEffect(() => {
    if (!isListed) return undefined
    let stop: (() => void) | undefined
    // The open record first: scrolling lays out the whole screen.
    const cancel = afterPaint(() => {
      now.current.show(at)
      stop = showWhole(now.current.within, at)
    })
    return () => {
      cancel()
      stop?.()
    }
  }, [at, isListed])
  const closed = useRef(at)
  useEffect(() => {
    // The keys go on from the record that was open, however it was opened.
    if (at === undefined && closed.current !== undefined) setActive(closed.current)
    closed.current = at
  }, [at])
  /** Until the row that a key moved to has the focus, further keys come from elsewhere, and mean that row all the same. */
  const focusing = useRef<() => void>(undefined)
  /** The row of the next page that the keys are on as soon as the page is shown. */
  const arriving = useRef<string>(undefined)
  const { ids } = options
  useEffect(() => {
    const id = arriving.current
    if (id === undefined || !ids.includes(id)) return undefined
    arriving.current = undefined
    return afterPaint(() => {
      now.current.show(id)
      focusSoon(now.current.within, id, focusing)
    })
  }, [ids])
  const turn = useEffectEvent(async (by: 1 | -1) => {
    const id = await options.onPast?.(by)
    if (id === undefined || now.current.at !== undefined) return
    arriving.current = id
    setActive(id)
    now.current.active = id
    now.current.onMove?.(id)
  })
  useEffect(() => {
    // Checked in the capture phase: a dialog without a transition is gone from the page when `press` runs, and the same
    // Esc would then also close the row below it.
    let wasBusy = false
    const cancelFocus = () => focusing.current?.()
    const recordBusy = (event: KeyboardEvent) => {
      wasBusy = isBusy(event)
    }
    const press = (event: KeyboardEvent) => {
      const { ids, perLine, show, onOpen, onExpand, onSelect, onClose, onMove, onPast } = now.current
      const from = now.current.at ?? now.current.active
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || wasBusy) return
      const isOnRow = event.target instanceof HTMLElement && event.target.dataset['row'] !== undefined
      const onRow = isOnRow || focusing.current !== undefined
      const key = keyOf(event)
      const step = stepOf(key, onRow, perLine)
      if (step !== 0 && ids.length > 0) {
        const index = from === undefined ? -1 : ids.indexOf(from)
        if (onPast && index === (step > 0 ? ids.length - 1 : 0)) {
          event.preventDefault()
          return void turn(step > 0 ? 1 : -1)
        }
        const id = ids[Math.min(ids.length - 1, Math.max(0, index + step))]!
        setActive(id)
        // The next key may come before this is rendered.
        now.current.active = id
        onMove?.(id)
        // With a record open beside the list, the list follows it.
        if (now.current.at === undefined) show(id)
        event.preventDefault()
        focusSoon(now.current.within, id, focusing)
      } else if (from !== undefined && key === 'Enter' && (onRow || event.target === document.body)) onOpen(from)
      else if (from !== undefined && key === 'e') onExpand?.(from)
      else if (from !== undefined && key === 'x') onSelect?.(from)
      else if (key === 'Escape') onClose()
    }
    window.addEventListener('keydown', recordBusy, true)
    document.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', recordBusy, true)
      document.removeEventListener('keydown', press)
      cancelFocus()
    }
  }, [])
  return { active, setActive }
}

/** Gives a row the focus once it is shown, unless somebody types by then; `cancel` is set until then. */
function focusSoon(
  within: RefObject<HTMLElement | null>,
  id: string,
  cancel: RefObject<(() => void) | undefined>,
): void {
  cancel.current?.()
  cancel.current = whenShown(within, id, (row) => {
    cancel.current = undefined
    if (!isBusyAt(document.activeElement)) row?.focus()
  })
}

/** Frames in which a row that the list scrolled to is rendered. */
const framesToRender = 20

/** Scrolls the little that a list's header and scroll bars hide of a row, once it is shown. Returns how to stop that. */
const showWhole = (within: RefObject<HTMLElement | null>, id: string): (() => void) =>
  whenShown(within, id, (row) => row?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))

/** Calls `act` with the row in the first frame in which it is rendered, or without one after a third of a second. */
function whenShown(
  within: RefObject<HTMLElement | null>,
  id: string,
  act: (row: HTMLElement | undefined) => void,
): () => void {
  let frame = 0
  const next = (left: number) => {
    frame = requestAnimationFrame(() => {
      const row = within.current?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? undefined
      if (row || left === 0) act(row)
      else next(left - 1)
    })
  }
  next(framesToRender)
  return () => cancelAnimationFrame(frame)
}

function stepOf(key: string, onRow: boolean, perLine: number | undefined): number {
  const isSideways = onRow && perLine !== undefined
  if (key === 'j' || (isSideways && key === 'ArrowRight')) return 1
  if (key === 'k' || (isSideways && key === 'ArrowLeft')) return -1
  if (onRow && key === 'ArrowDown') return perLine ?? 1
  if (onRow && key === 'ArrowUp') return -(perLine ?? 1)
  return 0
}

const busy = new WeakMap<KeyboardEvent, boolean>()

/** `isBusyAt` as it was when a key was pressed: several listeners ask, and each time the whole page would be searched. */
export function isBusy(event: KeyboardEvent): boolean {
  const known = busy.get(event)
  if (known !== undefined) return known
  const found = isBusyAt(event.target)
  busy.set(event, found)
  return found
}

/** Whether somebody is typing, or a dialog or menu is open. Closed option lists stay in the page and are ignored. */
function isBusyAt(target: EventTarget | null): boolean {
  if (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]')
  )
    return true
  return document.querySelector('[role=dialog], [role=menu]') !== null
}
