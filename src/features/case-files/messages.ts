import { requesterGone } from '#features/sessions/messages.ts'

/** The user-visible messages of the case files feature. */
export const messages = {
  requested: 'The case file is being created',
  noFindings: 'Select at least one finding',
  tooMany: (max: number) => `A case file can have at most ${max} findings`,
  platformNotValid: 'Platform is not valid',
  partNotValid: 'Part is not valid',
  certificateNotValid: 'Certificate is not valid',
  severalNotValid: 'Several companies is not valid',
  oneCompany:
    'The findings belong to several companies. Create one case file for each company, so that no company sees the findings of another, or ask an Admin.',
  confirmSeveral: (companies: string) =>
    `The findings belong to several companies (${companies}), and whoever gets the file sees all of them. Confirm that you want this.`,
  requesterGone,
  noLongerAdmin:
    'The findings belong to several companies, and the person who requested the file is no longer an Admin.',
  findingGone: 'A finding was deleted before the file was created',
  tooLarge: 'The file would be larger than 2 GB. Choose fewer findings.',
  notMade: 'The file could not be created. Please request it again.',
  notThere: 'This file has been deleted. Its verification code stays on record.',
  notReady: 'This file is not ready yet',
  dayNotValid: 'Day is not valid',
  listNotThere: 'The list of this day is missing from the store. Restore it from a backup.',
  notSigned: 'This file is older than signatures. It has a verification code only.',
} as const

/** The result of checking a stored object against the hash of its upload. */
export const evidence = {
  same: 'Unchanged: the SHA-256 matches the upload.',
  unrecorded: 'No SHA-256 was recorded on upload.',
  differs: 'Changed since the upload: its SHA-256 does not match.',
  missing: 'The stored object is missing.',
  outside: 'It lies outside this console. No copy was stored, so this file does not contain it.',
} as const

export const emailTexts = {
  stored: 'The email exactly as it was sent.',
  answer: 'The email exactly as it was received.',
  /** A person changed the kind of an answer that the console read. */
  corrected: (kind: string, { from, by, day }: { from: string; by: string; day: string }) =>
    `${kind} (read as ${from}; corrected by ${by} on ${day})`,
  changedBack: (kind: string, { by, day }: { by: string; day: string }) =>
    `${kind} (as read; last changed by ${by} on ${day})`,
  notStored:
    'No sent copy exists: the email is older than this feature, or has not been sent. The text is that of the outbox.',
} as const

/** Of the complaint to ICANN about a registrar. */
export const complaintTexts = {
  title: (host: string) => `Complaint to ICANN about the registrar of ${host}`,
  form: 'In the order of the form “DNS abuse and registrars” of ICANN Contractual Compliance (RAA 3.18). Prior notice to the registrar is a condition.',
  reporter: 'Your information',
  reporterName: 'Name',
  email: 'Email',
  phone: 'Phone',
  onBehalf: 'On behalf of',
  address: 'Postal address',
  name: 'Domain name and registrar',
  domain: 'Domain name',
  registrar: 'Registrar',
  abuse: 'The abuse',
  abuseKind: 'Type of DNS abuse',
  dnsAbuse: { phishing: 'Phishing', malware: 'Malware' },
  page: 'Exact address',
  description: 'Description',
  genuine: 'Genuine site',
  notice: (n: number) => `Abuse report ${n} to the registrar`,
  otherNotice: (n: number) => `Other abuse report ${n}`,
  desk: 'Receiving desk',
  desks: { registrar: 'Registrar', host: 'Host', platform: 'Platform', other: 'Not known to be the registrar’s' },
  submittedAt: 'Submitted on',
  webForm: 'Through the web form',
  ticketOfForm: 'Ticket number',
  toOther: 'To another report than those to the registrar',
  sentAt: 'Sent on',
  sentTo: 'Sent to',
  subject: 'Subject',
  accepted: 'Answer of the receiving mail server',
  messageId: 'Message-ID begins with',
  hash: 'SHA-256 of the email as sent',
  answers: 'Responses since',
  answer: (n: number) => `Response ${n}`,
  noAnswer: 'None.',
  kinds: {
    bounce: 'returned as undeliverable',
    automatic: 'automatic reply',
    reply: 'reply of a person',
    report: 'complaint about the notice',
  },
  ticket: (number: string) => `Ticket ${number}`,
  evidence: 'Evidence',
  seen: 'Last seen',
  lastVisit: 'Last visit',
  isUp: 'the page was reached',
  isDown: 'the page was not reached',
  isUnknown: 'not conclusive',
  picture: 'Picture',
  status: 'Status',
  files: 'To attach',
  caseFile: 'The case file of this finding: picture, visits, emails as sent and replies, with their hashes.',
  asked: 'What you ask for',
  request: 'Request',
  requestOf: (host: string) =>
    `That the registrar take prompt and appropriate mitigation action on ${host}, as section 3.18.2 of the Registrar Accreditation Agreement requires, and explain what it did about the reports to it above.`,
  notKnown: 'not known',
  noDnsAbuse: 'This kind of harm is not DNS abuse (RAA 3.18.1), so ICANN does not act on it.',
  noName: 'It names no registered domain name, and ICANN acts on these only.',
  noRegistrar: 'The registrar is not known.',
  ofCountry: (zone: string) =>
    `ICANN has no say over .${zone} names: complain to the registry of .${zone} instead. What it asks is much the same.`,
  noNotice:
    'No notice to the registrar was accepted by its mail server or submitted through its form yet: ICANN closes complaints without prior notice.',
  bounced: 'Every notice to the registrar bounced: write to another address of it first.',
  answered: 'A person replied: explain why the reply is not sufficient.',
  down: 'The page was not reached at the last visit: check whether the registrar has acted.',
  noSigner: 'No signer is set for the company: enter who is complaining.',
  pdf: 'Download PDF',
} as const
