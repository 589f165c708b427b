import type { Role } from '#vocabulary/roles.ts'

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

/** The lists whose views a role does not see. */
export const hiddenLists = (role: Role): readonly string[] => (role === 'Admin' ? [] : adminLists)
