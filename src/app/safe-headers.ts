import helmet from '@fastify/helmet'
import fastify from 'fastify'

/**
 * What every answer tells browsers to refuse. The helmet makes these headers anew for each request, though they are the
 * same for all: here it makes them once.
 */
export async function safeHeaders(): Promise<[name: string, value: string][]> {
  const server = fastify()
  let made: NodeJS.Dict<number | string | string[]> = {}
  await server.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        // The browser's own viewer of PDF, for files that the console fetched with the session: browsers ask for both.
        // A blob is of this page alone, and what it frames is bound by these same lines.
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
    hsts: false,
  })
  server.get('/', (_request, reply) => {
    made = reply.raw.getHeaders()
    return 'made'
  })
  await server.inject('/')
  await server.close()
  return Object.entries(made).map(([name, value]) => [name, String(value)])
}
