/** Texts of the demo world's mailbox. */
export const texts = {
  title: 'Mailbox',
  hint: 'Emails of the demo world. They were not sent anywhere else.',
  search: 'Search emails',
  none: 'No emails.',
  noneHint: 'Emails appear here as soon as the console sends one: a one-time code, a reset link, an export.',
  state: { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' },
} as const
