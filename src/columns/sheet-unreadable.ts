import { rowsPerSheet } from './sheet.ts'
import { countText } from '#vocabulary/numbers.ts'

/** Messages for a file from which no rows can be read. */
export const sheetTexts = {
  empty: 'This file is empty.',
  notExcel: 'No excel file found.',
  onlyOne: 'Only one excel file can be uploaded.',
  locked: 'This workbook is protected with a password. Save it without a password and choose it again.',
  damaged: 'This workbook is damaged or not a real Excel file. Open it in Excel, save it again and choose it again.',
  tooLarge: 'This workbook unpacks to far more than a sheet of findings. Copy the rows into a new workbook.',
  noSheet: 'This workbook has no worksheet. Open it in Excel, save it again and choose it again.',
  noRows: 'The first worksheet has no rows.',
  tooManyRows: `A sheet may have at most ${countText(rowsPerSheet)} rows. Split it and upload the parts one after another.`,
  tooManyColumns: 'This sheet has hundreds of columns. Copy the import columns into a new workbook.',
  ended: 'Reading was cancelled.',
  tooSlow: 'This workbook takes too long to read. Copy the rows into a new workbook and choose that.',
}

/** A workbook from which no rows can be read; the message is shown to the user. */
export class SheetUnreadable extends Error {}

/**
 * How long a reader may go without a sign of life, in milliseconds; then its thread is ended and its memory freed. A
 * small file that unpacks endlessly (zip bomb) has 5 s; larger files get more time, up to 30 s.
 */
export function readingLimit(bytes: number): number {
  return Math.round(Math.min(30_000, 5_000 + Math.max(0, bytes / 1024 / 1024 - 0.5) * 5_000))
}

/**
 * The same in a browser: nobody else waits for a reader there, its user can cancel it, and an old or busy computer takes
 * several times as long for a proper sheet as a server does.
 */
export const readingLimitInBrowser = (bytes: number): number => 4 * readingLimit(bytes)
