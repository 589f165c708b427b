import { showDay, type DayRange } from '#vocabulary/dates.ts'
import { approvalCap } from '#features/findings/contract-schemas.ts'
import { countText, sizeText } from '#vocabulary/numbers.ts'
import { truncate } from '#vocabulary/truncate.ts'

/** Texts of the dashboards besides the server's messages. Verbatim where the specification gives them. */
export const texts = {
  reportingDate: 'Reporting Date',
  approveAll: 'Approve All',
  approved: 'Record successfully updated',
  approveFailed: 'Something went wrong',
  undo: 'Undo',
  statusUndone: (status: string) => `Status returned to ${status}.`,
  decided: (status: string) => `Moved to ${status}.`,
  /** A failure about a finding that may not be the open one any more. */
  aboutFinding: (title: string, sentence: string) => `${truncate(title, 60)}: ${sentence}`,
  closePeek: 'Close',
  previous: 'Previous finding',
  next: 'Next finding',
  position: (at: number, total: number) => `${countText(at)} of ${countText(total)}`,
  announced: (at: number, total: number, caption: string, status: string) =>
    `Finding${at > 0 ? ` ${countText(at)} of ${countText(total)}` : ''}: ${caption}, ${status}`,
  besideList: 'Finding',
  movedMeanwhile: (status: string) => `The selected record has meanwhile been moved to ${status}.`,
  meanwhile: 'Meanwhile moved to',
  isTurning: 'The next records are being loaded. Press the key again when they are shown.',
  onePlatform: 'Select findings of one platform to decide on them together.',
  notInList: 'This finding is no longer in the list.',
  decideOn: 'Decisions',
  otherDecisions: 'More…',
  fixedStatus: 'There is nothing to decide in this status.',
  found: 'Found',
  genuine: 'Genuine',
  noGenuine: 'No genuine picture of this brand is stored.',
  noPicture: 'No picture',
  openPictureOf: (caption: string) => `Open the picture of ${caption}`,
  moreFacts: (count: number) => (count === 1 ? '1 more detail' : `${countText(count)} more details`),
  sellerPage: (name: string) => `Page of ${name} in a new tab`,
  comment: 'Comment',
  openAddress: 'Open',
  copyAddress: 'Copy',
  notApproved: 'Not approved by the client',
  overrideReason: 'Reason to continue without the approval',
  overrideReasonHint: '10 to 500 characters; it is stored and logged.',
  goOn: 'Continue',
  moveAll: (count: number) => `Move all ${countText(count)} with this reason`,
  swipe: (right: string | undefined, left: string | undefined) =>
    `Swipe ${[right && `right: ${right}`, left && `left: ${left}`].filter(Boolean).join(', ')}`,
  exportView: (format: string) => `Export this view as ${format}`,
  decideNow: (decision: string, selected: number) =>
    selected > 0 ? `${decision}: ${countText(selected)} selected` : decision,
  addressCopied: 'Address copied.',
  openWarning: 'This address was reported as suspicious. Do not enter anything on it. Open it?',
  noComments: 'No comments yet.',
  selectRecords: 'Select records',
  moreActions: 'More actions',
  endSelecting: 'Done',
  decideMany: 'Move to…',
  recentDecisions: 'Recent decisions',
  moveTo: (status: string) => `Move to ${status}`,
  moveMany: (count: number, status: string) => `Move ${countOf(count, 'record')} to ${status}`,
  willMove: (changes: number, total: number, status: string) =>
    `${countText(changes)} of ${countOf(total, 'selected record')} will move to ${status}.`,
  leftOut: 'Left out',
  tooManyToDecide: (count: number, cap: number) =>
    `${countText(count)} records match. To decide on them all at once, filter to ${countText(cap)} or fewer.`,
  deciding: (done: number, total: number) => `${countText(done)} of ${countText(total)} done`,
  decisionFailed: 'It could not be completed because of an error on the server.',
  goesOn: 'You can close this window; the rest continues.',
  undoing: (done: number, total: number) => `${countText(done)} of ${countText(total)} restored`,
  stop: 'Stop',
  cancel: 'Cancel',
  close: 'Close',
  moved: (count: number, status: string) => `${countOf(count, 'record')} moved to ${status}.`,
  changedByOthers: (count: number) =>
    `${countOf(count, 'record')} had changed in the meantime and stayed as they were.`,
  noDecisions: 'You have not decided on several records at once yet.',
  cards: 'Pictures',
  table: 'Table',
  shownAs: 'Show as',
  cardSize: 'Size of the pictures',
  comments: 'Comments',
  tryAgain: 'Try again',
  approvedJustNow: (count: number) => `${countOf(count, 'record')} approved.`,
  undone: (count: number) => `${countOf(count, 'record')} returned to Awaiting Approval.`,
  undoneDecisions: (count: number) => `${countOf(count, 'record')} restored.`,
  selected: (count: number, loaded: number) =>
    count === 0 ? `Select from ${countText(loaded)} on this page` : `${countText(count)} on this page selected`,
  allSelected: (count: number) => `All ${countText(count)} matching records selected`,
  selectMatching: (count: number) => `Select all ${countText(count)} matching records`,
  tooManyMatch: (count: number) =>
    `${countText(count)} records match. To approve them all at once, filter to ${countText(approvalCap)} or fewer.`,
  /** The confirmation before all matching findings are approved; `notice` says why it is shown again. */
  confirmMatching: (title: string, count: number, notice: string) => ({
    title: `Approve ${countOf(count, `${title} finding`)}?`,
    text: `${notice === '' ? '' : `${notice} `}This approves every finding that matches the dates and filters of this list, including findings not yet loaded. You can undo it for 10 seconds.`,
    yes: `Approve ${countText(count)}`,
  }),
  decideInExcel: 'Decide in Excel',
  downloadToDecide: 'Download this list to decide',
  uploadDecisions: 'Upload decisions…',
  decisionsOf: (title: string) => `${title}: decisions from Excel`,
  howToDecide:
    'Download the list, choose Approve, No Action or Client Review in its Decision column, and choose the file here. Rows without a decision are left unchanged. You see a preview of the changes before you confirm them.',
  change: (count: number) => `Change ${countOf(count, 'record')}`,
  unchangedRows: (undecided: number, same: number) =>
    `${countOf(undecided, 'row')} without a decision, ${countOf(same, 'row')} already in the chosen status.`,
  newFindings: 'New findings have arrived.',
  showNew: 'Show them',
  downloadFailed: 'Download failed. Please try again later.',
  preparing: (format: string) => `Preparing ${format}…`,
  bytesReceived: (bytes: number) => `${sizeText(bytes)} received…`,
  ofNotification: 'These are the records of one notification. Dates and filters do not apply.',
  allRecords: 'Show all records',
  tableOf: (title: string) => `${title} findings`,
  nothing: (title: string) => `No ${title} findings`,
  nothingHint: (range: DayRange, filtered: boolean) =>
    `Nothing was reported from ${showDay(range.startDate)} to ${showDay(range.endDate)}${
      filtered ? ' that matches the filters. Change the dates or clear the filters.' : '. Change the dates to see more.'
    }`,
  nothingOfNotification: 'The records of this notification are no longer available.',
  clearFilters: 'Clear filters',
} as const

function countOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}
