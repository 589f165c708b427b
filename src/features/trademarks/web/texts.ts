import { counted, countText } from '#vocabulary/numbers.ts'

/** What is said of a loaded list: days as they are shown, how many entries and own marks on it, the digest of its signature. */
type ListState = { made: string; loaded: string; entries: number; found: number; signedWith: string | null }

/** Texts of the TMCH screens, apart from messages of the server. Titles are exact (A-027, A-138). */
export const texts = {
  title: 'TMCH Data',
  dashboard: 'TMCH',
  table: 'Marks',
  details: 'TMCH Details',
  notification: 'Notification Detail',
  good: 'Yeah..',
  bad: 'Oops...',
  add: 'Add TMCH',
  addNotification: 'Add Notification',
  lists: 'Clearinghouse Lists',
  none: 'No TMCH marks yet',
  noneHint: 'Add the first one manually, or drop a signed mark file (.smd) of the clearinghouse on the form.',
  noNotifications: 'No notifications yet.',
  reportingDate: 'Reporting Date',
  drop: 'Drop a signed mark file (.smd) here, or choose one. Its signature, certificate and dates are checked.',
  choose: 'Choose file',
  remove: 'Remove file',
  notRead: 'The signed mark file was rejected',
  valid: (smdId: string) => `Signed mark ${smdId} is valid and filled in.`,
  covers: (count: number) => `It covers ${count} domain label${count === 1 ? '' : 's'}.`,
  holds: (count: number) => `This file contains ${count} marks. All of them are saved; the form shows`,
  marksOfFile: 'Marks of the signed mark file',
  claimed: 'On the claims list',
  load: 'Load list',
  loadHint:
    'A claims list (DNL) or a revocation list (SMDRL) as published by the clearinghouse (CSV). It replaces the previous list. Select its .sig file as well to have the signature checked.',
  listRefused: 'The list was not loaded',
  listNoText: 'This is not a text file. Choose the list as published by the clearinghouse (CSV).',
  noList: 'A signature was selected without its list.',
  weak: 'Signed with SHA-1: a weak digest that gives little assurance. Only load lists that you downloaded from the clearinghouse.',
  notLoaded: 'No list loaded yet.',
  state: ({ made, loaded, entries, found, signedWith }: ListState) =>
    `Made on ${made}, loaded on ${loaded}, ${counted(entries, 'entry', 'entries')}, ${countText(found)} of your marks. ${
      signedWith ? `Signed by the clearinghouse (${signedWith})` : 'Loaded without its signature'
    }.`,
  matched: { DNL: 'Labels on the list', SMDRL: 'Signed mark' },
  noneFound: 'None of your marks is on this list.',
  kinds: { DNL: 'Claims list (DNL)', SMDRL: 'Revocation list (SMDRL)' },
} as const

/** Labels of the form fields. */
export const labels = {
  company: 'Company',
  brand: 'Brand',
  markName: 'Mark Name',
  reportingDate: 'Reporting Date',
  markType: 'Mark Type',
  status: 'Status',
  startDate: 'Start Date',
  expiryDate: 'Expiry Date',
  sunriseFlag: 'Sunrise Flag',
  notifications: 'Notifications',
  signedMark: 'Signed mark file',
} as const
