import { counted, countText } from '#vocabulary/numbers.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'

/** Messages of the findings calls to their users. */
export const messages = {
  /** The field in the data log. */
  status: 'Status',
  comment: 'Comment',
  /** Of a decision that was taken back, in the data log. */
  undoneInLog: 'undone',
  reason: 'Reason',
  approved: 'Record successfully updated',
  undone: 'Record successfully updated',
  statusSaved: 'Record successfully updated',
  listChanged: (now: number) =>
    now === 1
      ? 'The list has changed: 1 record now matches.'
      : `The list has changed: ${countText(now)} records now match.`,
  onlyAwaiting: 'Only records in Awaiting Approval can be approved.',
  statusStale: 'Status has already been changed. Please refresh.',
  decisionsWould: (changed: number, refused: number) => `${records(changed)} would change. ${left(refused)}`,
  decisionsDone: (changed: number, refused: number) => `${records(changed)} changed. ${left(refused)}`,
  decisionsMoved: (changed: number) => `Some records have changed: ${records(changed)} would now change.`,
  noDecision: 'No row has a decision.',
  unknownRecord: 'Record not found.',
  repeatedRecord: (rows: readonly number[]) => `This record appears in more than one row: ${rows.join(', ')}.`,
  noVersion: 'Record version is missing or not valid. Please download the list again.',
  changedSince: (status: string) => `This record has changed since the sheet was downloaded. It is now in ${status}.`,
  decisionNotValid: (choices: string) => `Decision is not valid. Allowed: ${choices}.`,
  notYours: (status: string) => `A record in ${status} cannot be changed.`,
  decidedByOthers: (name: string) => `Somebody else has already moved this record to ${name}.`,
  /** The same person did it, in another tab or with an earlier key. */
  decidedBefore: (name: string) => `This record has already been moved to ${name}.`,
  recordsRequired: 'Select records, or a list of them.',
  tooManyToDecide: (cap: number) => `More than ${countText(cap)} records match. Filter the list further.`,
  decisionChanged: (changes: number) => `The list has changed: ${records(changes)} would now change.`,
  nothingToDecide: 'None of these records can be moved to this status.',
  alreadyThere: 'Already in this status',
  notMovable: 'Cannot be moved to this status from here',
  noLongerThere: 'No longer in your lists',
  notApproved: (n: number, of: number) =>
    of === 1
      ? 'The client has not approved this finding. The company requires approval before enforcement.'
      : `The client has not approved ${countText(n)} of ${countText(of)} findings. The company requires approval before enforcement.`,
  onlyAdminUnapproved: 'Only an Admin may enforce a finding that is not approved',
  notApprovedByClient: 'Not approved by the client, which the company requires',
  reasonNotValid: 'Reason must be between 10 and 500 characters',
  decisionStarted: (total: number) => `${records(total)} are being changed.`,
  decisionMade: (changed: number) => `${records(changed)} changed.`,
  decisionStopped: 'Stopped. What was changed can be undone.',
  decisionUndone: (undone: number) => `${records(undone)} restored.`,
  decisionBeingUndone: 'The records are being restored.',
  decisionStarting: 'Another of your decisions is just starting. Try again in a moment.',
  tooManyOwnDecisions: (running: readonly RunningDecision[]) =>
    `${countText(running.length)} of your decisions are still running: ${running.map(progressOf).join('; ')}. Wait until one has ended, or stop one.`,
  tooManyDecisions: (n: number) =>
    `${countText(n)} decisions on many records of this company are still running. Wait until one has ended.`,
  decisionNotUndoable: 'This decision can no longer be undone.',
  decisionNotRunning: 'This decision is no longer running.',
  statusFixed: 'This status cannot be changed.',
  statusNotValid: 'Status is not valid',
  platformNotValid: 'Platform is not valid',
  companyNotValid: 'Company is not valid',
  brandNotValid: 'Brand is not valid',
  urlNotValid: 'Url is not valid',
  moduleNotValid: 'Module is not valid',
  tooManyToDownload: 'More than 25,000 records cannot be downloaded. Please contact administrator.',
} as const

const records = (count: number) => counted(count, 'record')
const left = (refused: number) =>
  refused === 0 ? 'No rows were rejected.' : `${counted(refused, 'row was', 'rows were')} rejected and left unchanged.`

type RunningDecision = { platform: string; status: string; state: string; total: number; done: number }
const progressOf = ({ platform, status, state, total, done }: RunningDecision) =>
  `${platformTitleOf(platform)} to ${statusDisplay(status).name}, ${countText(done)} of ${countText(total)} ${state === 'Undoing' ? 'restored' : 'done'}`
