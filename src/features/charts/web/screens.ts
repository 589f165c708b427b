import type { Screen } from '#kit/web/screen.ts'

export const chartScreens: readonly Screen[] = [
  {
    path: '/client-dashboard',
    title: 'Dashboard',
    access: ['Client'],
    component: () => import('./HomeScreen.tsx').then(({ HomeScreen }) => HomeScreen),
  },
]
