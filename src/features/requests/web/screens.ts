import type { Screen } from '#kit/web/screen.ts'
import { staff } from '#vocabulary/roles.ts'

export const requestScreens: readonly Screen[] = [
  {
    path: '/client-request-dashboard',
    title: 'Client Request',
    access: ['Client'],
    component: () => import('./RequestScreen.tsx').then(({ RequestScreen }) => RequestScreen),
  },
  {
    path: '/client-requests',
    title: 'Client Requests',
    access: staff,
    component: () => import('./InboxScreen.tsx').then(({ InboxScreen }) => InboxScreen),
  },
]
