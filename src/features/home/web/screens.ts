import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const homeScreens: readonly Screen[] = [
  {
    path: '/home/taken-down',
    title: 'Taken down',
    access: ['Client'],
    component: () => import('./FindingListScreens.tsx').then(({ TakenDownScreen }) => TakenDownScreen),
  },
  {
    path: '/home/answers',
    title: 'Answers',
    access: staff,
    component: () => import('./FindingListScreens.tsx').then(({ AnswersScreen }) => AnswersScreen),
  },
  {
    path: '/home/companies',
    title: 'Companies to check',
    access: ['Admin'],
    component: () => import('./AdminListScreens.tsx').then(({ CompanyListScreen }) => CompanyListScreen),
  },
  {
    path: '/home/failed-jobs',
    title: 'Failed jobs',
    access: ['Admin'],
    component: () => import('./AdminListScreens.tsx').then(({ FailedJobsScreen }) => FailedJobsScreen),
  },
]
