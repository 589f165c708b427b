import { counted, countText } from '#vocabulary/numbers.ts'
import { maxAddressLength, maxRows } from './rules.ts'

/** Sentences of the server and of the screens about scrappers. */
export const messages = {
  queued: (n: number) => `${counted(n, 'address has', 'addresses have')} been queued`,
  added: 'New Entries added!',
  deleted: 'Record deleted',
  chooseOption: 'Please select an option',
  fillAll: 'Please fill all required fields',
  requiredField: 'Required field',
  fileRequired: 'File required',
  notExcel: 'Invalid file type. Please upload an Excel file',
  tooLarge: 'File size too large (max 5MB)',
  noSuchFile: 'This file is not stored. Please upload it again.',
  notAList: 'Please upload a .txt, .csv, .xlsx or .xls file',
  notAListNamed: (name: string) => `${name} is not a .txt, .csv, .xlsx or .xls file`,
  noAddresses: 'The file has no address in its first column',
  tooManyAddresses: `At most ${countText(maxRows)} addresses at once. Please split the file.`,
  longLine: (n: number) => `Line ${countText(n)} is longer than ${countText(maxAddressLength)} characters`,
  noAddressColumn: (name: string) => `The sheet has no “${name}” column`,
  noRows: 'The sheet has no rows',
  tooManyRows: `At most ${countText(maxRows)} rows at once. Please split the sheet.`,
  notReceiver: 'Only the person who requested this job can delete it',
  noAddress: 'There is no web address in this row',
  notAnAddress: 'Not a web address',
  answered: (status: number) => `The page returned status ${status}`,
  botCheck: 'The site shows a check for robots instead of the page',
  signIn: 'The site asks to sign in before it shows the page',
  suspended: 'The host has suspended the site',
  notFoundOnPage: (labels: readonly string[]) => `Not found on the page: ${labels.join(', ')}`,
  unread: 'not visited',
} as const
