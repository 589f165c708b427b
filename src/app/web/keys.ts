import { decisionKeys } from '#features/findings/web/decision-keys.ts'
import { findingPlatforms } from '#vocabulary/platform-names.ts'
import { type Role, staff } from '#vocabulary/roles.ts'
import { decisionSources } from '#vocabulary/status-moves.ts'
import { approved, type StatusCode } from '#vocabulary/statuses.ts'

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** The modifier key for K that opens the palette, as this machine calls it. */
export const commandKey = isMac ? '⌘' : 'Ctrl'

/** A key and what it does; `may` says whether a role has it, all without it. */
type Key = readonly [pressed: string, does: string, may?: (role: Role) => boolean]

const mayDecide = (status: StatusCode) => (role: Role) =>
  findingPlatforms.some((platform) => decisionSources(role, platform, status).length > 0)

const isStaff = (role: Role) => (staff as readonly Role[]).includes(role)

/** The keys that a role has and what they do, as the ? list shows them. */
export const keyGroupsFor = (role: Role): readonly { name: string; keys: readonly Key[] }[] =>
  keyGroups.map(({ name, keys }) => ({ name, keys: keys.filter(([, , may]) => may?.(role) ?? true) }))

const keyGroups: readonly { name: string; keys: readonly Key[] }[] = [
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
      ['A', 'Approve the selected rows', mayDecide(approved)],
      ['U', 'Undo the approval', mayDecide(approved)],
    ],
  },
  {
    name: 'Decisions, on the open finding or the selected rows',
    keys: [
      ...decisionKeys.map(({ key, label, status }): Key => [key.toUpperCase(), label, mayDecide(status)]),
      ['M', 'Assign, on the open finding', isStaff],
      ['T', 'Add enforcement, on the open finding', isStaff],
      ['D', 'Edit its data, on the open finding', isStaff],
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
