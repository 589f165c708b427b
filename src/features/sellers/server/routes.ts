import type { FastifyInstance } from 'fastify'
import { sellers } from '#features/sellers/contract.ts'
import { linksFor } from '#kit/server/files.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { type SellerInput, sellerFindings } from './seller-findings.ts'

/** The findings of one seller. */
export function sellerRoutes(api: FastifyInstance, app: AppContext): void {
  const { businessZone: zone, signingSecret } = app.settings
  serve(api, app, sellers, {
    list: ({ db, session, input }) =>
      sellerFindings(db, session, input as SellerInput, { zone, linkTo: linksFor(signingSecret, session) }),
  })
}
