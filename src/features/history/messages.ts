/** Messages of the server about the logs. */
export const messages = {
  tooManyToDownload: 'More than 1,000,000 changes. Choose fewer days or further filters.',
} as const

/** The columns of the status log, on the screen and in the file. */
export const logHeads: readonly string[] = [
  'Sr.',
  'Company',
  'Brand',
  'Platform',
  'Module',
  'Username',
  'URL/Domain',
  'Date & Time',
  'From Status',
  'To Status',
]
