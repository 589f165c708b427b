/** Texts of the bell and the notifications page. */
export const texts = {
  title: 'Notifications',
  none: 'No Notification.',
  unknown: 'Notifications are not available right now.',
  tryAgain: 'Try again',
  viewAll: 'View all Notifications',
  bell: (isNew: boolean) => (isNew ? 'Notifications, unread' : 'Notifications'),
} as const
