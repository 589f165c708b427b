import type { Screen } from '#kit/web/screen.ts'

/** Screens of trademark-clearinghouse marks: the dashboard of a Client, and the management by an Admin. */
export const trademarkScreens: readonly Screen[] = [
  {
    path: '/tmch-dashboard',
    title: 'TMCH',
    access: ['Client'],
    needs: 'tmch',
    component: () => import('./MarksDashboardScreen.tsx').then(({ MarksDashboardScreen }) => MarksDashboardScreen),
  },
  {
    path: '/tmch',
    title: 'TMCH',
    access: ['Admin'],
    component: () => import('./MarksScreen.tsx').then(({ MarksScreen }) => MarksScreen),
  },
]
