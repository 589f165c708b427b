import { bytesPerRow, charactersPerCell } from '#features/staging/rules.ts'
import { countText } from '#vocabulary/numbers.ts'

const rows = (n: number) => `${countText(n)} ${n === 1 ? 'row' : 'rows'}`

const quoted = (text: string): string => (text === '' ? '(empty)' : `“${text}”`)

/** Texts of Staging and Review. */
export const texts = {
  title: 'Staging',
  reviewTitle: 'Review',
  chooseScope: 'Choose a company, brand and platform',
  chooseScopeHint: 'Rows that you stage are shared with your colleagues until the draft is submitted.',
  allOpenDrafts: 'All open drafts',
  openDraftHeads: ['Draft', 'Company', 'Platform', 'Rows', 'Started by', 'Last saved'],
  openDraft: (fileName: string) => `Open ${fileName}`,
  onlyNewestDrafts: (n: number) => `Only the ${countText(n)} drafts saved last are shown.`,
  draft: 'Draft',
  newDraft: 'New draft',
  openDrafts: 'Open',
  submittedDrafts: 'Submitted in the last 90 days',
  rows,
  sheet: (platform: string) => `Rows of the draft, ${platform}`,
  empty: 'No rows yet',
  emptyHint: 'Add rows and fill them in, or paste them from Excel. The first row that you save creates the draft.',
  addRows: (n: number) => `Add ${n} records`,
  saveAll: 'Save all',
  submit: 'Submit draft',
  saveRow: (sn: number) => `Save row ${sn} as draft`,
  removeRow: (sn: number) => `Remove row ${sn}`,
  addPicture: (sn: number) => `Choose the picture of row ${sn}`,
  showPicture: (sn: number) => `Show the picture of row ${sn}`,
  downloadErrors: 'Download the rows with their errors',
  tally: (all: number, wrong: number) =>
    `${rows(all)}, ${wrong === 0 ? 'no errors found' : `${countText(wrong)} with errors`}`,
  // What the line above the sheet says: failures show no alert (S-283), and nothing is lost.
  saved: 'Saved',
  saving: (n: number) => `Saving ${rows(n)} …`,
  submitting: (n: number) => `Submitting ${rows(n)} …`,
  unsaved: (n: number) => `${rows(n)} not saved yet, kept in this browser`,
  notSaved: (n: number, why: string) => `${rows(n)} not saved yet, kept in this browser: ${why}`,
  retried: 'The server cannot be reached. They will be saved as soon as it responds.',
  notSubmitted: (why: string) => `Not submitted: ${why}`,
  unanswered: 'The connection was lost. Whether the draft was submitted will show here as soon as the server responds.',
  notSubmittedSoFar: 'The connection was lost, and the draft has not been submitted so far. Submit it again.',
  undecided: 'First choose which version to keep of the rows that somebody else changed.',
  nothingStaged: 'Save a row first.',
  tooLarge: ([first = 0, ...others]: readonly number[]) =>
    `${others.length === 0 ? `Row ${countText(first)} is` : `Row ${countText(first)} and ${countText(others.length)} more are`} ` +
    `too large. A cell holds ${countText(charactersPerCell)} characters, a row ${bytesPerRow / 1024} KB.`,
  pictureFailed: (reason: string) => `The picture was not stored: ${reason}`,
  notPicture: 'Only pictures can be added to a row.',
  restored: (n: number) => `Restored ${countText(n)} unsaved ${n === 1 ? 'row' : 'rows'}.`,
  alsoHere: 'Also in this draft:',
  inRow: (name: string, sn: string) => `${name} (row ${sn})`,
  editsRow: (names: readonly string[]) => `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} in this row`,
  savedByOther: (sn: number, by: string, at: string) =>
    `Row ${sn}: ${by} saved it at ${at}, while you were changing it.`,
  removedByOther: (sn: number, by: string, at: string) =>
    `Row ${sn}: ${by} removed it at ${at}, while you were changing it.`,
  difference: ({ label, theirs, mine }: { label: string; theirs: string; mine: string }) =>
    `${label}: theirs ${quoted(theirs)}, yours ${quoted(mine)}`,
  moreDifferences: (n: number) => `and ${countText(n)} more ${n === 1 ? 'cell' : 'cells'}`,
  moreConflicts: (n: number) => `and ${rows(n)} more`,
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  sentBack: (by: string, at: string) => `${by} returned this draft on ${at}`,
  submittedBy: (by: string, at: string) => `${by} submitted this draft on ${at}. It can only be read.`,
  showFindings: 'Show the findings',
  notInTime: (n: number) => `${rows(n)} of yours ${n === 1 ? 'was' : 'were'} not saved before that.`,
  moveToNew: 'Move to a new draft',
  returned: 'Returned',
  fetch: 'Fetch Data',
  readOnly: 'Read-only view',
  noDrafts: 'No drafts here',
  noDraftsHint: 'Rows appear here as soon as somebody saves them on Staging.',
  reviewHint: 'Then “Fetch Data” lists the rows that are staged for them.',
  notFetched: 'No rows fetched yet',
  notFetchedHint: '“Fetch Data” lists the rows that are staged for this brand and platform.',
  reviewSheet: (platform: string) => `Staged rows, ${platform}`,
  reviewHeads: ['Draft', 'Rows', 'Started by', 'Last saved', 'Remark'],
  reviewing: (all: number, drafts: number) =>
    `${rows(all)} in ${countText(drafts)} ${drafts === 1 ? 'draft' : 'drafts'}`,
  onlyFirst: (n: number) => `Only the first ${rows(n)} are shown. Choose a draft to see its rows.`,
  sendBack: 'Return',
  sendBackTitle: (fileName: string) => `Return ${fileName}?`,
  remark: 'Remark',
  remarkHint: (owner: string) => `${owner} will see it in the notifications and above the draft.`,
  columnDraft: 'Draft',
  columnSavedBy: 'Saved by',
  columnSavedAt: 'Saved at',
}
