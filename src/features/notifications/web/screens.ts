import type { Screen } from '#kit/web/screen.ts'

export const notificationScreens: readonly Screen[] = [
  {
    path: '/mynotifications',
    title: 'Notifications',
    access: ['Client', 'Analyst', 'Admin'],
    component: () => import('./NotificationsScreen.tsx').then(({ NotificationsScreen }) => NotificationsScreen),
  },
]
