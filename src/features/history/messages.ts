/** What the server says of the logs. */
export const messages = {
  tooManyToDownload: 'More than 1,000,000 changes. Choose fewer days or further filters.',
} as const
