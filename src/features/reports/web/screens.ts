import type { Screen } from '#kit/web/screen.ts'

export const reportScreens: readonly Screen[] = [
  {
    path: '/email-reports',
    title: 'Email Reports',
    access: ['Client'],
    component: () => import('./ReportsScreen.tsx').then(({ ReportsScreen }) => ReportsScreen),
  },
  {
    path: '/stop-report',
    title: 'Stop this report',
    access: 'anybody',
    component: () => import('./StopReportScreen.tsx').then(({ StopReportScreen }) => StopReportScreen),
  },
]
