import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import type { Platform } from '#platforms/platform.ts'
import { type FindingResponse, findingResponses } from './finding-response.ts'
import type { LinkTo } from '#kit/server/files.ts'
import { pageOfFindings } from './page-queries.ts'
import { seesNothing, visible } from './visible.ts'

/** One finding of a company as lists return it; undefined when it is not in the person's scope. */
export async function readFinding(
  db: Db,
  session: Session,
  params: { platform: Platform; company: string; id: string; linkTo: LinkTo },
): Promise<FindingResponse | undefined> {
  const { platform, company: clientCompanyId, id } = params
  const query = {
    platform,
    scope: visible(platform, session, { clientCompanyId }),
    range: undefined,
    filters: {},
    ids: [id],
  }
  const newest = { by: 'reportingDate', direction: 'desc' } as const
  const { found } = await pageOfFindings(db, query, newest, { size: 1, offset: 0 })
  return findingResponses(platform, found, params.linkTo)[0]
}

/** These findings as lists return them; those outside the person's scope are left out. */
export async function readFindings(
  db: Db,
  session: Session,
  params: { platform: Platform; ids: readonly string[]; linkTo: LinkTo },
): Promise<{ docs: FindingResponse[] }> {
  const { platform, ids } = params
  const query = { platform, scope: visible(platform, session), range: undefined, filters: {}, ids }
  const newest = { by: 'reportingDate', direction: 'desc' } as const
  if (seesNothing(query.scope)) return { docs: [] }
  const { found } = await pageOfFindings(db, query, newest, {
    size: ids.length,
    offset: 0,
    names: session.names,
  })
  return { docs: findingResponses(platform, found, params.linkTo) }
}
