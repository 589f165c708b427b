import type { Email } from 'postal-mime'

/** Reads a header of one mail by its name in lower case; empty where the mail has none. */
export type ReadHeader = (name: string) => string

/** The headers of a mail, each by its first value. */
export const headersOf =
  (mail: Email): ReadHeader =>
  (name) =>
    mail.headers.find(({ key }) => key === name)?.value ?? ''

/** Whether a program says that it sent the mail itself (RFC 3834). */
export const isAutoSubmitted = (header: ReadHeader): boolean => /^auto/i.test(header('auto-submitted').trim())
