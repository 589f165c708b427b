import fastify, { type FastifyInstance, type FastifyReply, type FastifyServerFactory } from 'fastify'
import { serveConsole } from '#app/console-files.ts'
import { compressAnswers } from '#app/compress-answers.ts'
import { measureRequests } from '#app/metrics/serve-metrics.ts'
import { safeHeaders } from '#app/safe-headers.ts'
import { serveDocs } from '#app/serve-docs.ts'
import { settingsRoutes } from '#app/serve-settings.ts'
import { activitySubjects } from '#app/activity-subjects.ts'
import { activityRoutes } from '#features/activity/server/routes.ts'
import { contactRoutes } from '#features/contacts/server/routes.ts'
import { caseFileRoutes } from '#features/case-files/server/routes.ts'
import { publishKeys } from '#features/case-files/server/publish-keys.ts'
import { chartRoutes } from '#features/charts/server/routes.ts'
import { demoRoutes } from '#features/demo/server/routes.ts'
import { domainSearchRoutes } from '#features/domain-search/server/routes.ts'
import { duplicateCheckRoutes } from '#features/duplicate-check/server/routes.ts'
import { editingRoutes } from '#features/editing/server/routes.ts'
import { enforcementConfigRoutes } from '#features/enforcement-config/server/routes.ts'
import { enforcementRoutes } from '#features/enforcement/server/routes.ts'
import { actionPasswordRoutes } from '#features/action-passwords/server/routes.ts'
import { quickToolRoutes } from '#features/quick-tools/server/routes.ts'
import { exportRoutes } from '#features/exports/server/routes.ts'
import { findingRoutes } from '#features/findings/server/routes.ts'
import { homeRoutes } from '#features/home/server/routes.ts'
import { historyRoutes } from '#features/history/server/routes.ts'
import { intakeRoutes } from '#features/intake/server/routes.ts'
import { escalationRoutes } from '#features/escalations/server/routes.ts'
import { pagePictureRoutes } from '#features/page-pictures/server/routes.ts'
import { noticeRoutes } from '#features/notices/server/routes.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { purchaseRoutes } from '#features/purchases/server/routes.ts'
import { requestRoutes } from '#features/requests/server/routes.ts'
import { reportRoutes } from '#features/reports/server/routes.ts'
import { revisitRoutes } from '#features/revisits/server/routes.ts'
import { replyRoutes } from '#features/replies/server/routes.ts'
import { scraperRoutes } from '#features/scrapers/server/routes.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { sellerRoutes } from '#features/sellers/server/routes.ts'
import { sessionRoutes } from '#features/sessions/server/routes.ts'
import { stagingRoutes } from '#features/staging/server/routes.ts'
import { brandRoutes } from '#features/brands/server/routes.ts'
import { clusterRoutes } from '#features/clusters/server/routes.ts'
import { companyRoutes } from '#features/companies/server/routes.ts'
import { fileRoutes } from '#features/files/server/routes.ts'
import { overviewRoutes } from '#features/overview/server/routes.ts'
import { userRoutes } from '#features/users/server/routes.ts'
import { trademarkReportRoutes } from '#features/trademark-reports/server/routes.ts'
import { trademarkRoutes } from '#features/trademarks/server/routes.ts'
import { userSettingRoutes } from '#features/user-settings/server/routes.ts'
import { savedViewRoutes } from '#features/views/server/routes.ts'
import { workRoutes } from '#features/work/server/routes.ts'
import { whiteLabelRoutes } from '#features/white-label/server/routes.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { resourceNotFound } from '#kit/contract/not-found.ts'
import { registerErrorHandler, refuseUnreadable } from '#kit/server/errors.ts'
import { readJsonBodies } from '#kit/server/json-bodies.ts'
import { loggedRequest } from '#kit/server/log-request.ts'
import { readRowBodies } from '#kit/server/row-bodies.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { endSlowBodies } from '#kit/server/slow-bodies.ts'

/** Everything the API needs, created by the entry point and passed in; nothing here reads the environment. */
export type ServerParts = {
  app: AppContext
  /** Pino level, or false for silence (tests). */
  log: string | false
  /** Proxies in front whose X-Forwarded-For is believed (addresses or networks, comma-separated); default none. */
  proxies?: string
  /** The server it answers on; undefined: one of its own. */
  serverFactory?: FastifyServerFactory
  /** Where log lines go instead of the standard output (tests). */
  logTo?: { stream: { write: (line: string) => void } }
  /** Folder of the built console; undefined serves the API alone. */
  webFolder?: string
  /** Called for every endpoint as it is mounted (tests). */
  onServed?: (endpoint: Endpoint) => void
}

/** The API under /api and the files of the console (G1). */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const server = fastify({
    ...(parts.serverFactory ? { serverFactory: parts.serverFactory } : {}),
    logger: parts.log === false ? false : { level: parts.log, serializers: { req: loggedRequest }, ...parts.logTo },
    bodyLimit: 1024 * 1024,
    // Only a configured proxy may name the client address: limits of guessing count by address.
    trustProxy: parts.proxies ?? false,
    // The longest path parameter: an invalid token, or the key of a file.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    clientErrorHandler: refuseUnreadable,
    // An unreadable or overlong path is a 404.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.status(404).send({ message: resourceNotFound })
    },
  })
  registerErrorHandler(server)
  endSlowBodies(server.server)
  measureRequests(server)
  readJsonBodies(server)
  if (parts.proxies === undefined) warnOfProxy(server)
  const safe = await safeHeaders(parts.app.settings.appUrl)
  server.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of safe) reply.raw.setHeader(name, value)
    done()
  })
  server.decorateRequest('session', undefined)
  server.addHook('onRoute', ({ method, config }) => {
    // Fastify adds a HEAD for every GET.
    if (config?.endpoint && method === config.endpoint.method) parts.onServed?.(config.endpoint)
  })
  publishKeys(server, parts.app)
  await server.register((api) => mountApi(api, parts), { prefix: '/api' })
  if (parts.webFolder) await serveConsole(server, parts.webFolder)
  // Fastify's own handler would write the address, with any token in it, into the log.
  else server.setNotFoundHandler((_request, reply) => reply.status(404).send({ message: resourceNotFound }))
  return server
}

/** Says once in the log that people arrive through a proxy that is not configured: then all of them share one address. */
function warnOfProxy(server: FastifyInstance): void {
  let isKnown = false
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isKnown && request.headers['x-forwarded-for'] !== undefined) {
      isKnown = true
      request.log.warn(
        `A request from ${request.ip} has an X-Forwarded-For header, which is ignored. If that is your proxy, name it in ` +
          'TRUST_PROXY: until then all people behind it count as one address when passwords are guessed.',
      )
    }
    done()
  })
}

/** Mounts every feature's endpoints. */
async function mountApi(api: FastifyInstance, { app }: ServerParts): Promise<void> {
  // Responses are personal and current: no cache on the way may store them.
  api.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  compressAnswers(api)
  settingsRoutes(api, app)
  companyRoutes(api, app)
  brandRoutes(api, app)
  userRoutes(api, app)
  overviewRoutes(api, app)
  sessionRoutes(api, { ...app, ...app.signIn })
  await fileRoutes(api, app)
  whiteLabelRoutes(api, app)
  userSettingRoutes(api, app)
  savedViewRoutes(api, app)
  findingRoutes(api, app)
  trademarkRoutes(api, app)
  await purchaseRoutes(api, app)
  requestRoutes(api, app)
  await api.register(async (scope) => {
    readRowBodies(scope)
    intakeRoutes(scope, app)
    duplicateCheckRoutes(scope, app)
  })
  await editingRoutes(api, app)
  enforcementConfigRoutes(api, app)
  noticeRoutes(api, app)
  contactRoutes(api, app)
  replyRoutes(api, app)
  await enforcementRoutes(api, app)
  revisitRoutes(api, app)
  await domainSearchRoutes(api, app)
  pagePictureRoutes(api, app)
  caseFileRoutes(api, app)
  escalationRoutes(api, app)
  clusterRoutes(api, app)
  notificationRoutes(api, app)
  workRoutes(api, app)
  homeRoutes(api, app)
  searchRoutes(api, app)
  await activityRoutes(api, app, activitySubjects)
  historyRoutes(api, app)
  chartRoutes(api, app)
  sellerRoutes(api, app)
  await reportRoutes(api, app)
  actionPasswordRoutes(api, app)
  quickToolRoutes(api, app)
  exportRoutes(api, app)
  stagingRoutes(api, app)
  await scraperRoutes(api, app)
  trademarkReportRoutes(api, app)
  demoRoutes(api, app)
  await serveDocs(api, app)
  api.setNotFoundHandler((_request, reply) => reply.status(404).send({ message: resourceNotFound }))
}
