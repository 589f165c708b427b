import type { KeyboardEvent } from 'react'

/** The keys of a field for a message: Ctrl+Enter or ⌘+Enter sends it, Esc leaves the field to the keys of the screen. */
export const messageKeys =
  (send: () => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
    else if (event.key === 'Escape') event.currentTarget.blur()
  }
