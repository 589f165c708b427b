import type { Screen } from '#kit/web/screen.ts'

export const historyScreens: readonly Screen[] = [
  {
    path: '/logs',
    title: 'Log Search',
    access: ['Admin'],
    component: () => import('./LogScreen.tsx').then(({ LogScreen }) => LogScreen),
  },
  {
    path: '/data-update-log',
    title: 'Data Logs',
    access: ['Admin'],
    component: () => import('./DataLogScreen.tsx').then(({ DataLogScreen }) => DataLogScreen),
  },
]
