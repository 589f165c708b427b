import type { z } from 'zod'
import type { Role } from '#vocabulary/roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may knock: nobody needs to be known (`public`), the holder of a one-time-code token (`limited`, G21),
 * or these roles. There is no default.
 */
export type Access = 'public' | 'limited' | readonly Role[]

/**
 * All that browser and server know of a call. `takes` reads one object made of path parameters, query and body;
 * `answers` is what a 200 carries. Paths stand without the /api prefix (G1), parameters in braces.
 */
export type Endpoint<Takes extends z.ZodType = z.ZodType, Answers extends z.ZodType = z.ZodType> = {
  method: Method
  path: `/${string}`
  access: Access
  takes: Takes
  answers: Answers
  /** One line for the API page. */
  summary: string
  /** How the body arrives (default json): `files` as multipart, `rows` as raw JSON bytes read off the request thread. */
  body?: 'json' | 'files' | 'rows'
  /** The answer is a stream or a file the handler sends itself; `answers` then only documents it. */
  streams?: boolean
  /** Body limit in bytes where it differs from 1 MiB. */
  bodyLimit?: number
  /** How a refusal names its fields (G9): a list of one-key objects, or for sign-in one object. */
  errorsAs?: 'list' | 'object'
  /** The handler opens its transactions itself: it must keep something though it refuses, or works long before it writes. */
  ownTransactions?: boolean
  /**
   * A read that is asked all the time: its first statement proves the session that the process remembers, instead of a
   * statement before it that reads the session.
   */
  provesSession?: boolean
}

export type Contract = Readonly<Record<string, Endpoint>>

/** What a caller hands in (before reading). */
export type Asks<E extends Endpoint> = z.input<E['takes']>
/** What the handler gets (after reading). */
export type Takes<E extends Endpoint> = z.output<E['takes']>
/** What comes back. */
export type Answers<E extends Endpoint> = z.output<E['answers']>

/** Keeps the exact types of an endpoint while checking its shape. */
export function endpoint<const T extends z.ZodType, const A extends z.ZodType>(of: Endpoint<T, A>): Endpoint<T, A> {
  return of
}
