import { countText } from '#vocabulary/numbers.ts'

/** Every sentence of the findings feature that a person may read. */
export const messages = {
  approved: 'Record successfully updated',
  undone: 'Record successfully updated',
  statusSaved: 'Record successfully updated',
  listChanged: (now: number) =>
    now === 1
      ? 'The list has changed meanwhile: 1 record matches now.'
      : `The list has changed meanwhile: ${countText(now)} records match now.`,
  onlyAwaiting: 'Only records in Awaiting Approval can be approved.',
  statusStale: 'Status has already been changed. Please refresh.',
  decisionsWould: (changed: number, refused: number) => `${records(changed)} would change. ${left(refused)}`,
  decisionsDone: (changed: number, refused: number) => `${records(changed)} changed. ${left(refused)}`,
  decisionsMoved: (changed: number) => `Something has changed meanwhile: ${records(changed)} would change now.`,
  noDecision: 'No row has a decision.',
  unknownRecord: 'There is no such record.',
  repeatedRecord: (rows: readonly number[]) => `This record stands in more than one row: ${rows.join(', ')}.`,
  noVersion: 'Record version is missing or not valid. Please download the list again.',
  changedSince: (status: string) => `This record has changed since the sheet was downloaded. It is in ${status} now.`,
  decisionNotValid: (choices: string) => `Decision is not valid. It may be ${choices}.`,
  notYours: (status: string) => `A record in ${status} cannot be changed.`,
  statusFixed: 'This status cannot be changed.',
  statusNotValid: 'Status is not valid',
  platformNotValid: 'Platform is not valid',
  companyNotValid: 'Company is not valid',
  brandNotValid: 'Brand is not valid',
  urlNotValid: 'Url is not valid',
  moduleNotValid: 'Module is not valid',
  tooManyToDownload: 'More than 25,000 records cannot be downloaded. Please contact administrator.',
} as const

const records = (count: number) => `${countText(count)} ${count === 1 ? 'record' : 'records'}`
const left = (refused: number) =>
  refused === 0
    ? 'No row is refused.'
    : `${countText(refused)} ${refused === 1 ? 'row is' : 'rows are'} refused and left as they are.`
