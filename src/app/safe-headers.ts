import helmet from '@fastify/helmet'
import fastify from 'fastify'

/** What pages may load and run, by directive. */
const policy = {
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'font-src': ["'self'", 'https:', 'data:'],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'", 'data:', 'blob:', 'https:'],
  // For the browser's PDF viewer, which shows files that the console fetched with the session: it needs this and frames.
  // A blob belongs to this page only, and what it frames is bound by this same policy.
  'object-src': ['blob:'],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'", 'blob:'],
  'frame-src': ['blob:'],
}

/** The policy of a page that runs these inline scripts in addition to the console's own files: their hashes, in quotes. */
export const contentPolicy = (scripts: readonly string[]): string =>
  Object.entries({ ...policy, 'script-src': [...policy['script-src'], ...scripts] })
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';')

/**
 * The security headers of every response. Helmet would compute them for each request, although they are the same for
 * all: here they are computed once.
 */
export async function safeHeaders(appUrl: string): Promise<[name: string, value: string][]> {
  const server = fastify()
  let headers: NodeJS.Dict<number | string | string[]> = {}
  await server.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
    // A year, once a browser has seen it; other names of the domain are not ours to decide about.
    hsts: appUrl.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: false },
  })
  server.get('/', (_request, reply) => {
    headers = reply.raw.getHeaders()
    return 'made'
  })
  await server.inject('/')
  await server.close()
  return [
    ['content-security-policy', contentPolicy([])],
    ...Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
  ]
}
