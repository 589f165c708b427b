import { escapeHtml } from '#vocabulary/escape-html.ts'
import { countText } from '#vocabulary/numbers.ts'

/** The user-visible messages of the replies feature. */
export const messages = {
  kind: { bounce: 'Bounced', automatic: 'Automatic reply', reply: 'Reply', report: 'Complaint about the notice' },
  otherAddress: 'It names this notice, but was sent to an address that the notice did not use.',
  otherNotice: 'It was sent to the reply address of this notice, but names another one.',
  reportedSite: 'It comes from the site that the notice reports, not from the desk.',
  unknown: 'It does not match any notice.',
  unreadable: 'It could not be read as an email.',
  tooLarge: 'It is larger than 20 MB and was not read.',
  /** The notification of the person who sent the notice. */
  hostNamed: (one: { sender: string; address: string; host: string; email: string }) =>
    `<b>${escapeHtml(one.sender)}</b> names the host of <b>${escapeHtml(one.address)}</b>: ${escapeHtml(one.host)} (${escapeHtml(one.email)}). Send the next notice there.`,
  confirmed: 'The reply was added to its notice',
  dismissed: 'The reply was dismissed',
  corrected: (kind: string) => `The type was changed to ${kind}`,
  otherEmail: 'A record belongs to another email',
  chooseOne: 'Choose at least one finding',
  concerns: (n: number, of: number) => `The reply concerns ${countText(n)} of ${countText(of)} findings`,
  /** Why an address is marked after a correction. */
  bouncedByHand: (subject: string) => `Marked as bounced by a person: ${subject || 'no subject'}`,
  noNotice: 'This reply does not name a notice',
  noSuchNotice: 'This notice no longer exists',
  /** Why the reply mailbox cannot be read. */
  box: {
    folder: (code: string) => `The folder of the reply mailbox cannot be read (${code}).`,
    refused: 'The mail server rejects the user name or password of the reply mailbox.',
    noFolder: 'The mail server has no such folder for the reply mailbox.',
    unsafe: (code: string) => `The connection to the mail server of the reply mailbox would not be secure (${code}).`,
    unreachable: (code: string) => `The mail server of the reply mailbox cannot be reached (${code}).`,
    lost: 'The connection to the mail server of the reply mailbox was lost.',
    notGiven: (mails: number) =>
      `The mail server of the reply mailbox could not deliver ${mails} of its emails; all others were read.`,
    cannotMove: (folder: string) =>
      `Replies cannot be moved to the folder ${folder} of the reply mailbox, so later ones have to wait.`,
  },
  boxTitle: 'Replies to notices are not arriving',
  boxSince: (day: string, time: string) =>
    `Since ${day} ${time}. Waiting emails will be read once the mailbox is available again.`,
} as const
