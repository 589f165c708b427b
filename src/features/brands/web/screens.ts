import type { Screen } from '#kit/web/screen.ts'

export const brandScreens: readonly Screen[] = [
  {
    path: '/brands',
    title: 'Brands',
    access: ['Admin'],
    component: () => import('./BrandsScreen.tsx').then(({ BrandsScreen }) => BrandsScreen),
  },
]
