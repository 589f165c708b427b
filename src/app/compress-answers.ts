import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Smaller answers fit into one packet anyway. In bytes. */
const smallest = 1400

/** In the order of preference. Low levels: higher ones save few bytes and cost several times the processor time. */
const encoders = [
  {
    name: 'br',
    compress: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 1,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  { name: 'gzip', compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: 1 }) },
] as const

/**
 * Compresses finished answers of at least 1,400 bytes in the thread pool, for clients that accept it. Only the calls of
 * signed-in people, and answers without anything personal (`isPublicText`): which not, and why, is in
 * docs/decisions/0024.
 */
export function compressAnswers(api: FastifyInstance): void {
  api.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!mayCompress(request) || reply.hasHeader('content-encoding')) return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    return compress(payload, request, reply)
  })
}

/** A finished answer compressed as the client accepts it, with the headers that say so; unchanged when it is short. */
async function compress(
  payload: string | Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | Buffer> {
  if (payload.length < smallest) return payload
  reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(request)
  const encoder = encoders.find(({ name }) => name === encoding)
  if (!encoder) return payload
  const compressed = await encoder.compress(Buffer.from(payload as string))
  reply.removeHeader('content-length').header('content-encoding', encoder.name)
  return compressed
}

/** The best encoding that the client accepts; undefined for none. */
export function encodingFor(request: FastifyRequest): 'br' | 'gzip' | undefined {
  return encoders.find(({ name }) => accepts(request.headers['accept-encoding'], name))?.name
}

/** A text that is sent often, compressed when it is first wanted, as small as possible. */
export function compressedOnce(text: string) {
  let smallBr: Promise<Buffer> | undefined
  let smallGzip: Promise<Buffer> | undefined
  return {
    br: () => (smallBr ??= promisify(brotliCompress)(text)),
    gzip: () => (smallGzip ??= promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION })),
  }
}

function mayCompress({ method, routeOptions: { config } }: FastifyRequest): boolean {
  if (method === 'HEAD') return false
  const { endpoint } = config
  if (endpoint) return typeof endpoint.access === 'object' && endpoint.streams !== true
  return config.isPublicText === true
}

/** Whether an Accept-Encoding header names the encoding, and not with q=0. */
function accepts(header: string | string[] | undefined, name: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((one) => {
      const [encoding = '', ...params] = one.split(';').map((part) => part.trim().toLowerCase())
      return encoding === name && !params.some((param) => /^q=0(\.0*)?$/.test(param))
    })
}
