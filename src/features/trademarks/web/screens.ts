import type { Screen } from '#kit/web/screen.ts'

/** Marks of the trademark clearinghouse: what a Client sees of its own, and what an Admin keeps. */
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
