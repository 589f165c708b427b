import type { FastifyInstance } from 'fastify'
import { platformOfFinding } from '#features/findings/server/locate-finding.ts'
import { type RequestedScope, type Scope, visible } from '#features/findings/server/visible.ts'
import { revisits, visitFindings } from '#features/revisits/contract.ts'
import { messages } from '#features/revisits/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { businessDaySeconds, showBusinessHours } from '#vocabulary/business-hours.ts'
import { today } from '#vocabulary/dates.ts'
import { agreeDays, visibleAgreedDays } from './agreed-days.ts'
import { clockFigures } from './clock-figures.ts'
import { clockOf, lateBySteps } from './clock-queries.ts'
import { decideProposals } from './decide-proposals.ts'
import { downWithin } from './down-within.ts'
import { leagueFile, leagueOf } from './league.ts'
import { findingInScope, openProposals, proposalCounts, visitsOf } from './proposal-queries.ts'
import { addressesOf, requestVisit } from './queries.ts'
import { hostOf } from './visit-address.ts'

const visitsShown = 20

/** Routes of proposals, visits and the clock; days are those of the business time zone (G15). */
export function revisitRoutes(api: FastifyInstance, app: AppContext): void {
  const { settings } = app
  serve(api, app, revisits, {
    proposals: async ({ db, session, input: { kind, page, perPage, search, ...scopeParams } }) => {
      const scopes = scopesOf(session, scopeParams)
      const [found, counts] = await Promise.all([
        openProposals(db, { scopes, search, kind, page, perPage }),
        proposalCounts(db, { scopes, search }),
      ])
      return { ...found, counts }
    },
    decide: ({ db, session, input }) => decideProposals(db, session, { ...input, today: today(settings.businessZone) }),
    ofFinding: async ({ db, session, input: { id } }) => {
      const { scope } = await locateFinding(db, session, id)
      const clock = await clockOf(db, scope, id)
      return { clock: clock ?? null, ...(await visitsOf(db, scope, id, visitsShown)), isOn: settings.revisits }
    },
    visitNow: async ({ db, session, input: { id } }) => {
      const { scope, platform, companyId } = await locateFinding(db, session, id)
      if (!settings.revisits) throw new Problem(409, messages.revisitsOff)
      const address = (await addressesOf(db, platform, [{ companyId, findingId: id }])).get(id)
      const isRequested = await requestVisit(db, scope, { findingId: id, host: hostOf(address ?? '') })
      if (!isRequested) throw new Problem(409, messages.notEnforced)
      await enqueue(db, visitFindings, {})
      return { message: messages.visitQueued }
    },
    clock: async ({ db, session, input: { step, by, count, startDate, endDate, ...scopeParams } }) => {
      const { businessZone: zone, businessHours: business } = settings
      const query = { scopes: scopesOf(session, scopeParams), startDate, endDate, zone }
      const [{ steps, groups, hours }, late] = await Promise.all([
        clockFigures(
          db,
          { ...query, business: count === 'business' ? business : undefined },
          { step, by, sums: { zone, business } },
        ),
        lateBySteps(db, query),
      ])
      const lateOf = new Map(late.map((one) => [one.step, one]))
      return {
        steps: steps.map((one) => ({ ...one, agreed: 0, late: 0, ...lateOf.get(one.step) })),
        down: downWithin(hours),
        groups,
        business:
          count === 'business'
            ? { hours: showBusinessHours(business), zone, daySeconds: businessDaySeconds(business) }
            : null,
      }
    },
    league: ({ db, input }) => leagueOf(db, settings, input),
    leagueFile: ({ db, input, reply }) => leagueFile(db, settings, input, reply),
    agreedDays: ({ db, session, input: { company } }) => visibleAgreedDays(db, session, company),
    agreeDays: ({ db, session, input }) => agreeDays(db, session, input),
  })
}

type ScopeParams = {
  company?: string | undefined
  brand?: string | undefined
  platform?: FindingPlatformDefinition | undefined
}

/** The visible findings of the requested platforms. */
function scopesOf(session: Session, { company, brand, platform }: ScopeParams): Scope[] {
  const scopeParams: RequestedScope = { clientCompanyId: company, brand }
  return (platform ? [platform] : platforms).map((one) => visible(one, session, scopeParams))
}

/**
 * The platform of a finding and the person's scope there; 404 when it does not exist or is not visible to this person.
 */
async function locateFinding(db: Db, session: Session, id: string) {
  const platform = platformOf((await platformOfFinding(db, id)) ?? '')
  if (!platform) throw notFound()
  const scope = visible(platform, session)
  const found = await findingInScope(db, scope, id)
  if (!found) throw notFound()
  return { platform, scope, companyId: found.companyId }
}
