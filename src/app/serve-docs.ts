import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastify from 'fastify'
import { openApi } from '#app/open-api.ts'
import { docs } from '#kit/contract/docs.ts'
import { isSigned, signedPath } from '#kit/server/files.ts'
import { signedOut } from '#kit/server/problem.ts'
import { type AppContext, bearer, serve } from '#kit/server/serve.ts'
import { untilItWorks } from '#kit/server/until-it-works.ts'
import { escapeForAttribute } from '#vocabulary/escape-html.ts'

/**
 * The viewer is a program we did not write, on the origin where the console stores its session: it runs from our own
 * file without inline scripts and eval, and connects to no other host.
 */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const pagePath = '/api/docs'
/** What a signed link to the documentation opens. */
const linkTarget = { bucket: 'api', key: 'docs' }

/**
 * GET /api/docs/json, the OpenAPI 3.1 description, and GET /api/docs, a page to read and try it. With API_DOCS_SIGN_IN
 * both need a session, or the signed link that the console asks for (a new tab sends no token).
 */
export async function serveDocs(api: FastifyInstance, app: AppContext): Promise<void> {
  const { productName, signingSecret, docsNeedSignIn } = app.settings
  serve(api, app, docs, { link: async () => ({ url: pagePath + (docsNeedSignIn ? signedQuery() : '') }) })
  const signedQuery = () => {
    const { search } = new URL(signedPath(signingSecret, linkTarget), 'http://localhost')
    return search
  }

  const admit = async (request: FastifyRequest): Promise<void> => {
    if (!docsNeedSignIn) return
    const { expires, signature } = request.query as Record<string, string>
    const isLinked = isSigned(signingSecret, {
      ...linkTarget,
      expires: Number(expires),
      signature: String(signature ?? ''),
    })
    if (isLinked) return
    const token = bearer(request)
    const session = token === undefined ? undefined : await app.sessionOf(token)
    if (session?.kind !== 'full') throw signedOut()
  }

  let description: string | undefined
  api.get('/docs/json', { onRequest: admit, config: { isPublicText: true } }, async (_request, reply) => {
    description ??= JSON.stringify(openApi(productName))
    return reply.type('application/json; charset=utf-8').send(description)
  })
  api.get('/docs', { onRequest: admit, config: { isPublicText: true } }, async (request, reply) => {
    const { search } = new URL(request.url, 'http://localhost')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .send(pageOf(productName, docsNeedSignIn ? search : ''))
  })
  const viewer = untilItWorks(readViewer)
  api.get('/docs/viewer.js', { config: { isPublicText: true } }, async (_request, reply: FastifyReply) => {
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'private, max-age=3600')
      .send(await viewer())
  })
}

/** The page: the viewer finds its configuration in the attributes, so that no script is inline. */
function pageOf(productName: string, query: string): string {
  // Its own offers lead to services of its maker, which the policy refuses anyway.
  const configuration = {
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  }
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeForAttribute(productName)} API</title></head><body>`,
    `<script id="api-reference" data-url="${escapeForAttribute(`${pagePath}/json${query}`)}"`,
    ` data-configuration="${escapeForAttribute(JSON.stringify(configuration))}"></script>`,
    `<script src="${pagePath}/viewer.js"></script></body></html>`,
  ].join('')
}

/** The viewer's script. Its package offers it as a route only, of a server that is needed just this once. */
async function readViewer(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = fastify()
  await server.register(scalar, { routePrefix: pagePath, configuration: { url: `${pagePath}/json` } })
  const { rawPayload } = await server.inject({ url: `${pagePath}/js/scalar.js` })
  await server.close()
  return rawPayload
}
