import type { KeyboardEvent } from 'react'

/**
 * Handler of a dropdown's button: Esc closes the dropdown also before the focus is in it, which comes a moment after
 * it is shown.
 */
export const closeByEscape =
  (isOpen: boolean, close: () => void) =>
  (event: KeyboardEvent): void => {
    if (isOpen && event.key === 'Escape') close()
  }
