import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const enforcementScreens: readonly Screen[] = [
  {
    path: '/enforcement',
    title: 'Enforcement',
    access: staff,
    component: () => import('./EnforcementScreen.tsx').then(({ EnforcementScreen }) => EnforcementScreen),
  },
  {
    path: '/bulk-enforcement',
    title: 'Bulk Enforcement',
    access: staff,
    component: () => import('./BulkEnforcementScreen.tsx').then(({ BulkEnforcementScreen }) => BulkEnforcementScreen),
  },
]
