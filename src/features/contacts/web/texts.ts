/** The texts of the screen of shared hosts. */
export const texts = {
  title: 'Shared Hosts',
  add: 'Add Shared Host',
  details: 'Shared Host',
  noneTitle: 'No shared hosts',
  noneHint: 'Add the suffixes under which platforms give names to their customers, with the platform’s abuse desk.',
  lists: 'Desks that take lists',
  howLists:
    'They get one email about several findings of a brand instead of one for each. It can still be chosen otherwise when notices are sent.',
  noLists: 'Every desk gets one email for each finding.',
  listEmail: 'Abuse email of the desk',
  perEmail: 'Findings at most',
  addList: 'Add desk',
  upTo: (n: string) => `up to ${n} findings`,
  formOnly: 'Web form only',
  suffixHint: 'Without a leading dot: pages.dev',
  formHint: 'Leave the email empty if the desk takes reports by its web form only.',
} as const

export const labels = {
  suffix: 'Suffix',
  name: 'Platform',
  email: 'Abuse email',
  form: 'Web form',
  source: 'Source',
  checkedOn: 'Checked on',
} as const
