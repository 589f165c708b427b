/** The texts of the screen of shared hosts. */
export const texts = {
  title: 'Shared Hosts',
  add: 'Add Shared Host',
  details: 'Shared Host',
  noneTitle: 'No shared hosts',
  noneHint: 'Add the suffixes under which platforms give names to their customers, with the platform’s abuse desk.',
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
