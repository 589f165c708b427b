import type { Screen } from '#kit/web/screen.ts'
import { admins, staffOnly } from './audiences.ts'

/** Screens that belong to the frame itself, not to a feature. */
export const ownScreens: readonly Screen[] = [
  {
    path: '/create-domain-record',
    title: 'Create Domain Record',
    access: staffOnly,
    component: () => import('./CreateDomainRecord.tsx').then(({ CreateDomainRecord }) => CreateDomainRecord),
  },
  {
    path: '/static-dashboard',
    title: 'Dashboard',
    access: admins,
    component: () => import('./StaticDashboard.tsx').then(({ StaticDashboard }) => StaticDashboard),
  },
]
