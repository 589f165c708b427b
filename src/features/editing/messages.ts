import { countText } from '#vocabulary/numbers.ts'

/** What was done to the picture of a finding, for its thread. */
export const pictureChanges = {
  replaced: 'Replaced',
  removed: 'Removed',
  added: 'Added',
  taken: 'Taken of the page',
} as const

/** Messages about edits (S-259, G71) and deletions (G72). */
export const messages = {
  saved: 'data updated successfully',
  deleted: (n: number) => (n === 1 ? '1 record deleted' : `${countText(n)} records deleted`),
  restored: (n: number) => (n === 1 ? '1 record restored' : `${countText(n)} records restored`),
  changedByOthers: (n: number) =>
    `${n === 1 ? '1 row was' : `${countText(n)} rows were`} changed by somebody else. Nothing was saved.`,
  notRestored: 'This deletion can no longer be undone.',
  addressTaken: 'One of these addresses has been added again since. Nothing was restored.',
  dataNotValid: 'Data is not valid',
  filtersNotValid: 'Filters are not valid',
  platformNotValid: 'Platform is not valid',
}

/** Why a row of an edit is rejected, besides the reasons of an upload. */
export const reasons = {
  changed: 'Changed by somebody else',
  deleted: 'Deleted by somebody else',
} as const
