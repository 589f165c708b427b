/** What may come back for a notice. */
export const answerKinds = ['bounce', 'automatic', 'reply', 'report'] as const

/** Every sentence of the replies feature that a person may read. */
export const messages = {
  kind: { bounce: 'Bounced', automatic: 'Automatic answer', reply: 'Reply', report: 'Complaint about the notice' },
  otherAddress: 'It names this notice, but came to an address that the notice did not give out.',
  otherNotice: 'It came to the address of this notice, but names another one.',
  unknown: 'It answers no notice that is known here.',
  unreadable: 'It could not be read as a mail.',
  tooLarge: 'It is larger than 20 MB and was not read.',
  taken: 'The answer is shown with its notice',
  dismissed: 'The answer was put aside',
  noNotice: 'This answer names no notice',
} as const
