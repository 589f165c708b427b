import type { Screen } from '#kit/web/screen.ts'

export const whiteLabelScreens: readonly Screen[] = [
  {
    path: '/white-label',
    title: 'White Label',
    access: ['Admin'],
    component: () => import('./WhiteLabelScreen.tsx').then(({ WhiteLabelScreen }) => WhiteLabelScreen),
  },
]
