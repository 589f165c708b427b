import { type RefObject, useRef } from 'react'

/** The dialog in front when Escape was pressed, while that event is being handled; null: none was open. */
let inFront: Element | null | undefined

if (typeof window !== 'undefined')
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape') return
      inFront = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? null
      setTimeout(() => (inFront = undefined))
    },
    { capture: true },
  )

/**
 * For a dialog that others open above: its `ref` and `onClose`, which does nothing for an Escape that was meant for one
 * in front. Every open dialog hears the key, the one behind first; a click can only reach the one in front.
 */
export function useCloseInFront(close: () => void): { ref: RefObject<HTMLDivElement | null>; onClose: () => void } {
  const ref = useRef<HTMLDivElement>(null)
  return {
    ref,
    onClose: () => {
      if (!inFront || !ref.current || ref.current.contains(inFront)) close()
    },
  }
}
