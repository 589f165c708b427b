import { type QuickTool, quickTools, quickToolTitles } from '#vocabulary/quick-tools.ts'

/** Passwords of actions: bulk downloads, each quick tool, and one that opens every quick tool (G82). */
export const purposes = ['bulk-download', ...quickTools, 'master'] as const
export type Purpose = 'bulk-download' | QuickTool | 'master'

/** What a password can be given for: the master password is no action of its own. */
export type Action = Exclude<Purpose, 'master'>
export const actions = purposes.filter((one): one is Action => one !== 'master')

/** The passwords that open an action: its own, and for quick tools the master. */
export const passwordsFor = (action: Action): readonly Purpose[] =>
  action === 'bulk-download' ? [action] : [action, 'master']

export const purposeTitles: Readonly<Record<Purpose, string>> = {
  'bulk-download': 'Bulk downloads',
  ...quickToolTitles,
  master: 'Every quick tool (master password)',
}

/** Seconds a grant is valid, wrong passwords allowed in the minutes below (G82). */
export const grantSeconds = 600
export const maxWrong = 5
export const wrongMinutes = 15
