import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import type { Platform } from '#platforms/platform.ts'
import { type Answered, answeredFindings, type LinkTo } from './answered-finding.ts'
import { pageOfFindings } from './queries.ts'
import { visible } from './visible.ts'

/** One finding of a company as lists return it; undefined when it is not in the person's scope. */
export async function readFinding(
  db: Db,
  session: Session,
  of: { platform: Platform; company: string; id: string; linkTo: LinkTo },
): Promise<Answered | undefined> {
  const { platform, company: clientCompanyId, id } = of
  const question = {
    platform,
    scope: visible(platform, session, { clientCompanyId }),
    range: undefined,
    filters: {},
    ids: [id],
  }
  const newest = { by: 'reportingDate', direction: 'desc' } as const
  const { found } = await pageOfFindings(db, question, newest, { size: 1, offset: 0 })
  return answeredFindings(platform, found, of.linkTo)[0]
}
