import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const stagingScreens: readonly Screen[] = [
  {
    path: '/staging',
    title: 'Staging',
    access: staff,
    component: () => import('./StagingScreen.tsx').then(({ StagingScreen }) => StagingScreen),
  },
  {
    path: '/review',
    title: 'Review',
    access: staff,
    component: () => import('./ReviewScreen.tsx').then(({ ReviewScreen }) => ReviewScreen),
  },
]
