import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const duplicateCheckScreens: readonly Screen[] = [
  {
    path: '/check-duplicate',
    title: 'Duplicate Check',
    access: staff,
    component: () => import('./DuplicateCheckScreen.tsx').then(({ DuplicateCheckScreen }) => DuplicateCheckScreen),
  },
]
