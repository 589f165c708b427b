/** The maximum number of mails per reading, and the maximum size of a mail in bytes. */
export const maxMailsPerReading = 200
export const maxMailBytes = 20 * 1024 * 1024

/** A mail in the reply mailbox. */
export type BoxMail = {
  /** Identifies the mail: the same whenever it is read again. */
  name: string
  content: Uint8Array | 'too large'
  /** Marks it as processed and moves it; call it once its record is stored. Harmless when repeated. */
  done: () => Promise<void>
}

/** Reads the waiting mails, at most `maxMailsPerReading`. Throws BoxProblem. */
export type AnswerBox = () => AsyncIterable<BoxMail>

/** The mailbox could not be read; `message` is shown to staff. `isRefused`: the login failed, do not retry soon. */
export class BoxProblem extends Error {
  readonly isRefused: boolean
  constructor(message: string, { isRefused = false, ...more }: { isRefused?: boolean; cause?: unknown } = {}) {
    super(message, more)
    this.isRefused = isRefused
  }
}
