import type { FastifyRequest } from 'fastify'

/** What stands in the log for a secret. */
const cut = '[cut]'

/** Parameters whose value opens something: links that are signed, tokens, and the answer of a sign-in provider. */
const secretParameters = /([?&](?:signature|token|code|state|password|secret|access_token|id_token)=)[^&#]*/gi
/** Segments of a path that follow one of these are reset or session tokens. */
const secretSegments = /(\/(?:reset-password|verify-token)\/)[^/?#]+/gi
/** A random token of this program (43 characters) wherever else it stands. */
const tokens = /(?<![\w-])[\w-]{43}(?![\w-])/g

/**
 * An address as it may be logged: without tokens and signatures, with which a reader of the log could set somebody's
 * password or open a file. The percent sign that hides a name (`%74oken`) is decoded first.
 */
export function withoutSecrets(address: string): string {
  return decoded(address).replace(secretParameters, `$1${cut}`).replace(secretSegments, `$1${cut}`).replace(tokens, cut)
}

/** What the log says of a request; the referrer and all other headers are left out. */
export function loggedRequest(request: FastifyRequest): Record<string, unknown> {
  return {
    method: request.method,
    url: withoutSecrets(request.url ?? ''),
    host: request.host,
    remoteAddress: request.ip,
    remotePort: request.socket?.remotePort,
  }
}

/** Unreserved characters may be written as %XX, which a path or parameter would hide behind. */
const decoded = (address: string): string =>
  address.replace(/%(2[dDeE]|3\d|4[1-9a-fA-F]|5[\daAfF]|6[1-9a-fA-F]|7[\daAeE])/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
