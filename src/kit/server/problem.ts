import { sessionOver } from '#kit/contract/session-over.ts'

/** Field errors inside the house: field → sentence. The wire shape is made at the border (G9). */
export type FieldErrors = Readonly<Record<string, string>>

/** Something the caller can act on. Anything else that is thrown is a defect and answers 500 without detail. */
export class Problem extends Error {
  readonly status: number
  readonly fields: FieldErrors | undefined
  /** Further members of the answer (the 409 report of an upload, G68). */
  readonly extra: Readonly<Record<string, unknown>> | undefined

  constructor(status: number, message: string, more: { fields?: FieldErrors; extra?: Record<string, unknown> } = {}) {
    super(message)
    this.status = status
    this.fields = more.fields
    this.extra = more.extra
  }
}

export const notFound = () => new Problem(404, 'Resource not found.')
export const forbidden = () => new Problem(403, 'You are trying to access Unauthorised Page')
export const signedOut = () => new Problem(401, sessionOver)

/** A 422 that names fields; the message is the first sentence. */
export function invalid(fields: FieldErrors, message = Object.values(fields)[0] ?? 'Not valid'): Problem {
  return new Problem(422, message, { fields })
}
