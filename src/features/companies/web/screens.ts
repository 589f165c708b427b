import type { Screen } from '#kit/web/screen.ts'

export const companyScreens: readonly Screen[] = [
  {
    path: '/companies',
    title: 'Companies',
    access: ['Admin'],
    component: () => import('./CompaniesScreen.tsx').then(({ CompaniesScreen }) => CompaniesScreen),
  },
]
