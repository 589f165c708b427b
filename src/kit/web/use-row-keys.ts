import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { afterPaint } from './after-paint.ts'
import { keyOf } from './key-of.ts'
import type { Beside } from './record-parts.ts'
import { focusSoon, showWhole } from './row-focus.ts'
import { useKeyPress } from './use-key-press.ts'

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
  useScrollToOpen(options)
  const closed = useRef(at)
  useEffect(() => {
    // The keys go on from the record that was open, however it was opened.
    if (at === undefined && closed.current !== undefined) setActive(closed.current)
    closed.current = at
  }, [at])
  /** Until the row that a key moved to has the focus, further keys come from elsewhere, and mean that row all the same. */
  const focusing = useRef<() => void>(undefined)
  const turn = useTurning({ ids: options.ids, nowRef: now, focusingRef: focusing, setActive })
  useEffect(() => () => focusing.current?.(), [])
  useKeyPress((event) => {
    const { ids, perLine, show, onOpen, onExpand, onSelect, onClose, onMove, onPast } = now.current
    const from = now.current.at ?? now.current.active
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
    } else if (from !== undefined && key === 'Enter' && (onRow || event.target === document.body)) {
      // The button that has the focus until the row gets it is not pressed.
      if (!isOnRow) event.preventDefault()
      onOpen(from)
    } else if (from !== undefined && key === 'e') onExpand?.(from)
    else if (from !== undefined && key === 'x') onSelect?.(from)
    else if (key === 'Escape') onClose()
  })
  return { active, setActive }
}

type Turning = {
  ids: readonly string[]
  nowRef: RefObject<RowKeysOptions & { active: string | undefined }>
  focusingRef: RefObject<(() => void) | undefined>
  setActive: (id: string) => void
}

/** Returns what goes on to the page before or after: the keys are on its row at once, the focus when it is shown. */
function useTurning({ ids, nowRef, focusingRef, setActive }: Turning): (by: 1 | -1) => Promise<void> {
  const arriving = useRef<string>(undefined)
  useEffect(() => {
    const id = arriving.current
    if (id === undefined || !ids.includes(id)) return undefined
    arriving.current = undefined
    return afterPaint(() => {
      nowRef.current.show(id)
      focusSoon(nowRef.current.within, id, focusingRef)
    })
  }, [ids, nowRef, focusingRef])
  return async (by) => {
    const id = await nowRef.current.onPast?.(by)
    if (id === undefined || nowRef.current.at !== undefined) return
    arriving.current = id
    setActive(id)
    nowRef.current.active = id
    nowRef.current.onMove?.(id)
  }
}

/** Scrolls the list to the record that is open beside it. */
function useScrollToOpen({ ids, at, show, within }: Pick<RowKeysOptions, 'ids' | 'at' | 'show' | 'within'>): void {
  const onShow = useEffectEvent(show)
  const isListed = at !== undefined && ids.includes(at)
  useEffect(() => {
    if (!isListed) return undefined
    let stop: (() => void) | undefined
    // The open record first: scrolling lays out the whole screen.
    const cancel = afterPaint(() => {
      onShow(at)
      stop = showWhole(within, at)
    })
    return () => {
      cancel()
      stop?.()
    }
  }, [at, isListed, within])
}

function stepOf(key: string, onRow: boolean, perLine: number | undefined): number {
  const isSideways = onRow && perLine !== undefined
  if (key === 'j' || (isSideways && key === 'ArrowRight')) return 1
  if (key === 'k' || (isSideways && key === 'ArrowLeft')) return -1
  if (onRow && key === 'ArrowDown') return perLine ?? 1
  if (onRow && key === 'ArrowUp') return -(perLine ?? 1)
  return 0
}
