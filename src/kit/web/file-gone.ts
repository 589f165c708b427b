/** Browsers do not read a file that was changed after it was chosen. */
export const fileChanged = 'The file was changed, moved or deleted after it was chosen. Choose it again.'

/** Whether a chosen file can no longer be read. */
export const isFileGone = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')
