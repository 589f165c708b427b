import type { FastifyInstance } from 'fastify'
import { enforcement, enforcing } from '#features/enforcement/contract.ts'
import { signedPath } from '#kit/server/files.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { platforms } from '#platforms/all.ts'
import { today } from '#vocabulary/dates.ts'
import { enforceFinding, enforceFindings } from './enforce-findings.ts'
import {
  lastEnforcement,
  listAbuseEmails,
  listActions,
  listForEnforcement,
  listRecords,
  listSites,
} from './list-for-enforcement.ts'

/** Recording what is done about findings; days are those of the business zone (G15). */
export function enforcementRoutes(api: FastifyInstance, house: House): void {
  const { businessZone, signingSecret } = house.settings
  const linkTo = (bucket: string, key: string) => signedPath(signingSecret, { bucket, key })
  for (const platform of platforms)
    serve(api, house, enforcing[platform.value], {
      save: ({ db, session, input }) => enforceFinding(db, session, { platform, ...input, today: today(businessZone) }),
      saveMany: ({ db, session, input }) =>
        enforceFindings(db, session, { platform, ...input, today: today(businessZone) }),
      list: ({ db, session, input }) => listRecords(db, session, platform, input.id),
    })
  serve(api, house, enforcement, {
    fetch: ({ session, input }) => listForEnforcement(house.db, session, input, { linkTo }),
    sites: ({ session, input }) => listSites(house.db, session, input),
    actions: ({ db, session, input }) => listActions(db, session, input),
    last: ({ db, session, input }) => lastEnforcement(db, session, input),
    abuseEmails: ({ db, input }) => listAbuseEmails(db, input),
  })
}
