import type { Screen } from '#kit/web/screen.ts'

export const contactScreens: readonly Screen[] = [
  {
    path: '/shared-hosts',
    title: 'Shared Hosts',
    access: ['Admin'],
    component: () => import('./SharedHostsScreen.tsx').then(({ SharedHostsScreen }) => SharedHostsScreen),
  },
  {
    path: '/abuse-contacts',
    title: 'Abuse Contacts',
    access: ['Admin'],
    component: () => import('./AbuseContactsScreen.tsx').then(({ AbuseContactsScreen }) => AbuseContactsScreen),
  },
  {
    path: '/report-forms',
    title: 'Report Forms',
    access: ['Admin'],
    component: () => import('./ReportFormsScreen.tsx').then(({ ReportFormsScreen }) => ReportFormsScreen),
  },
]
