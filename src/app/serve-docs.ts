import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { openApi } from '#app/open-api.ts'

/** The only page with inline scripts, so the only policy that allows them; it still connects to no other host. */
const docsPagePolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** GET /api/docs/json, the OpenAPI 3.1 description, and GET /api/docs, a page to read and try it. */
export async function serveDocs(api: FastifyInstance, productName: string): Promise<void> {
  let description: string | undefined
  api.get('/docs/json', { config: { isPublicText: true } }, async (_request, reply) => {
    description ??= JSON.stringify(openApi(productName))
    return reply.type('application/json; charset=utf-8').send(description)
  })
  let page: Promise<FastifyInstance> | undefined
  for (const path of ['/docs', '/docs/*'])
    api.get(path, { config: { isPublicText: true } }, async (request, reply) => {
      page ??= createDocsPage(productName)
      const answer = await (await page).inject({ url: request.url, method: 'GET' })
      for (const name of ['content-type', 'location', 'etag'] as const)
        if (answer.headers[name] !== undefined) reply.header(name, answer.headers[name])
      return reply.status(answer.statusCode).header('content-security-policy', docsPagePolicy).send(answer.rawPayload)
    })
}

/** The page and its script, in a separate server instance created on first use: they take 35 MB. */
async function createDocsPage(productName: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = fastify()
  await server.register(scalar, {
    routePrefix: '/api/docs',
    configuration: { url: '/api/docs/json', withDefaultFonts: false, telemetry: false, title: `${productName} API` },
  })
  return server
}
