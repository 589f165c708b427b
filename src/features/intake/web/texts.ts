import { reasons } from '#features/staging-rows/messages.ts'
import { firstNames } from '#vocabulary/names.ts'
import { counted, countText } from '#vocabulary/numbers.ts'

/** How many columns or worksheets a note names. */
const maxNames = 8

/** Texts of the upload screen (S-140, S-148, S-149, S-256 to S-258). */
export const uploadTexts = {
  /** `reasons.lostImage` in the CSV of errors. */
  lostImage: `${reasons.lostImage} (could not be mapped to uploaded files)`,
  noData: 'No data available to upload',
  noUnique: 'No unique entries found to upload',
  uniqueFailed: 'Failed to upload unique data',
  uniqueSaved: (saved: number, left: number) =>
    `${saved} unique entries uploaded successfully! ${left} entries with errors remain for review.`,
  savedNote: ({ rows, isNew }: { rows: number; isNew: boolean }) =>
    `${counted(rows, 'row')} saved: ${isNew ? `${counted(rows, 'new finding')}.` : `${counted(rows, 'finding')} changed, none new.`}`,
  showSaved: (rows: number) => (rows === 1 ? 'Show it' : 'Show them'),
  reading: (read: number, total: number) =>
    total === 0 ? 'Reading the workbook …' : `Reading rows: ${countText(read)} of ${countText(total)}`,
  uploadingFiles: (done: number, total: number) => `Files are uploading: ${countText(done)} of ${countText(total)}`,
  sending: (what: 'save' | 'check', rows: number, share: number) =>
    share < 1
      ? `Sending ${counted(rows, 'row')}: ${Math.floor(share * 100)}%`
      : `${what === 'save' ? 'Saving' : 'Checking'} ${counted(rows, 'row')} …`,
  cancelled: 'Cancelled. Nothing was saved.',
  cancelledLate: 'Cancelled while the server was working. The rows may have been saved; use “Check” to find out.',
  filesCancelled: (done: number, total: number) =>
    `Cancelled. ${countText(done)} of ${countText(total)} files are stored.`,
  filesStored: (n: number) => `${counted(n, 'picture')} uploaded.`,
  filesFailed: (names: string[]) =>
    `${counted(names.length, 'file was', 'files were')} not stored: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`,
  /** They may have been stored earlier, which only the server knows. */
  filesMissing: (names: string[]) =>
    `${counted(names.length, 'picture named in the sheet is', 'pictures named in the sheet are')} not among these files: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}. Earlier uploads are searched when you save.`,
  unreachable: 'The server cannot be reached. Your rows are still here; try again.',
  restored: (rows: number) => `Restored ${countText(rows)} unsaved ${rows === 1 ? 'row' : 'rows'}.`,
  loaded: (rows: number, file: string) => `${counted(rows, 'row')} read from ${file}.`,
  unusedColumns: (headers: readonly string[], fits: string | undefined) =>
    `${headers.length === 1 ? 'This column of the sheet is' : `These ${countText(headers.length)} columns of the sheet are`} not used: ${firstNames(headers, maxNames)}.${fits ? ` The sheet fits ${fits} better.` : ''}`,
  readAs: (platform: string) => `Read it as ${platform}`,
  takenByOrder: (labels: readonly string[]) =>
    `No row of this sheet names its columns, so they were taken in the order of the template: ${firstNames(labels, maxNames)}.`,
  otherSheets: (names: readonly string[]) =>
    `Only the first worksheet was read. ${names.length === 1 ? 'This worksheet also has data' : 'These worksheets also have data'}: ${firstNames(names, maxNames)}.`,
  handedRows: (rows: number) => (rows === 1 ? '1 row added.' : `${countText(rows)} rows added.`),
  requestsOpened: (rows: number) =>
    rows === 1 ? '1 row added from the client request.' : `${countText(rows)} rows added from the client requests.`,
  requestsGone: 'These client requests are no longer assigned to you.',
  requestsFailed: 'The client requests could not be loaded. Open them again from the list.',
  discardTitle: 'Discard the unsaved rows?',
  discard: (rows: number) => `This sheet has ${countText(rows)} unsaved ${rows === 1 ? 'row' : 'rows'}.`,
}
