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
 * Whether a dialog is closed by an Escape that was meant for another one in front of it: every open dialog hears the key,
 * the one behind first. A click can only reach the one in front.
 */
export function isEscapeOfAnother(dialog: Element | null): boolean {
  return dialog !== null && inFront !== undefined && inFront !== null && !dialog.contains(inFront)
}
