import type { RequestStatus } from '#features/requests/contract.ts'
import { counted } from '#vocabulary/numbers.ts'

/** Texts of the client's screen (C-117 to C-130). */
export const texts = {
  title: 'CLIENT REQUEST',
  noBrand: 'Please select a brand to submit a request.',
  noBrandHint: 'Choose it here, or under Brand at the top of the page.',
  company: 'Company',
  companyHint: 'Select from dropdown',
  brand: 'Brand',
  brandHint: 'Select from Brand',
  platform: 'Platform',
  platformHint: 'Select platform',
  lines: 'Domains / URLs',
  linesHint: 'One per line',
  remarks: 'Remarks',
  upload: "Upload Domain's / URLs",
  submit: "Submit Domain's / URLs",
  requested: 'Requested Data',
  noneRequested: 'Upload addresses above. You can review and change them here before you submit them.',
  clearAll: 'Clear all records',
  remove: 'Delete',
  view: 'View record',
  own: 'Your requests',
  requests: 'Requests',
  ownNone: 'No requests yet',
  ownNoneHint: 'Your submitted requests and their status appear here.',
} as const

/** The dialogs of Submit (C-325, C-327, C-328). */
export const dialogs = {
  submitted: 'Submitted Successfully',
  failed: 'Submission Failed',
  unexpected: 'An unexpected error occurred. Please try again later.',
} as const

/** The flags on a row (C-129). */
export const flagLabels = { duplicate: 'Duplicate Record', exists: 'Record Exists' } as const

export const discardPrompt = (rows: number) => ({
  title: 'Discard the addresses?',
  text: `${counted(rows, 'address has', 'addresses have')} not been submitted.`,
})

/** The colour of each status, always shown with its name. */
export const statusColours: Readonly<Record<RequestStatus, string>> = {
  Open: '#1565c0',
  Taken: '#b26a00',
  Done: '#2e7d32',
  Declined: '#c62828',
}

/** What a status means to the client. */
export const statusMeanings: Readonly<Record<RequestStatus, string>> = {
  Open: 'Waiting for an analyst.',
  Taken: 'An analyst is looking at it.',
  Done: 'Reported. It is now in your dashboard.',
  Declined: 'Not reported.',
}

/** Texts of the staff screen. */
export const inbox = {
  title: 'Client Requests',
  none: 'No client requests',
  noneHint: 'New requests from clients appear here automatically.',
  take: 'Take',
  upload: 'Upload Data',
  release: 'Reopen',
  decline: 'Decline',
  mine: 'Taken by me',
  takeAll: (n: number) => `Take all ${n}`,
  failed: 'The request could not be changed. Please try again.',
} as const
