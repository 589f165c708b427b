import type { Screen } from '#kit/web/screen.ts'

export const userScreens: readonly Screen[] = [
  {
    path: '/users',
    title: 'Users',
    access: ['Admin'],
    component: () => import('./UsersScreen.tsx').then(({ UsersScreen }) => UsersScreen),
  },
]
