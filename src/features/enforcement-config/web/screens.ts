import type { Screen } from '#kit/web/screen.ts'

export const enforcementConfigScreens: readonly Screen[] = [
  {
    path: '/enforcement-configuration',
    title: 'Enforcement Configuration',
    access: ['Admin'],
    component: () => import('./ConfigurationsScreen.tsx').then(({ ConfigurationsScreen }) => ConfigurationsScreen),
  },
]
