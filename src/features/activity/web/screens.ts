import type { Screen } from '#kit/web/screen.ts'
import { everyone } from '#vocabulary/roles.ts'

export const activityScreens: readonly Screen[] = [
  {
    path: '/activity',
    title: 'Activity',
    access: everyone,
    component: () => import('./ActivityScreen.tsx').then(({ ActivityScreen }) => ActivityScreen),
  },
  {
    path: '/activity-settings',
    title: 'Message Notifications',
    access: everyone,
    component: () =>
      import('./ActivitySettingsScreen.tsx').then(({ ActivitySettingsScreen }) => ActivitySettingsScreen),
  },
]
