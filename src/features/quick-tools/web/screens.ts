import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const quickToolScreens: readonly Screen[] = [
  {
    path: '/tools',
    title: 'Quick Tools',
    access: staff,
    component: () => import('./QuickToolsScreen.tsx').then(({ QuickToolsScreen }) => QuickToolsScreen),
  },
]
