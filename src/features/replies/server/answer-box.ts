/** The most mails of one run, and the largest that is read. */
export const perRun = 200
export const largest = 20 * 1024 * 1024

/** A mail as it lies in a box. */
export type BoxMail = {
  /** Stays the same when this mail is met again. */
  name: string
  content: Uint8Array | 'too large'
  /** Lays it aside; called once its record is kept, and harmless when somebody else did so. */
  done: () => Promise<void>
}

/** The mails that wait in a box, at most `perRun`. Throws BoxProblem. */
export type AnswerBox = () => AsyncIterable<BoxMail>

/** The box could not be read; `message` is for people. `isRefused`: trying again soon only locks the account. */
export class BoxProblem extends Error {
  readonly isRefused: boolean
  constructor(message: string, { isRefused = false, ...more }: { isRefused?: boolean; cause?: unknown } = {}) {
    super(message, more)
    this.isRefused = isRefused
  }
}
