import { readFinding } from '#features/findings/server/read-finding.ts'
import type { LinkTo } from '#kit/server/files.ts'
import type { history } from '#features/history/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import { changesOf } from './queries.ts'
import { toLogRecord } from './search-log.ts'

/** A finding in its present state, and every change of its status. 404 when the log has no change of it. */
export async function readChanges(
  db: Db,
  session: Session,
  params: { id: string; linkTo: LinkTo },
): Promise<CallOutput<typeof history.finding>> {
  const changes = await changesOf(db, params.id)
  const [last] = changes
  const platform = last && platformOf(last.platform)
  if (!platform) throw notFound()
  const finding = await readFinding(db, session, { platform, company: last.companyId, ...params })
  return { platform: platform.value, finding: finding ?? null, changes: changes.map(toLogRecord) }
}
