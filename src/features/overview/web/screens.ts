import type { Screen } from '#kit/web/screen.ts'

export const overviewScreens: readonly Screen[] = [
  {
    path: '/analyst-dashboard',
    title: 'Analyst Dashboard',
    access: ['Admin'],
    component: () =>
      import('./AnalystDashboardScreen.tsx').then(({ AnalystDashboardScreen }) => AnalystDashboardScreen),
  },
]
