import { escapeHtml } from '#vocabulary/escape-html.ts'
import { counted } from '#vocabulary/numbers.ts'
import type { StepAction, StepKind } from './rules.ts'

/** Why an escalation pauses or ends; users see these sentences. */
export const reasons = {
  deleted: 'The finding was deleted.',
  status: (name: string) => `The finding is ${name}.`,
  awaitsClient: (name: string) => `The finding is ${name}: the client decides first.`,
  replied: (sender: string) => `${sender} replied.`,
  complained: (sender: string) => `${sender} complained about the notice.`,
  noEscalation: 'The escalation is switched off.',
  noConfiguration: 'There is no enabled enforcement configuration.',
  noCompany: 'The company was deleted.',
  noBrand: 'The brand is switched off or was deleted.',
  noPlatform: 'The brand no longer has this platform.',
  notApproved: 'The client has not approved the finding, and the company requires approval before enforcement.',
  missing: (sentences: readonly string[]) => sentences.join('. '),
  noAddress: { host: 'No address for the host is known.', registrar: 'No address for the registrar is known.' },
  bounced: (address: string) => `Email to ${address} bounced.`,
  alreadyNotified: (address: string) => `${address} was already notified.`,
  failed: (message: string) => `The email was not sent: ${message}`,
  /** Until a person decides: accepts or dismisses the proposal, or resumes the step. */
  down: 'The last visit found it down: decide the proposal.',
  upAgain: 'The last visit reached it, or the proposal was dismissed.',
  byForm: (desk: string) => `${desk} takes reports through its web form.`,
  noRegistrar: 'The name lies under a platform’s suffix: it has no registrar of its own.',
  broken: (message: string) => `The step failed: ${message}`,
  corrected: 'The type of a reply was corrected.',
  unmarked: (address: string) => `Email to ${address} did not bounce: a mail had been read wrongly.`,
  newNotice: 'A new notice was sent.',
} as const

/** Every other sentence of the escalations feature that a person may read. */
export const messages = {
  /** The fields of an escalation in the data log. */
  logged: { enabled: 'Enabled', stopsOnReply: 'Stops on reply', steps: 'Steps' },
  saved: 'Escalation saved successfully',
  daysBetween: 'Days must be between 1 and 365',
  tooManySteps: 'Steps must be between 0 and 10',
  stepsNotValid: 'Steps are not valid',
  inStep: (n: number, message: string) => `Step ${n}: ${message}`,
  onlyReminders: 'Only reminders follow a report through a form',
  noSteps: 'An escalation that is on needs at least one step',
  icannLast: 'The ICANN complaint must be the last step',
  reasonRequired: 'Reason is required',
  emailNotValid: 'Abuse email is not valid',
  emailOnlyToResume: 'An address can be entered for a paused step only',
  oneAddress: 'An address can be entered for one finding at a time',
  itemsNotValid: 'Choose between 1 and 1,000 records',
  changed: (action: StepAction, n: number) => `${counted(n, 'escalation')} ${pastTense[action]}`,
  unchanged: (n: number) =>
    `${counted(n, 'was', 'were')} not changed: updated by someone else, or the action is not possible`,
  notATask: 'Someone else has done this step, or it has changed. Nothing was saved.',
  formDone: 'The report is recorded, and the escalation continues',
  task: (finding: { brand: string; address: string }) =>
    `<b>${escapeHtml(finding.brand)}</b>: an ICANN complaint about <b>${escapeHtml(finding.address)}</b> needs to be filed.`,
  formTask: (finding: { brand: string; address: string; desk: string }) =>
    `<b>${escapeHtml(finding.brand)}</b>: <b>${escapeHtml(finding.address)}</b> needs to be reported to ${escapeHtml(finding.desk)} through its web form. See Next Steps.`,
} as const

/** What the text of a step says about the first notice and the page. */
export const stepTexts = {
  /** How the first notice is identified. */
  reference: (notice: { messageId: string | null; ticket: string | null }) =>
    notice.messageId !== null
      ? `Message-ID ${notice.messageId}`
      : notice.ticket !== null
        ? `ticket ${notice.ticket}`
        : 'through its web form',
  /** When the page was last seen; says no more than is known. */
  lastSeen: (seen: { at: string; by: 'visit' | 'picture' } | null, moment: (instant: string) => string) =>
    seen === null
      ? ''
      : seen.by === 'visit'
        ? `It was last reached on ${moment(seen.at)}.`
        : `It was last seen on ${moment(seen.at)}.`,
} as const

const pastTense: Readonly<Record<StepAction, string>> = {
  now: 'brought forward',
  skip: 'continued without the step',
  stop: 'stopped',
  resume: 'resumed',
  finish: 'continued',
}

/**
 * The default text of each kind of step, true of every kind of harm: what is wrong and which rules apply says the rest of the
 * email, which the company's signer signs.
 */
export const defaultTexts: Readonly<Record<StepKind, readonly string[]>> = {
  reminder: [
    'This is a reminder.',
    '',
    'On {{noticeDate}} we wrote to you about {{url}} (Message-ID {{noticeId}}).',
    'What is wrong with it, and what we ask, is stated above. {{lastSeen}}',
    '',
    'Please tell us what was done, or act on the notice. Our report and documents are attached again.',
  ],
  host: [
    'To the abuse desk of {{hosting}}:',
    '',
    'You host {{url}} at the address {{ipAddress}}. What is wrong with it, and what we ask, is stated above.',
    'We reported it to {{noticeAddress}} on {{noticeDate}} ({{noticeReference}}). {{lastSeen}}',
    '',
    'Please act on it and tell us what was done. Our report and documents are attached.',
  ],
  registrar: [
    'To the abuse desk of {{registrar}}:',
    '',
    'The domain name {{domain}} is registered through you: {{url}}. What is wrong with it, and what we ask, is stated above.',
    'We reported it to {{noticeAddress}} on {{noticeDate}} ({{noticeReference}}). {{lastSeen}}',
    '',
    'Please act on it and tell us what was done. The rules that apply are stated below. Our report and documents are attached.',
  ],
  icann: [],
}
