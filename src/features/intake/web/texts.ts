const count = (n: number) => n.toLocaleString('en')

/** What the upload screen says (S-140, S-148, S-149, S-256 to S-258). */
export const uploadTexts = {
  noData: 'No data available to upload',
  noUnique: 'No unique entries found to upload',
  uniqueFailed: 'Failed to upload unique data',
  uniqueSaved: (saved: number, left: number) =>
    `${saved} unique entries uploaded successfully! ${left} entries with errors remain for review.`,
  reading: (read: number, of: number) =>
    of === 0 ? 'Reading the workbook …' : `Reading rows: ${count(read)} of ${count(of)}`,
  uploadingFiles: (done: number, of: number) => `Files are uploading: ${count(done)} of ${count(of)}`,
  sending: (what: 'save' | 'check', rows: number, share: number) =>
    share < 1
      ? `Sending ${count(rows)} rows: ${Math.floor(share * 100)} %`
      : `${what === 'save' ? 'Saving' : 'Checking'} ${count(rows)} rows …`,
  cancelled: 'Cancelled. Nothing was saved.',
  cancelledLate: 'Cancelled while the server was at work, so the rows may be saved. “Check” tells.',
  filesCancelled: (done: number, of: number) => `Cancelled. ${count(done)} of ${count(of)} files are stored.`,
  filesStored: (n: number) => `${count(n)} ${n === 1 ? 'picture' : 'pictures'} uploaded.`,
  filesFailed: (names: string[]) =>
    `${count(names.length)} ${names.length === 1 ? 'file was' : 'files were'} not stored: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`,
  filesMissing: (names: string[]) =>
    `${count(names.length)} named ${names.length === 1 ? 'picture is' : 'pictures are'} not among the files: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`,
  unreachable: 'The server cannot be reached. Your rows are still here; try again.',
  restored: (rows: number) => `${count(rows)} unsaved rows of your last visit are back.`,
  notKept: 'This browser keeps no drafts: save before you leave.',
  loaded: (rows: number, file: string) => `${count(rows)} rows read from ${file}.`,
  requestsOpened: (rows: number) =>
    rows === 1 ? 'The row of the client request is here.' : `The ${count(rows)} rows of the client requests are here.`,
  requestsGone: 'These client requests are no longer yours to upload.',
  requestsFailed: 'The client requests could not be read. Open them again from the list.',
  discardTitle: 'Discard the unsaved rows?',
  discard: (rows: number) => `${count(rows)} rows of this sheet are not saved.`,
}
