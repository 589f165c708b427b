import { useEffect, useState } from 'react'

/**
 * Gives the keyboard back to the element that had it when the component was first rendered, once the component is gone;
 * after an entry of a menu to the button of the menu. Mantine's dialogs do so only while they stay rendered.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => openerOf(document.activeElement))
  useEffect(
    () => () => {
      // Whoever took the keyboard meanwhile keeps it.
      if (document.activeElement === document.body) before?.focus({ preventScroll: true })
    },
    [before],
  )
}

function openerOf(focused: Element | null): HTMLElement | undefined {
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement ? opener : undefined
}
