const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** The modifier key for K that opens the palette, as this machine calls it. */
export const commandKey = isMac ? '⌘' : 'Ctrl'

/** Keys and what they do, as the ? list shows them. */
export const keyGroups: readonly { name: string; keys: readonly (readonly [pressed: string, does: string])[] }[] = [
  {
    name: 'Everywhere',
    keys: [
      [`${commandKey} K`, 'Go to a screen or brand'],
      ['?', 'Show this list'],
      ['Esc', 'Close the open dialog or menu'],
    ],
  },
  {
    name: 'Lists',
    keys: [
      ['/', 'Go to the filters'],
      ['J', 'Next row'],
      ['K', 'Previous row'],
      ['Enter', 'Open or close the row'],
      ['X', 'Select the row'],
      ['A', 'Approve the selected rows'],
      ['U', 'Undo the approval'],
    ],
  },
]

/** Whether a key was meant for the page and not typed into something. */
export function isForPage(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  return !target?.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="grid"]')
}
