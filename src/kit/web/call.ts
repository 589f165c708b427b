import type { z } from 'zod'
import type { CallOutput, CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { sessionOver } from '#kit/contract/session-over.ts'
import { tooManyAttempts } from '#kit/contract/too-many-attempts.ts'
import { reach } from './connection.ts'

/** Path prefix of the API; the one client constant of G1. */
export const apiPrefix = '/api'

/** A failed call: the server's message, its field errors as field → message, and the whole response body. */
export class CallFailed extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly answer: Readonly<Record<string, unknown>>

  constructor(status: number, answer: Record<string, unknown>) {
    super(typeof answer['message'] === 'string' ? answer['message'] : messageOf(status))
    this.status = status
    this.answer = answer
    this.fields = fieldsOf(answer['errors'])
  }
}

/** Whether the server answered a call with one of these HTTP statuses. */
export const failedWith = (error: unknown, ...statuses: readonly number[]): error is CallFailed =>
  error instanceof CallFailed && statuses.includes(error.status)

/** Whether a call failed because the session is over. */
export const isSessionOver = (error: unknown): boolean => failedWith(error, 401) && error.message === sessionOver

/** For an answer without a message of the server's, such as the page of a proxy in front of it. */
function messageOf(status: number): string {
  if (status === 413) return 'This is too large to be sent.'
  if (status === 429) return tooManyAttempts
  if (status >= 502 && status <= 504) return 'The server is busy or being updated. Please try again in a minute.'
  return 'Something went wrong'
}

function fieldsOf(errors: unknown): Record<string, string> {
  if (Array.isArray(errors)) return Object.assign({}, ...(errors as object[])) as Record<string, string>
  return errors !== null && typeof errors === 'object' ? (errors as Record<string, string>) : {}
}

type TokenSource = { read: () => string | null; onExpired: () => void }
let tokenSource: TokenSource = { read: () => null, onExpired: () => undefined }

/** Sets where calls read the token and what happens when the server no longer accepts it (G120). */
export function setTokenSource(token: TokenSource): void {
  tokenSource = token
}

/** The URL of a call with path and query filled in; `rest` is the remaining input, the body. */
export function addressOf<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): { url: string; rest: Record<string, unknown> } {
  const rest = { ...(input as Record<string, unknown>) }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (endpoint.method !== 'GET') return { url: apiPrefix + path, rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  const queryText = query.toString()
  return { url: apiPrefix + path + (queryText ? `?${queryText}` : ''), rest }
}

/** The header of the person for whom a request is made; nobody is signed in without it. */
export type Authorisation = { authorization?: string }

/** Authorisation header of the signed-in person, for the few requests that are not made with `call`. */
export function authorisation(): Authorisation {
  const token = tokenSource.read()
  return token ? { authorization: `Bearer ${token}` } : {}
}

/** Makes a call. Resolves with the response body; rejects with CallFailed (server) or a TypeError (network). */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: { signal?: AbortSignal; headers?: Readonly<Record<string, string>>; keepalive?: boolean } = {},
): Promise<CallOutput<E>> {
  const { url, rest } = addressOf(endpoint, input)
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  const sent = authorisation()
  const response = await reach(url, {
    method: endpoint.method,
    headers: { ...options.headers, ...sent, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: JSON.stringify(rest) } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
  })
  return (await answerOf(response, sent)) as z.output<E['answers']>
}

/**
 * Reads the body of the response to a request that was `sent` with this authorisation. An ended session starts the
 * sign-out once, unless somebody has signed in since; every failure is thrown as CallFailed.
 */
export async function answerOf(response: Response, sent: Authorisation): Promise<unknown> {
  // A body that ends half-way is no answer, as when the network fails; a proxy's failure may have no body of ours.
  if (response.ok)
    return response.json().catch((cause: unknown) => {
      throw cause instanceof SyntaxError ? new TypeError(cause.message, { cause }) : cause
    })
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
  const isCurrent = sent.authorization !== undefined && sent.authorization === authorisation().authorization
  const failure = new CallFailed(response.status, answer)
  if (isCurrent && isSessionOver(failure)) tokenSource.onExpired()
  throw failure
}
