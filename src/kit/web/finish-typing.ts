import { flushSync } from 'react-dom'

/** Leaves the field that has the focus, as a click elsewhere does: the open cell of a sheet is then taken over. */
export function finishTyping(): void {
  const field = document.activeElement
  if (field instanceof HTMLElement) flushSync(() => field.blur())
}
