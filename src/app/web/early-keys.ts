/** What was typed since `collectKeys`; undefined while nothing is collected. */
let collected: string | undefined

/**
 * From Ctrl+K until the palette has the focus (its code may still be loading), what a person types is for the palette.
 * Without this the letters would decide on the open finding.
 */
export function collectKeys(): void {
  if (collected !== undefined) return
  collected = ''
  window.addEventListener('keydown', collect, true)
  window.addEventListener('pointerdown', stop, true)
}

/** What was typed meanwhile; from now on keys go where the focus is. */
export function takeCollectedKeys(): string {
  const typed = collected ?? ''
  stop()
  return typed
}

function stop(): void {
  collected = undefined
  window.removeEventListener('keydown', collect, true)
  window.removeEventListener('pointerdown', stop, true)
}

function collect(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  // The palette, or another dialog, has the focus already.
  if ((event.target as HTMLElement | null)?.closest?.('[role="dialog"]') || event.key === 'Escape') return stop()
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.key.length === 1) collected += event.key
  else if (event.key === 'Backspace') collected = collected?.slice(0, -1)
}
