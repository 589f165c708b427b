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

/** The screens that the palette offers a role: those of its menu in their order, then all others that it may open. */
export function paletteScreens(role: Role, isDemo: boolean): readonly Screen[] {
  const inMenu = menuOf[role]
  const position = ({ path }: Screen) => (inMenu.includes(path) ? inMenu.indexOf(path) : inMenu.length)
  return allScreens
    .filter(({ access }) => access !== 'anybody' && access.includes(role))
    .filter(({ path }) => !openedFromOthers.includes(path) && (isDemo || path !== demoMailbox))
    .toSorted((a, b) => position(a) - position(b))
}
