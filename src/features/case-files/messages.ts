/** Every sentence of the case files that a person may read. */
export const messages = {
  asked: 'The case file is being made',
  noFindings: 'Record ids is required',
  tooMany: (most: number) => `A case file has ${most} findings at most`,
  platformNotValid: 'Platform is not valid',
  partNotValid: 'Part is not valid',
  findingGone: 'A finding was deleted before the file was made',
  tooLarge: 'The file would be larger than 2 GB. Choose fewer findings.',
  notMade: 'The file could not be made. Ask for it again.',
  notThere: 'This file is no longer kept. Its head stays on record.',
  notReady: 'This file is not made yet',
} as const

/** What became of a piece of evidence between its storing and the file. */
export const evidence = {
  same: 'As stored: the SHA-256 is that of the upload.',
  unrecorded: 'No SHA-256 was recorded when it was stored.',
  differs: 'It is not what was stored: its SHA-256 is another than that of the upload.',
  missing: 'The stored object is missing.',
  outside: 'The picture lies outside the house and was not kept.',
} as const

export const letterTexts = {
  kept: 'The letter exactly as it travelled.',
  answer: 'The mail exactly as it came.',
  notKept:
    'The letter was sent before letters were kept as they travel, or has not left; its words are those of the outbox.',
} as const
