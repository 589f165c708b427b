import type { FastifyInstance } from 'fastify'
import { requests } from '#features/requests/contract.ts'
import { forbidden } from '#kit/server/problem.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import { checkLines, requestScopeOf, identityKeysOf } from './check-lines.ts'
import { declineRequest, releaseRequest, takeRequests } from './handle-request.ts'
import { ownRequests, pageOfRequests } from './queries.ts'
import { submitRequest } from './submit-request.ts'

/** The client request endpoints. */
export function requestRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, requests, {
    check: async ({ db, session, input: { domainUrls: lines, ...scopeInput } }) => {
      const requestScope = requestScopeOf(session, scopeInput)
      return {
        domainUrls: await checkLines(db, requestScope, lines, identityKeysOf(requestScope, 'domainUrls', lines)),
      }
    },
    submit: ({ db, session, input }) => submitRequest(db, session, input),
    own: ({ db, session, input }) => ownRequests(db, { ...input, brandIds: brandsOf(session, input) }),
    list: ({ db, session, input: { mine, platform, ...query } }) =>
      pageOfRequests(db, {
        ...query,
        ...(mine ? { owner: session.userId } : {}),
        ...(platform ? { platform: platformOf(platform)?.value ?? platform } : {}),
      }),
    take: ({ db, session, input }) => takeRequests(db, session, input),
    release: ({ db, session, input }) => releaseRequest(db, session, input),
    decline: ({ db, session, input }) => declineRequest(db, session, input),
  })
}

/** The brands to list for a client, by default all its own. Throws 403 for one outside its scope (G38). */
function brandsOf(
  session: Session,
  { company, brand }: { company?: string | undefined; brand?: string | undefined },
): string[] {
  if (company !== undefined && !session.companyIds.includes(company)) throw forbidden()
  if (brand !== undefined && !session.brands.some((one) => one.id === brand)) throw forbidden()
  return session.brands
    .filter((one) => (company === undefined || one.companyId === company) && (brand === undefined || one.id === brand))
    .map((one) => one.id)
}
