import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const escalationScreens: readonly Screen[] = [
  {
    path: '/escalations',
    title: 'Escalations',
    access: ['Admin'],
    component: () => import('./EscalationsScreen.tsx').then(({ EscalationsScreen }) => EscalationsScreen),
  },
  {
    path: '/next-steps',
    title: 'Next Steps',
    access: staff,
    component: () => import('./NextStepsScreen.tsx').then(({ NextStepsScreen }) => NextStepsScreen),
  },
]
