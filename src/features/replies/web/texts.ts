/** What only the screens of replies say. */
export const texts = {
  type: 'Type of the reply',
  /** Short names for the choice of a type; `messages.kind` has the full ones. */
  kind: { bounce: 'Bounced', automatic: 'Automatic', reply: 'Reply', report: 'Complaint' },
  concerns: 'Findings that the reply concerns',
  choose: 'Choose its findings',
  saveChoice: 'Save',
  notice: 'Notice that the reply answers',
  findNotice: 'Subject, reference or recipient',
  chooseNotice: 'Choose its notice',
  otherNotice: 'Choose another notice',
  addToNotice: 'Add to this notice',
  sentNotice: (one: { about: string; to: string; brand: string }, day: string) =>
    `${one.about} · to ${one.to} · ${one.brand} · ${day}`,
  ticket: (number: string) => `Ticket ${number}, repeated in the subject of the next notice`,
  host: (name: string, email: string) => `Names the host: ${name}, ${email}`,
  toHost: 'Send a notice to this host',
} as const
