import { lackingApproval, requireReason } from '#features/findings/server/approval.ts'
import { loggedFindings } from '#features/findings/server/log-subject.ts'
import { messages as findingMessages } from '#features/findings/messages.ts'
import { type Actor, logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import type { Db } from '#kit/server/db.ts'
import type { Role } from '#vocabulary/roles.ts'
import { awaitingApproval, clientReview } from '#vocabulary/statuses.ts'
import { addUnapproved } from './approval-queries.ts'
import type { LockedFinding } from './queries.ts'

/** Who goes on although something is missing, and the reason. */
export type OverriddenBy = { userId: string; role: Role; reason: string | undefined }

/** A record about to be written, with the status its finding gets. */
type Enforced = { findingId: string; status: string }

/** A record that passes the finding to the client asks for the approval; it needs none. */
const needsClient: readonly string[] = [awaitingApproval, clientReview]

/** The ids of the findings that these records enforce although their company requires an approval they lack. */
export function unapprovedOf(
  db: Db,
  findings: readonly LockedFinding[],
  records: readonly Enforced[],
): Promise<Set<string>> {
  const enforced = new Set(records.filter(({ status }) => !needsClient.includes(status)).map((one) => one.findingId))
  return lackingApproval(
    db,
    findings.filter(({ id }) => enforced.has(id)),
  )
}

/** Records about to be written, their locked findings, and who goes on without an approval. */
type EnforcementToCheck = {
  findings: readonly LockedFinding[]
  records: readonly Enforced[]
  override: OverriddenBy | undefined
}

/**
 * 'Approval before enforcement': 422 when a finding's company requires approval and the finding has none, unless an Admin
 * gave a reason. Returns what stores that reason; call it after the records are written.
 */
export async function requireApproval(
  db: Db,
  { findings, records, override }: EnforcementToCheck,
): Promise<(db: Db, actor: Actor, written: readonly { id: string; findingId: string }[]) => Promise<void>> {
  const unapproved = await unapprovedOf(db, findings, records)
  if (unapproved.size === 0) return async () => undefined
  const reason = requireReason(override, { lacking: unapproved.size, of: findings.length })
  const { userId } = override!
  return async (transactionDb, actor, written) => {
    const ids = written.filter((one) => unapproved.has(one.findingId)).map(({ id }) => id)
    if (ids.length === 0) return
    await addUnapproved(transactionDb, { userId, reason }, ids)
    const companies = Map.groupBy(
      findings.filter(({ id }) => unapproved.has(id)),
      (one) => one.company_id,
    )
    for (const [companyId, group] of companies)
      await logDataChange(transactionDb, actor, {
        type: 'update',
        model: 'Enforcement without approval',
        total: group.length,
        ...(await loggedFindings(
          transactionDb,
          group.map(({ id }) => id),
        )),
        changes: changedFields({ reason: findingMessages.reason }, {}, { reason }),
        companyId,
      })
  }
}
