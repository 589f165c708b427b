import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const exportScreens: readonly Screen[] = [
  {
    path: '/bulk-data-download',
    title: 'Bulk Data Download',
    access: staff,
    component: () => import('./BulkDownloadScreen.tsx').then(({ BulkDownloadScreen }) => BulkDownloadScreen),
  },
  {
    path: '/domain-data-download',
    title: 'Domain Data Download',
    access: staff,
    component: () => import('./DomainDownloadScreen.tsx').then(({ DomainDownloadScreen }) => DomainDownloadScreen),
  },
]
