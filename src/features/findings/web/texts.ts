import { showDay, type DayRange } from '#vocabulary/dates.ts'
import { showCount } from '#kit/web/show-value.ts'

/** What the dashboards say beside the server's sentences. Exact where the specification gives it; others are ours. */
export const texts = {
  reportingDate: 'Reporting Date',
  approveAll: 'Approve All',
  approved: 'Record successfully updated',
  approveFailed: 'Something went wrong',
  undo: 'Undo',
  approvedJustNow: (count: number) => `${many(count, 'record')} approved.`,
  undone: (count: number) => `${many(count, 'record')} back in Awaiting Approval.`,
  selected: (count: number, loaded: number) =>
    count === 0 ? `Select from ${showCount(loaded)} on this page` : `${showCount(count)} on this page selected`,
  newFindings: 'New findings have come in.',
  showNew: 'Show them',
  downloadFailed: 'Download failed. Please try again later.',
  preparing: (format: string) => `Preparing ${format}…`,
  arrived: (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB received…`,
  ofNotification: 'These are the records of one notification. Dates and filters do not apply.',
  allRecords: 'Show all records',
  tableOf: (title: string) => `${title} findings`,
  nothing: (title: string) => `No ${title} findings`,
  nothingHint: (range: DayRange, filtered: boolean) =>
    `Nothing was reported from ${showDay(range.startDate)} to ${showDay(range.endDate)}${
      filtered ? ' that matches the filters. Change the dates or clear the filters.' : '. Change the dates to see more.'
    }`,
  nothingOfNotification: 'The records of this notification are no longer there.',
  clearFilters: 'Clear filters',
} as const

function many(count: number, noun: string): string {
  return `${showCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
