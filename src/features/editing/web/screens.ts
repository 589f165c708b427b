import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

/** The Edit Data screen. */
export const editingScreens: readonly Screen[] = [
  {
    path: '/edit-bulk-data',
    title: 'Edit Data',
    access: staff,
    component: () => import('./EditScreen.tsx').then(({ EditScreen }) => EditScreen),
  },
]
