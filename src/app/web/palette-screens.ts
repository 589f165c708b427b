import type { Screen } from '#kit/web/screen.ts'
import type { Role } from '#vocabulary/roles.ts'
import { allScreens } from './all-screens.ts'
import { menuOf } from './menus.ts'

/** Screens that are opened from a number, a record or a link, and have nothing to show, or no name, without it. */
const openedFromOthers: readonly string[] = [
  '/activity',
  '/clusters/$id',
  '/create-domain-record',
  '/home/answers',
  '/home/companies',
  '/home/failed-jobs',
  '/home/taken-down',
  '/static-dashboard',
]

/** Exists in demo installations only. */
const demoMailbox = '/mailbox'

/** What people also call what a screen does. */
const screenWords: Readonly<Record<string, readonly string[]>> = {
  '/bulk-data-download': ['export', 'csv', 'excel', 'report'],
  '/domain-data-download': ['export', 'csv', 'excel', 'whois'],
  '/email-reports': ['export', 'schedule', 'digest'],
  '/data-upload': ['import', 'excel'],
  '/edit-bulk-data': ['change', 'excel', 'import'],
  '/bulk-enforcement': ['notices', 'send'],
  '/enforcement': ['notices', 'takedown', 'findings'],
  '/case-files': ['evidence', 'export', 'court'],
  '/evidence-days': ['time stamp', 'verify'],
  '/logs': ['audit', 'history'],
  '/data-update-log': ['audit', 'history', 'changes'],
  '/check-duplicate': ['duplicates'],
  '/tools': ['screenshot', 'whois', 'search'],
  '/my-work': ['assigned', 'queue', 'due'],
  '/workload': ['users', 'colleagues', 'team', 'assign'],
  '/users': ['people', 'accounts', 'roles'],
  '/white-label': ['allow list'],
  '/security': ['password', 'two-factor', '2fa', 'sessions', 'devices'],
  '/sign-in-security': ['two-factor', '2fa', 'locked', 'passwords'],
  '/activity-settings': ['notifications', 'emails', 'digest', 'bell'],
  '/mynotifications': ['bell', 'inbox'],
  '/scrapper1': ['scraper'],
  '/scrapper2': ['scraper'],
  '/scrapper3': ['scraper'],
  '/scrapper4': ['scraper'],
}

/** Other words for a screen than its title. */
export const wordsOf = (path: string): readonly string[] => screenWords[path] ?? []

/** The screens that the palette offers a role: those of its menu in their order, then all others that it may open. */
export function paletteScreens(role: Role, isDemo: boolean): readonly Screen[] {
  const inMenu = menuOf[role]
  const position = ({ path }: Screen) => (inMenu.includes(path) ? inMenu.indexOf(path) : inMenu.length)
  return allScreens
    .filter(({ access }) => access !== 'anybody' && access.includes(role))
    .filter(({ path }) => !openedFromOthers.includes(path) && (isDemo || path !== demoMailbox))
    .toSorted((a, b) => position(a) - position(b))
}
