import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const workScreens: readonly Screen[] = [
  {
    path: '/my-work',
    title: 'My Work',
    access: staff,
    component: () => import('./MyWorkScreen.tsx').then(({ MyWorkScreen }) => MyWorkScreen),
  },
  {
    path: '/workload',
    title: 'Workload',
    access: staff,
    component: () => import('./WorkloadScreen.tsx').then(({ WorkloadScreen }) => WorkloadScreen),
  },
]
