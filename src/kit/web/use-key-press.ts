import { useEffect, useEffectEvent } from 'react'

/** Calls `press` with every key that is pressed without a modifier while nobody types and no dialog or menu is open. */
export function useKeyPress(press: (event: KeyboardEvent) => void): void {
  const onPress = useEffectEvent(press)
  useEffect(() => {
    // Checked in the capture phase: a dialog without a transition is gone from the page when the key arrives here, and
    // the same Esc would then also close or clear what is below it.
    let wasBusy = false
    const recordBusy = (event: KeyboardEvent) => {
      wasBusy = isBusy(event)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || wasBusy) return
      onPress(event)
    }
    window.addEventListener('keydown', recordBusy, true)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', recordBusy, true)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

const busy = new WeakMap<KeyboardEvent, boolean>()

/** `isBusyAt` as it was when a key was pressed: several listeners ask, and each time the whole page would be searched. */
function isBusy(event: KeyboardEvent): boolean {
  const known = busy.get(event)
  if (known !== undefined) return known
  const found = isBusyAt(event.target)
  busy.set(event, found)
  return found
}

/** Whether somebody is typing, or a dialog or menu is open. Closed option lists stay in the page and are ignored. */
export function isBusyAt(target: EventTarget | null): boolean {
  if (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]')
  )
    return true
  return document.querySelector('[role=dialog], [role=menu]') !== null
}
