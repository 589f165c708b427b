import { decisionKeys } from '#features/findings/web/decision-keys.ts'

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** The modifier key for K that opens the palette, as this machine calls it. */
export const commandKey = isMac ? '⌘' : 'Ctrl'

/** Keys and what they do, as the ? list shows them. */
export const keyGroups: readonly { name: string; keys: readonly (readonly [pressed: string, does: string])[] }[] = [
  {
    name: 'Everywhere',
    keys: [
      [`${commandKey} K`, 'Search screens, records and actions'],
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
      ['Enter', 'Open the finding beside the list, or the row'],
      ['E', 'Expand the row in the list'],
      ['X', 'Select the row'],
      ['A', 'Approve the selected rows'],
      ['U', 'Undo the approval'],
    ],
  },
  {
    name: 'Decisions, on the open finding or the selected rows',
    keys: [
      ...decisionKeys.map(({ key, label }) => [key.toUpperCase(), label] as const),
      ['M', 'Assign, on the open finding (staff)'],
      ['C', 'Comment'],
      ['O', 'Open the address'],
      ['Y', 'Copy the address'],
      ['U', 'Undo the last decision'],
    ],
  },
]

/** Whether a key was meant for the page and not typed into something. */
export function isForPage(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  return !target?.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="grid"]')
}
