import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'
import { dayTexts } from './texts.ts'

export const caseFileScreens: readonly Screen[] = [
  {
    path: '/case-files',
    title: 'Case Files',
    access: staff,
    component: () => import('./CaseFilesScreen.tsx').then(({ CaseFilesScreen }) => CaseFilesScreen),
  },
  {
    path: '/evidence-days',
    title: dayTexts.title,
    access: ['Admin'],
    component: () => import('./EvidenceDaysScreen.tsx').then(({ EvidenceDaysScreen }) => EvidenceDaysScreen),
  },
]
