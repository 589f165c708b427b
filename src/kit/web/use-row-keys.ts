import { useEffect, useRef, useState, type RefObject } from 'react'

type Keys = {
  ids: readonly string[]
  show: (id: string) => void
  within: RefObject<HTMLElement | null>
  onOpen: (id: string) => void
  onSelect: ((id: string) => void) | undefined
  onClose: () => void
}

/** j and k (or arrows on a row) move, Enter opens, x selects, Esc closes what is open; never while somebody types. */
export function useRowKeys(of: Keys) {
  const [active, setActive] = useState<string>()
  const now = useRef({ ...of, active })
  useEffect(() => {
    now.current = { ...of, active }
  })
  useEffect(() => {
    // Asked before anybody hears of the key: a dialog that closes without moving is gone from the page when we do, and
    // the same Esc would close the row beneath it.
    let wasBusy = false
    const look = (event: KeyboardEvent) => {
      wasBusy = isBusy(event.target)
    }
    const press = (event: KeyboardEvent) => {
      const { ids, show, within, onOpen, onSelect, onClose, active: at } = now.current
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || wasBusy) return
      const onRow = event.target instanceof HTMLElement && event.target.dataset['row'] !== undefined
      const step = stepOf(event.key, onRow)
      if (step !== 0 && ids.length > 0) {
        const from = at === undefined ? -1 : ids.indexOf(at)
        const id = ids[Math.min(ids.length - 1, Math.max(0, from + step))]!
        setActive(id)
        show(id)
        event.preventDefault()
        requestAnimationFrame(() => within.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus())
      } else if (at !== undefined && event.key === 'Enter' && (onRow || event.target === document.body)) onOpen(at)
      else if (at !== undefined && event.key === 'x') onSelect?.(at)
      else if (event.key === 'Escape') onClose()
    }
    window.addEventListener('keydown', look, true)
    document.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', look, true)
      document.removeEventListener('keydown', press)
    }
  }, [])
  return { active, setActive }
}

function stepOf(key: string, onRow: boolean): -1 | 0 | 1 {
  if (key === 'j' || (onRow && key === 'ArrowDown')) return 1
  if (key === 'k' || (onRow && key === 'ArrowUp')) return -1
  return 0
}

/** Somebody types, or a dialog or menu is in front. Closed lists of options stay in the page and do not count. */
export function isBusy(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]')) return true
  return document.querySelector('[role=dialog], [role=menu]') !== null
}
