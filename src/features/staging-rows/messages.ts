import { counted, countText } from '#vocabulary/numbers.ts'

/** The message of a cell, and of the call that is rejected for it (S-142, S-260). */
export const invalidReasonCodeText = 'Invalid Reason Code'

/** Why a row is rejected, as in the error sheet and the summary (S-260). */
export const reasons = {
  url: 'Duplicate URL',
  domain: 'Duplicate Domain',
  lid: 'Duplicate LID',
  whiteLabel: 'White Label URL',
  noImage: 'Missing Image for URL',
  lostImage: 'Image Not Found',
  brand: 'Invalid Brand for URL',
  status: 'Missing Status for URL',
  unknown: 'Unknown Error',
} as const

const rows = (n: number) => counted(n, 'row')

/** Every row of the sheet is already stored (the same sheet was uploaded again). */
export const allStored = (n: number) =>
  n === 1
    ? 'The row is already stored. Nothing was changed.'
    : `All ${rows(n)} are already stored. Nothing was changed.`
/** Some rows were rejected, so none was saved. */
export const someRefused = (refused: number, total: number) =>
  `${countText(refused)} of ${rows(total)} cannot be saved. Nothing was saved.`
export const allFine = (n: number) => `${n === 1 ? 'The row' : `All ${rows(n)}`} can be saved.`

export const tooManyRows = (max: number) => `Data must be between 1 and ${countText(max)} rows`
export const brandDisabled = 'Brand is disabled'
export const dateOutOfRange = 'Reporting date must be between 01/01/2018 and today'
