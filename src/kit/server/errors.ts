import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { resourceNotFound } from '#kit/contract/not-found.ts'
import { tooManyAttempts } from '#kit/contract/too-many-attempts.ts'
import { type FieldErrors, Problem } from './problem.ts'

/** Messages for requests that Fastify itself rejects before a handler runs. */
const fastifyErrors: Readonly<Record<string, readonly [status: number, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'This content type is not supported.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The length of the body does not match its content-length.'],
}

/** Sends every error in the agreed shape (G9): {message}, on a 422 also `errors` as a list of one-key objects. */
export function registerErrorHandler(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    if (error instanceof Problem) {
      if (error.status === 503) reply.header('retry-after', retrySeconds)
      const errors = error.fields && fieldsAs(request.routeOptions.config.endpoint?.errorsAs ?? 'list', error.fields)
      return reply.status(error.status).send({ message: error.message, ...(errors ? { errors } : {}), ...error.extra })
    }
    const refusal = fastifyErrors[error.code ?? '']
    if (refusal) return reply.status(refusal[0]).send({ message: refusal[1] })
    if (error.statusCode === 400 || brokenForm.test(error.message))
      return reply.status(400).send({ message: 'The request cannot be read.' })
    if (error.statusCode === 429) return reply.status(429).send({ message: tooManyAttempts })
    // What the file server refuses, such as a path out of its folder, is not there.
    if (error.statusCode === 403 || error.statusCode === 404)
      return reply.status(404).send({ message: resourceNotFound })
    if (error.statusCode === 503 || isBusy(error)) return sendUnavailable(reply, busy)
    // Deadlock or serialisation failure: PostgreSQL rolled this transaction back.
    if (/^40(001|P01)$/.test(error.code ?? '')) return sendUnavailable(reply, temporarilyUnavailable)
    if (isStorageFull(error)) {
      request.log.error({ err: error }, 'storage is full')
      return reply.status(507).send({ message: storageFull })
    }
    if (isStoreUnavailable(error)) {
      request.log.error({ err: error }, 'the file store is unavailable')
      return sendUnavailable(reply, temporarilyUnavailable)
    }
    if (error.code === readOnlyDatabase) return sendUnavailable(reply, temporarilyUnavailable)
    const lost = lostConnection(error)
    if (lost) {
      request.log.error({ err: error }, 'connection lost')
      const mayBeSaved = lost === 'midway' && request.method !== 'GET'
      return sendUnavailable(reply, mayBeSaved ? possiblySaved : temporarilyUnavailable)
    }
    request.log.error({ err: error }, 'defect')
    return reply.status(500).send({ message: 'Something went wrong' })
  })
}

/** Rejects what is not a valid HTTP request in the agreed shape (G9): oversized headers, too slow, or not HTTP. */
export function refuseUnreadable(error: { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = unreadable[error.code ?? ''] ?? ['400 Bad Request', 'The request cannot be read.']
  const body = JSON.stringify({ message })
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`)
  else socket.destroy()
}

const unreadable: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address or a header of the request is too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long.'],
}

/** Messages of the multipart parser for a truncated body or a missing boundary; these errors have no code. */
const brokenForm = /^(Multipart: Boundary not found|.*unexpected end of multipart data)$/i

/** Seconds after which a call that was refused with 503 may be repeated. */
const retrySeconds = 5

function sendUnavailable(reply: FastifyReply, message: string): FastifyReply {
  return reply.status(503).header('retry-after', retrySeconds).send({ message })
}

/**
 * Whether work waited too long for a free connection or a lock (55P03), or took too long (57014): it was rolled back.
 */
function isBusy(error: { code?: string; message: string }): boolean {
  return /^(55P03|57014)$/.test(error.code ?? '') || /^timeout exceeded when trying to connect$/.test(error.message)
}

const busy = 'The service is busy. Please try again.'
const storageFull = 'Storage is full; nothing was saved.'
/** PostgreSQL: a standby, or a server that was set to read-only. */
const readOnlyDatabase = '25006'

/** What S3's library adds to an error that the store answered with. */
type OfStore = { $metadata?: { httpStatusCode?: number } }

/**
 * Whether the disk of the database (53100), that of the stored files or their S3 store has no space, or its owner no
 * quota, left.
 */
export function isStorageFull(error: Error & { code?: string } & OfStore): boolean {
  return (
    /^(53100|ENOSPC|EDQUOT)$/.test(error.code ?? '') ||
    error.$metadata?.httpStatusCode === 507 ||
    quotaUsedUp.test(error.name)
  )
}

/** Ceph and MinIO answer with other statuses when a bucket's quota is used up. */
const quotaUsedUp = /^(QuotaExceeded|XMinioAdminBucketQuotaExceeded)$/

/** Whether the S3 store is overloaded or broken (5xx, 429), or did not answer in time. */
function isStoreUnavailable({ name, $metadata }: Error & OfStore): boolean {
  const status = $metadata?.httpStatusCode ?? 0
  return status >= 500 || status === 429 || (name === 'TimeoutError' && $metadata !== undefined)
}

const temporarilyUnavailable = 'The service cannot do this right now. Please try again.'
const possiblySaved = 'The connection to the database was lost. Please check whether it was saved before trying again.'

/**
 * Whether the database or file store could not be reached at all, or the connection was lost midway, when it is unknown
 * whether a change was saved (the commit may have arrived). PostgreSQL error codes: classes 08, 53, 57P, and
 * 25P03 and 25P04 for a transaction that was idle or ran too long.
 */
export function lostConnection(error: { code?: string; message: string }): 'before' | 'midway' | undefined {
  if (/^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|57P03|53300|08001|08004)$/.test(error.code ?? '')) return 'before'
  if (/^(ECONNRESET|EPIPE|ETIMEDOUT|57P0[12]|25P0[34]|08\w{3})$/.test(error.code ?? '')) return 'midway'
  if (error.message === 'Connection terminated due to connection timeout') return 'before'
  // The second: the connection broke between two statements.
  return /^Connection terminated|is not queryable$/.test(error.message) ? 'midway' : undefined
}

function fieldsAs(shape: 'list' | 'object', fields: FieldErrors): object {
  if (shape === 'object') return fields
  return Object.entries(fields).map(([field, sentence]) => ({ [field]: sentence }))
}
