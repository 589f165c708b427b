import { counted, countText } from '#vocabulary/numbers.ts'

const rows = (n: number) => counted(n, 'row')
const records = (n: number) => counted(n, 'record')

/** Texts of Edit Data (S-034, S-252 to S-255, G71). */
export const texts = {
  editFinding: 'Edit data',
  saved: 'Data Saved Successfully !',
  somethingWrong: 'Something went wrong',
  duplicates: 'URL or lid duplicates!',
  ownDomains: 'Domain(s) found in whitelabel list',
  ownLinks: 'Links found in whitelabel list',
  nothingEdited: 'No row was edited, so there is nothing to save.',
  nothingChosen: 'Select the rows to delete first.',
  saving: (n: number) => `Saving ${rows(n)} …`,
  rowCount: (edited: number, all: number) => (edited === 0 ? rows(all) : `${rows(all)}, ${countText(edited)} edited`),
  more: (n: number) => `These are the first ${countText(n)} rows of the day. Filter a column to see the others.`,
  chosen: (n: number) => `${records(n)} selected`,
  deleting: (n: number) => `Deleting ${records(n)} …`,
  deleted: (n: number) => `${records(n)} deleted.`,
  restored: (n: number) => `${records(n)} restored.`,
  discardTitle: 'Discard the unsaved edits?',
  discard: (n: number) => `${rows(n)} ${n === 1 ? 'was' : 'were'} edited and not saved.`,
  draftRestored: (n: number) => `Restored unsaved edits of ${rows(n)}.`,
  rowsGone: (n: number) => `${rows(n)} you had edited ${n === 1 ? 'is' : 'are'} no longer in the list.`,
  conflict: (value: string) => `Somebody else changed this to “${value}”. Saving overwrites it.`,
  mayConflict: (value: string) =>
    `This row was changed after you edited it. The value is now “${value}”; saving overwrites it.`,
  changedByOthers: (n: number) =>
    `${rows(n)} you edited ${n === 1 ? 'was' : 'were'} changed by somebody else, so nothing was saved. Your edits have been applied to the latest values: check them and save again.`,
}
