import { visible } from '#features/findings/server/visible.ts'
import { lockAllFindings } from '#features/enforcement/server/enforce-findings.ts'
import { recordEnforcements } from '#features/enforcement/server/record-enforcement.ts'
import { messages } from '#features/revisits/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { platforms } from '#platforms/all.ts'
import { closeProposals, findingsOfProposals, lockProposals } from './proposal-queries.ts'

type DecideParams = { ids: readonly string[]; accept: boolean; today: string }

/**
 * Decides proposals, all or none: accepting records an enforcement with the proposed status, dismissing is remembered.
 * 409 when one was already decided or its finding has another status. Findings are locked before their watches, as
 * everywhere.
 */
export async function decideProposals(
  db: Db,
  session: Session,
  { ids: requestedIds, accept, today }: DecideParams,
): Promise<{ message: string }> {
  const ids = [...new Set(requestedIds)]
  const requested = await findingsOfProposals(db, ids)
  if (requested.length < ids.length) throw new Problem(409, messages.conflict)
  const locked = []
  for (const platform of platforms) {
    const own = requested.filter((one) => one.platform === platform.value).map((one) => one.findingId)
    if (own.length > 0) locked.push({ platform, findings: await lockAllFindings(db, session, platform, own) })
  }
  const proposals = await lockProposals(db, ids)
  const statuses = new Map(locked.flatMap(({ findings }) => findings.map(({ id, status }) => [id, status])))
  if (proposals.length < ids.length || proposals.some((one) => statuses.get(one.findingId) !== one.from))
    throw new Problem(409, messages.conflict)
  await closeProposals(db, ids, accept ? undefined : session.userId)
  if (!accept) return { message: messages.dismissed(ids.length) }
  const byFinding = new Map(proposals.map((one) => [one.findingId, one]))
  for (const { platform, findings } of locked)
    await recordEnforcements(db, {
      platform,
      scope: visible(platform, session),
      actor: session,
      module: 'enforcement',
      lockedFindings: findings,
      records: findings.map(({ id }) => {
        const { kind, to, registrar, ipAddress, hosting } = byFinding.get(id)!
        return {
          findingId: id,
          actionTaken: messages.action[kind],
          date: today,
          status: to,
          registrar,
          ipAddress,
          hosting,
        }
      }),
    })
  return { message: messages.accepted(ids.length) }
}
