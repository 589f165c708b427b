import type { enforcement } from '#features/enforcement/contract.ts'
import type { AssignedChoice, HostField } from '#features/enforcement/rules.ts'
import { resourceNotFound } from '#kit/contract/not-found.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { counted, countText } from '#vocabulary/numbers.ts'
import type { WithheldReason } from './notices-to-send.ts'

type Progress = CallOutput<typeof enforcement.progress>

/** 'a', 'a and b', 'a, b and c'. */
const listOf = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Of what a desk did before. */
const scored = ['Kind of harm', 'Action Taken', 'Text', 'Sent', 'Answered', 'Down in 1 day']

/** The texts of the enforcement screens. */
export const texts = {
  title: 'Enforcement',
  fetch: 'Fetch Data',
  upload: 'Upload Enforcement',
  choose: 'Choose company, brand and platform',
  chooseHint: 'Then “Fetch Data” lists the findings with their enforcement records.',
  assignedTo: 'Assigned to',
  assigned: { nobody: 'Nobody', me: 'Me' } satisfies Record<AssignedChoice, string>,
  ofSaved: 'Showing the findings of one upload, edit or notification.',
  allRecords: 'Show all findings',
  noRecords: 'No records found',
  noRecordsHint: 'Nothing matches these filters. Remove some, or choose another day.',
  recordsMany: (n: number) => `This records the same action on ${counted(n, 'finding')}. No email is sent.`,
  differing: (fields: readonly HostField[]) => {
    const names = fields.map((one) => ({ registrar: 'registrars', ipAddress: 'IP addresses', hosting: 'hosts' })[one])
    return `The selected findings have different ${listOf(names)}. What is entered below is recorded for all of them.`
  },
  selectAll: 'Select all on this page',
  selected: (n: number) => `${counted(n, 'record')} selected`,
  onlyMoved:
    'Notices, records, case files and assignments are for the findings of one page. Show more with “Per page”.',
  allSelected: (n: number) => `All ${countText(n)} matching records selected`,
  bulk: 'Bulk enforcement',
  bulkMail: 'Bulk EmailSender',
  mailNeedsScope: 'Choose a company and a brand to send emails',
  add: 'Add Enforcement',
  /** What people also search for when they want to add one. */
  addKeywords: ['send notice', 'email', 'report', 'takedown', 'web form'],
  data: 'Enforcement Data',
  bounced: (address: string) => `${address} (bounced)`,
  overridden: (reason: string) => `Sent incomplete: ${reason}`,
  noData: 'No action yet',
  other: 'Other (Enter manually)',
  findingAddresses: 'Looking up addresses…',
  reviewTitle: 'Review and send',
  reviewRecord: 'What will be recorded',
  recipient: 'Recipient',
  addressFrom: 'Address from',
  typedAddress: 'Entered by you',
  setsInProgress: 'Sending always sets the status In Progress.',
  mayRecall: (seconds: number) => `For ${seconds} seconds you can recall it.`,
  sendNow: 'Send Now',
  recall: 'Recall',
  leavesIn: (message: string, seconds: number) => `${message}. Recall is possible for ${seconds} seconds`,
  notApproved: (n: number) =>
    n === 1
      ? 'The client has not approved this finding'
      : `The client has not approved ${countText(n)} of these findings`,
  approvalRequired: (mayOverride: boolean) =>
    mayOverride
      ? 'The company requires approval before enforcement. Give a reason to send anyway.'
      : 'The company requires approval before enforcement. Only an Admin may send anyway.',
  approvalNotRequired: 'The company does not require approval before enforcement.',
  askAgain: 'Set the status to Client Review to have it approved as it is reported now.',
  unapprovedReason: 'Reason for sending without approval',
  sheetReason: 'Reason for findings that are not approved',
  sheetReasonHint:
    'Only where the company requires approval before enforcement; without a reason such rows are not recorded.',
  withoutApproval: (reason: string) => `Without the client’s approval: ${reason}`,
  statusHint: 'For “Save”. Sending always sets In Progress.',
  desks: { platform: 'Platform', registrar: 'Registrar', host: 'Host', other: 'Other' },
  otherDesk: (kind: string, name: string) => `${name} (${kind.toLowerCase()})`,
  doesNotAct: 'Does not act on this kind of harm: there is no DNS abuse.',
  noAddress: 'No address is known.',
  contactFirst: (kind: string, name: string) => `Contact first: ${name} (${kind.toLowerCase()})`,
  useAddress: 'Use this address',
  takesForm: 'Accepts reports through its web form only.',
  cdn: 'A CDN stands in front of the host: it passes reports on and names the host. Its reply then offers a notice to that host.',
  noForm: 'No web form is known for this address. An Admin can add one under Shared Hosts.',
  formOnly: (name: string) => `${name} accepts only its web form`,
  formOnlyHint:
    'It does not act on email about this kind of harm. An email sent anyway counts as a notice, but is unlikely to be read.',
  openSheet: 'Fill in web form',
  openSheetOf: (name: string) => `Fill in web form: ${name}`,
  useAddressOf: (name: string) => `Use this address: ${name}`,
  sheetRefused: 'Required before it can be submitted',
  sheetNone: 'This is not reported',
  refusedReason: 'Reason for reporting it anyway',
  sheetContinue: 'Continue',
  ticket: 'Ticket number',
  ticketHint: 'If the form gave the report one.',
  formRecorded: 'Recorded',
  deskKind: 'Whose address is it?',
  deskKindHint: 'Decides how the notice is worded, and whether it counts as notice to the registrar.',
  deskKinds: { '': 'Not known', registrar: 'The registrar’s', host: 'The host’s or platform’s' },
  sentTo: (kind: string, name: string) => `To: ${name} (${kind.toLowerCase()})`,
  byForm: 'through its web form',
  ticketOf: (ticket: string) => `ticket ${ticket}`,
  sheetTitle: 'Web form',
  sheetHint: (name: string, takesEmail: boolean) =>
    `${name} accepts reports ${takesEmail ? 'by email and through its web form' : 'through its web form only'}. Copy the fields, submit the form, then record it here.`,
  openForm: 'Open the form',
  recordForm: 'Record as submitted',
  sheetFields: 'Fields to copy',
  filesToAttach: 'Files to attach',
  noDesk: 'No abuse desk known',
  noScores: 'No notice to this address was counted yet.',
  score: ({ sent, answered, bounced, down }: { sent: number; answered: number; bounced: number; down: number }) =>
    `Of ${counted(sent, 'notice')}: ${countText(down)} down within 7 days (${Math.round((100 * down) / sent)}%), ${countText(answered)} answered by a person, ${countText(bounced)} bounced`,
  textOf: (brand: string, platform: string, number: number) => `${brand}, ${platform}, no. ${number}`,
  textSince: (day: string) => `since ${day}`,
  earlierText: 'Earlier',
  scoresOf: 'What this desk did before',
  scoreColumns: [...scored, '7 days', '30 days'],
  /** The same on a phone, where a name stands alone beside its number. */
  scoreNames: [...scored, 'Down in 7 days', 'Down in 30 days'],
  groupCount: (n: number) => counted(n, 'finding'),
  groupsFound: (groups: number, records: number) => `${countText(records)} findings, ${counted(groups, 'recipient')}`,
  mismatched: (n: number) => counted(n, 'mismatch', 'mismatches'),
  unapprovedCount: (n: number) => `${countText(n)} not approved`,
  incomplete: (n: number) => `${countText(n)} incomplete`,
  eachOwn: 'Each finding’s own',
  moreFindings: (n: number) => `and ${countText(n)} more`,
  previewFirst: 'Preview the first email',
  sendGroups: (n: number) => `Send ${counted(n, 'email')}`,
  asList: 'One email with a list',
  perEmail: 'Findings in one email, at most',
  inEmails: (n: number) => `findings at most: ${counted(n, 'email')} or more, one for each brand and kind of harm`,
  sendLists: (n: number) => `Send ${counted(n, 'notice')}`,
  nothingToSend: 'Choose a recipient for at least one group.',
  leftOut: (withheld: readonly { reason: WithheldReason; n: number }[]) => {
    const n = withheld.reduce((sum, one) => sum + one.n, 0)
    const why = withheld.map((one) => `${texts.withheldReasons[one.reason]} (${countText(one.n)})`).join(', ')
    return `${counted(n, 'finding is', 'findings are')} left out: ${why}.`
  },
  cannotGo: (why: string) => `Left out: ${why}`,
  withheldReasons: {
    noRecipient: 'no recipient is chosen',
    noAbuse: 'not abuse',
    registrar: 'the registrar is missing',
    ipAddress: 'the IP address is missing',
    hosting: 'the hosting is missing',
    lacking: 'the notice is incomplete or nobody acts on it',
    approval: 'not approved by the client',
  } satisfies Record<WithheldReason, string>,
  refusedSend: (n: number, first: string) =>
    `Nothing was sent. ${first.replace(/\.$/, '')}${n > 1 ? `, and ${countText(n - 1)} more ${n === 2 ? 'error' : 'errors'}` : ''}.`,
  notFound: resourceNotFound,
  wentWrong: 'Something went wrong.',
  serverError: 'Internal Server Error',
  progress: ({ total, sent, failed, unknown }: Progress) =>
    [
      `${countText(sent)} of ${countText(total)} enforcement emails sent`,
      failed > 0 ? `${countText(failed)} failed` : '',
      unknown > 0 ? `${countText(unknown)} unknown` : '',
    ]
      .filter(Boolean)
      .join(', '),
  mail: { waiting: 'Sending email', sent: 'Email sent', failed: 'Email failed', unknown: 'Delivery unknown' },
  bulkTitle: 'Bulk Enforcement',
  downloadSkipped: 'Download skipped rows',
  layout: (withHost: boolean, key: string) =>
    `First row: header. Then one row per finding: ${key}, status${withHost ? ', registrar, ip address, hosting' : ''}, action taken.`,
  pleaseExcel: 'Please upload excel file',
  noExcel: 'No excel file found.',
  rowsRead: (n: number, file: string) => `${counted(n, 'row')} read from ${file}`,
  uploadLayout: (key: string) => `Columns: ${key}, registrar, ip address, hosting, action taken, date, status.`,
} as const

/** How long validation and upload messages are shown on staff screens, in milliseconds (S-289). */
export const messageMilliseconds = 3000
