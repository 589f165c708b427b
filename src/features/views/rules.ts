import { platforms } from '#platforms/all.ts'
import type { Role } from '#vocabulary/roles.ts'

/** How many views one person may save of one list, and how many it may pin in all. */
export const maxViewsPerList = 50
export const maxPins = 20

/** The names under which views of Enforcement are saved; those of a dashboard have the name of its module. */
export const enforcementViews = (platform: string): string => `enforcement-${platform}`

/** Other screens with views of their list, which have the name of the screen's path. */
export const listScreens = [
  'my-work',
  'clusters',
  'enforcement-proposals',
  'next-steps',
  'client-requests',
  'searched-domains',
  'case-files',
  'logs',
  'data-update-log',
  'users',
  'companies',
  'brands',
] as const

/** Lists of screens that only an Admin opens: nobody else sees the views that an Admin shares. */
const adminLists: readonly string[] = ['logs', 'data-update-log', 'users', 'companies', 'brands']

/** Dashboards, which every role has. */
const dashboardLists: readonly string[] = [...platforms.map(({ module }) => module), 'trap-purchase']

/** The lists whose views a role saves and sees: those of the screens that it opens. */
export function listsOf(role: Role): readonly string[] {
  if (role === 'Client') return [...dashboardLists, 'clusters']
  const screens = role === 'Admin' ? listScreens : listScreens.filter((list) => !adminLists.includes(list))
  return [...dashboardLists, ...platforms.map(({ value }) => enforcementViews(value)), ...screens]
}
