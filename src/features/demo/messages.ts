/** Sentences of the demo world's mailbox. */
export const words = {
  title: 'Mailbox',
  hint: 'Letters of the demo world. They went nowhere else.',
  search: 'Search letters',
  none: 'No letters.',
  noneHint: 'Letters stand here as soon as the console writes one: a one-time code, a reset link, an export.',
  state: { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' },
} as const
