import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/**
 * In this scope JSON bodies stay bytes, each chunk written to its position as it arrives: concatenating 16 MB at the
 * end blocked the request thread for up to 40 ms. Errors are those of Fastify's own parser.
 */
export function readRowBodies(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', (request, payload, done) => {
    readBody(request, payload).then((bytes) => done(null, bytes), done)
  })
}

/** The raw request body; calls with `body: 'rows'` do not have it parsed. Throws 400 when it is empty. */
export function bodyBytes(request: FastifyRequest): Uint8Array {
  if (request.body instanceof Uint8Array && request.body.byteLength > 0) return request.body
  throw new Problem(400, 'The body is empty.')
}

/**
 * Reads the whole body of a request, at most as many bytes as its route allows. `onPiece` sees every chunk; what it
 * throws ends the reading.
 */
export function readBody(
  request: FastifyRequest,
  payload: NodeJS.ReadableStream,
  onPiece: (piece: Uint8Array) => void = () => undefined,
): Promise<Buffer> {
  const declaredLength = Number(request.headers['content-length'] ?? Number.NaN)
  const limit = request.routeOptions.bodyLimit
  if (declaredLength > limit) return Promise.reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  return Number.isNaN(declaredLength)
    ? readToEnd(payload, limit, onPiece)
    : readExactly(payload, declaredLength, onPiece)
}

/** Reads exactly the declared number of bytes. */
function readExactly(
  payload: NodeJS.ReadableStream,
  declaredLength: number,
  onPiece: (piece: Uint8Array) => void,
): Promise<Buffer> {
  // Unpooled memory, so that it can be transferred to another thread.
  const bytes = Buffer.allocUnsafeSlow(declaredLength)
  let filled = 0
  return forEachPiece(payload, (piece) => {
    onPiece(piece)
    if (filled + piece.length <= declaredLength) piece.copy(bytes, filled)
    filled += piece.length
  }).then(() => {
    if (filled !== declaredLength) throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()
    return bytes
  })
}

/** Reads a body of unknown length. */
async function readToEnd(
  payload: NodeJS.ReadableStream,
  limit: number,
  onPiece: (piece: Uint8Array) => void,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  await forEachPiece(payload, (piece) => {
    length += piece.length
    if (length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    onPiece(piece)
    pieces.push(piece)
  })
  return Buffer.concat(pieces)
}

/**
 * Calls `onPiece` for every chunk until the end; if it throws, reading stops and the connection stays open for the
 * response.
 */
function forEachPiece(payload: NodeJS.ReadableStream, onPiece: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onData = (piece: Buffer) => {
      try {
        onPiece(piece)
      } catch (problem) {
        end(problem)
      }
    }
    const onEnd = () => end(undefined)
    const end = (problem: unknown) => {
      payload.removeListener('data', onData)
      payload.removeListener('end', onEnd)
      payload.removeListener('error', end)
      if (problem === undefined) resolve()
      else
        reject(Object.assign(problem as Error, { statusCode: (problem as { statusCode?: number }).statusCode ?? 400 }))
    }
    payload.on('data', onData)
    payload.on('end', onEnd)
    payload.on('error', end)
    payload.resume()
  })
}
