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
  /** Why the box of answers is not read. */
  box: {
    folder: (code: string) => `The folder of answers cannot be read (${code}).`,
    refused: 'The mail server refuses the user or the password of the box of answers.',
    noFolder: 'The mail server has no such folder as the box of answers.',
    unsafe: (code: string) => `The connection to the mail server of answers would not be safe (${code}).`,
    unreachable: (code: string) => `The mail server of answers cannot be reached (${code}).`,
    lost: 'The connection to the mail server of answers was lost.',
    notGiven: (mails: number) =>
      `The mail server of answers does not give ${mails} of its mails; all others are taken.`,
    cannotMove: (folder: string) =>
      `Answers cannot be moved to the folder ${folder} of their box, so those behind them wait.`,
  },
  boxTitle: 'Answers to notices do not arrive',
  boxSince: (day: string, time: string) => `Since ${day} ${time}. What waits is taken when the box can be read again.`,
} as const
