/** The user-visible messages of the case files feature. */
export const messages = {
  requested: 'The case file is being created',
  noFindings: 'Record ids is required',
  tooMany: (max: number) => `A case file can have at most ${max} findings`,
  platformNotValid: 'Platform is not valid',
  partNotValid: 'Part is not valid',
  certificateNotValid: 'Certificate is not valid',
  severalNotValid: 'Several companies is not valid',
  oneCompany:
    'The findings belong to several companies. A case file has those of one, so that none sees another’s: make one for each company, or ask an Admin.',
  confirmSeveral: (companies: string) =>
    `The findings belong to several companies (${companies}), and whoever gets the file sees all of them. Confirm that this is wanted.`,
  findingGone: 'A finding was deleted before the file was created',
  tooLarge: 'The file would be larger than 2 GB. Choose fewer findings.',
  notMade: 'The file could not be created. Please request it again.',
  notThere: 'This file has been deleted. Its verification code stays on record.',
  notReady: 'This file is not ready yet',
  notSigned: 'This file is older than signatures. It has a verification code only.',
} as const

/** The result of checking a stored object against the hash of its upload. */
export const evidence = {
  same: 'Unchanged: the SHA-256 matches the upload.',
  unrecorded: 'No SHA-256 was recorded on upload.',
  differs: 'Changed since the upload: its SHA-256 does not match.',
  missing: 'The stored object is missing.',
  outside: 'Stored outside Brandkeep. No copy was saved.',
} as const

export const emailTexts = {
  stored: 'The email exactly as it was sent.',
  answer: 'The email exactly as it was received.',
  notStored:
    'No sent copy exists: the email is older than this feature, or has not been sent. The text is that of the outbox.',
} as const
