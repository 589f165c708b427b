import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'

/**
 * In this scope JSON bodies stay bytes, each piece written to its place as it comes: joining 16 MB when the last has
 * come held the request thread for up to 40 ms. Refusals are those of Fastify's own reader.
 */
export function readRowBodies(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', (request, payload, done) => {
    gathered(request, payload).then((bytes) => done(null, bytes), done)
  })
}

function gathered(request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  const limit = request.routeOptions.bodyLimit
  if (announced > limit) return Promise.reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  return Number.isNaN(announced) ? joined(payload, limit) : placed(payload, announced)
}

/** Exactly the bytes that were announced. */
function placed(payload: NodeJS.ReadableStream, announced: number): Promise<Buffer> {
  // Memory of its own, so that it may change hands to another thread.
  const bytes = Buffer.allocUnsafeSlow(announced)
  let filled = 0
  return read(payload, (piece) => {
    if (filled + piece.length <= announced) piece.copy(bytes, filled)
    filled += piece.length
  }).then(() => {
    if (filled !== announced) throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()
    return bytes
  })
}

/** Nobody said how many there will be. */
async function joined(payload: NodeJS.ReadableStream, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  await read(payload, (piece) => {
    length += piece.length
    if (length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    pieces.push(piece)
  })
  return Buffer.concat(pieces)
}

/** Hands on every piece until the end; a throw ends the reading and leaves the connection for the answer. */
function read(payload: NodeJS.ReadableStream, take: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onData = (piece: Buffer) => {
      try {
        take(piece)
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
