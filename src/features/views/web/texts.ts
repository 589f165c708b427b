/** What the screens say about saved views. */
export const texts = {
  views: 'Views',
  own: 'My views',
  shared: 'Shared with me',
  none: 'No saved views. Filter, sort and choose columns, then save the view.',
  save: 'Save this view…',
  copyLink: 'Copy link',
  linkCopied: 'Link copied.',
  linkNotCopied: 'The link cannot be copied here. Copy it from the address bar.',
  shareWith: (isStaff: boolean) => (isStaff ? 'Share with the team' : 'Share with everybody in my company'),
  by: (owner: string) => `by ${owner}`,
  all: 'All',
  column: (name: string) => `column ${name}`,
  orderBy: (name: string) => `order by ${name}`,
  leftOutOfView: (view: string, names: readonly string[]) =>
    `'${view}' refers to columns or filters that no longer exist and opened without them: ${names.slice(0, 8).join(', ')}${
      names.length > 8 ? ` and ${names.length - 8} more` : ''
    }.`,
  deletion: ({ name, isShared }: { name: string; isShared: boolean }) => ({
    title: `Delete '${name}'?`,
    text: isShared
      ? 'The view is shared: everybody who uses it loses it. This cannot be undone.'
      : 'This cannot be undone.',
    yes: 'Delete view',
    dangerous: true,
  }),
  notOpened: (why: string) => `The view of this link could not be opened. ${why}`,
  gone: 'This view no longer exists.',
} as const
