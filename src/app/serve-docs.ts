import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { openApi } from '#app/open-api.ts'

/** The only page with scripts in its text, so the only one whose policy allows them; it still talks to nobody else. */
const policyOfPage =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** GET /api/docs/json, the OpenAPI 3.1 description, and GET /api/docs, a page to read and try it. */
export async function serveDocs(api: FastifyInstance, productName: string): Promise<void> {
  let description: string | undefined
  api.get('/docs/json', async (_request, reply) => {
    description ??= JSON.stringify(openApi(productName))
    return reply.type('application/json; charset=utf-8').send(description)
  })
  await api.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', policyOfPage)
    })
    await scope.register(scalar, {
      routePrefix: '/docs',
      configuration: { url: '/api/docs/json', withDefaultFonts: false, telemetry: false, title: `${productName} API` },
    })
  })
}
