/** Sentences of the bell and the notifications page. */
export const words = {
  title: 'Notifications',
  none: 'No Notification.',
  viewAll: 'View all Notifications',
  bell: (isNew: boolean) => (isNew ? 'Notifications, new ones have come' : 'Notifications'),
} as const
