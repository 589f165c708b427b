import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const domainSearchScreens: readonly Screen[] = [
  {
    path: '/searched-domains',
    title: 'Searched Domains',
    access: staff,
    component: () => import('./SearchedDomainsScreen.tsx').then(({ SearchedDomainsScreen }) => SearchedDomainsScreen),
  },
  {
    path: '/domain-search',
    title: 'Schedule Domain Search',
    access: ['Admin'],
    component: () => import('./ScheduleScreen.tsx').then(({ ScheduleScreen }) => ScheduleScreen),
  },
]
