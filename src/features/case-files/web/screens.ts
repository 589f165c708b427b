import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'
import { titles } from './titles.ts'

export const caseFileScreens: readonly Screen[] = [
  {
    path: '/case-files',
    title: titles.caseFiles,
    access: staff,
    component: () => import('./CaseFilesScreen.tsx').then(({ CaseFilesScreen }) => CaseFilesScreen),
  },
  {
    path: '/evidence-days',
    title: titles.days,
    access: ['Admin'],
    component: () => import('./EvidenceDaysScreen.tsx').then(({ EvidenceDaysScreen }) => EvidenceDaysScreen),
  },
]
