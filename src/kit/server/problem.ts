import { resourceNotFound } from '#kit/contract/not-found.ts'
import { sessionOver } from '#kit/contract/session-over.ts'

/** Field errors: field → message. The error handler converts them to the response shape (G9). */
export type FieldErrors = Readonly<Record<string, string>>

/** An error the caller can act on. Any other error is a defect and results in a 500 without detail. */
export class Problem extends Error {
  readonly status: number
  readonly fields: FieldErrors | undefined
  /** Further members of the response (the 409 report of an upload, G68). */
  readonly extra: Readonly<Record<string, unknown>> | undefined

  constructor(
    status: number,
    message: string,
    details: { fields?: FieldErrors; extra?: Record<string, unknown> } = {},
  ) {
    super(message)
    this.status = status
    this.fields = details.fields
    this.extra = details.extra
  }
}

export const notFound = () => new Problem(404, resourceNotFound)
export const forbidden = () => new Problem(403, 'You are trying to access Unauthorised Page')
export const busy = () => new Problem(503, 'The service is busy. Please try again.')
export const signedOut = () => new Problem(401, sessionOver)

/** A 422 with field errors; its message is the first of them. */
export function invalid(fields: FieldErrors, message = Object.values(fields)[0] ?? 'Not valid'): Problem {
  return new Problem(422, message, { fields })
}
