import type { z } from 'zod'
import type { Role } from '#vocabulary/roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: anybody (`public`), the holder of a one-time-code token (`limited`, G21), or these roles. There is no
 * default.
 */
export type Access = 'public' | 'limited' | readonly Role[]

/**
 * The definition of a call that browser and server share. `takes` parses one object of path parameters, query and body;
 * `answers` is the body of a 200. Paths have no /api prefix (G1), parameters are in braces.
 */
export type Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  method: Method
  path: `/${string}`
  access: Access
  takes: Input
  answers: Output
  /** One line for the API page. */
  summary: string
  /**
   * Format of the body (default json): `files` is multipart, `rows` raw JSON bytes that are parsed in another thread.
   */
  body?: 'json' | 'files' | 'rows'
  /**
   * The handler sends a stream or a file itself; `answers` then only documents it. A GET without this flag has no
   * `reply`, and may run twice for one request (see serve.ts).
   */
  streams?: boolean
  /** Body limit in bytes, if it differs from 1 MiB, or from 16 KiB of calls without a full session. */
  bodyLimit?: number
  /** Shape of field errors (G9): a list of one-key objects, or for sign-in one object. */
  errorsAs?: 'list' | 'object'
  /**
   * The handler opens its transactions itself: it stores something even if it fails, or works long before it writes.
   */
  ownTransactions?: boolean
}

export type Contract = Readonly<Record<string, Endpoint>>

/** What a caller passes in (before parsing). */
export type CallInput<E extends Endpoint> = z.input<E['takes']>
/** What the handler receives (after parsing). */
export type HandlerInput<E extends Endpoint> = z.output<E['takes']>
/** What the call returns. */
export type CallOutput<E extends Endpoint> = z.output<E['answers']>

/** Defines an endpoint: checks its shape and keeps its exact types. */
export function endpoint<const T extends z.ZodType, const A extends z.ZodType>(
  definition: Endpoint<T, A>,
): Endpoint<T, A> {
  return definition
}
