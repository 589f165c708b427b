import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const trademarkReportScreens: readonly Screen[] = [
  {
    path: '/report-enforcement',
    title: 'Report Enforcement',
    access: staff,
    component: () => import('./ReportScreen.tsx').then(({ ReportScreen }) => ReportScreen),
  },
]
