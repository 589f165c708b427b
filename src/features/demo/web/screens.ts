import type { Screen } from '#kit/web/screen.ts'

export const demoScreens: readonly Screen[] = [
  {
    path: '/mailbox',
    title: 'Mailbox',
    access: ['Admin'],
    component: () => import('./MailboxScreen.tsx').then(({ MailboxScreen }) => MailboxScreen),
  },
]
