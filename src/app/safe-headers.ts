import helmet from '@fastify/helmet'
import fastify from 'fastify'

/**
 * The security headers of every response. Helmet would compute them for each request, although they are the same for
 * all: here they are computed once.
 */
export async function safeHeaders(appUrl: string): Promise<[name: string, value: string][]> {
  const server = fastify()
  let headers: NodeJS.Dict<number | string | string[]> = {}
  await server.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        // For the browser's PDF viewer, which shows files that the console fetched with the session: it needs both.
        // A blob belongs to this page only, and what it frames is bound by this same policy.
        objectSrc: ['blob:'],
        frameSrc: ['blob:'],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
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
  return Object.entries(headers).map(([name, value]) => [name, String(value)])
}
