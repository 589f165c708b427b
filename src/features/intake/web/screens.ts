import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const intakeScreens: readonly Screen[] = [
  {
    path: '/data-upload',
    title: 'Upload Data',
    access: staff,
    component: () => import('./UploadScreen.tsx').then(({ UploadScreen }) => UploadScreen),
  },
]
