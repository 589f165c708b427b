import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import secureJson from 'secure-json-parse'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { openJsonBounds } from './json-bounds.ts'
import { readBody } from './row-bodies.ts'

/** Bytes that anybody may send without an account; the longest such body is a password with its reset token. */
const publicLimit = 16 * 1024
/** Bytes that signed-in people may send to a call without a limit of its own. */
const usualLimit = 1024 * 1024
/** Bytes of a body per value: a UUID with its quotes and comma has 39. */
const bytesPerValue = 40
const fewestValues = 2000
/** Bytes from which a body is parsed in a turn of the event loop of its own. */
const largeBody = 64 * 1024

/** How many bytes the body of a call may have. */
export function bodyLimitOf(endpoint: Endpoint): number {
  return endpoint.bodyLimit ?? (typeof endpoint.access === 'object' ? usualLimit : publicLimit)
}

/**
 * Reads JSON bodies on the request thread, within bounds that are checked while the bytes arrive; bodies of rows stay
 * bytes. Parsing in a worker thread would hold this one longer: a copy of 25,000 parsed rows takes 40 ms, parsing 10.
 */
export function readJsonBodies(server: FastifyInstance): void {
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', (request, payload, done) => {
    const { endpoint } = request.routeOptions.config
    // Nothing reads the body of a call that does not exist.
    if (!endpoint) return done(null, undefined)
    const reading = endpoint.body === 'rows' ? readBody(request, payload) : readJson(request, payload)
    reading.then((value) => done(null, value), done)
  })
}

async function readJson(request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<unknown> {
  const bounds = openJsonBounds(Math.max(fewestValues, request.routeOptions.bodyLimit / bytesPerValue))
  let refusal: unknown
  const bytes = await readBody(request, payload, (piece) => {
    if (refusal !== undefined) return
    try {
      bounds.take(piece)
    } catch (problem) {
      // Thrown at the end: a browser that is still sending would report a broken connection instead of the answer.
      refusal = problem
    }
  })
  if (refusal !== undefined) throw refusal
  if (bytes.length === 0) return undefined
  if (bytes.length <= largeBody) return parse(bytes, bounds.hasUnsafeName())
  await ownTurn()
  const value = parse(bytes, bounds.hasUnsafeName())
  // It is validated in the next turn.
  await ownTurn()
  return value
}

function parse(bytes: Buffer, hasUnsafeName: boolean): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
    // A name that would change the prototype of an object when it is copied.
    if (hasUnsafeName && typeof value === 'object' && value !== null)
      secureJson.scan(value, { protoAction: 'error', constructorAction: 'error' })
    return value
  } catch (problem) {
    throw Object.assign(problem as Error, { statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY' })
  }
}

let lastTurn: Promise<void> = Promise.resolve()

/** Resolves in a turn of the event loop that no other large body has: in between everybody else is answered. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}
