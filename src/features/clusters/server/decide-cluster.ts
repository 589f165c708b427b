import type { BulkDecision, DecisionPreview } from '#features/findings/contract-schemas.ts'
import { needsApproval, requireReason } from '#features/findings/server/approval.ts'
import { decideOnCluster, isClusterBeingDecided } from '#features/findings/server/begin-decisions.ts'
import { type Scope, seesNothing, visible } from '#features/findings/server/visible.ts'
import { messages } from '#features/clusters/messages.ts'
import { movableFrom, previewOf } from '#features/clusters/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { momentOf } from '#kit/server/moment.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { isStatus, statusDisplay, type StatusCode } from '#vocabulary/statuses.ts'
import { takeDecideTurn } from './change-queries.ts'
import { countMembers, isMember, type MemberCount } from './member-queries.ts'
import { addEvents } from './move-queries.ts'
import { findCluster, locateCluster } from './queries.ts'
import { seenBy } from './read-clusters.ts'

/** The cluster, the move, and why an Admin goes on with findings that lack a required approval. */
type Move = { id: string; status: string; overrideReason?: string | undefined }

type Plan = {
  ref: { companyId: string; id: string }
  scopes: readonly { platform: FindingPlatformDefinition; scope: Scope }[]
  counts: readonly MemberCount[]
  preview: DecisionPreview
}

/** How many findings of a cluster would get a status, and which are left out and why. Nothing changes. */
export async function previewClusterDecision(db: Db, session: Session, move: Move): Promise<DecisionPreview> {
  return (await planOf(db, session, { move, ref: await requireRef(db, session, move.id) })).preview
}

/**
 * Gives all open findings of a cluster that the person may move one status, as decisions on many findings: one for each
 * platform, the first batches at once and the others in the worker. `count` is the number the person confirmed: 409 with
 * `matching` and a new preview, and nothing changes, when it would be another now; 409 too while a decision on this
 * cluster is being applied or undone. `updated` is how many have changed so far, at `moment`.
 */
export async function decideCluster(
  db: Db,
  session: Session,
  { count, ...move }: Move & { count: number },
): Promise<{ message: string; updated: number; moment: string; platforms: string[]; decisions: BulkDecision[] }> {
  const ref = await requireRef(db, session, move.id)
  if (!(await takeDecideTurn(db, ref.id)) || (await isClusterBeingDecided(db, ref.id)))
    throw new Problem(409, messages.beingDecided)
  const { status, overrideReason } = move
  // Counted before anything is stored: a wrong number costs others nothing.
  const plan = await planOf(db, session, { move, ref })
  refuseOther(count, plan.preview)
  const parts = partsOf(session, plan, status)
  const { decisions, isDone, total } = await decideOnCluster(db, session, {
    clusterId: ref.id,
    to: status as StatusCode,
    parts,
    overrideReason: plan.preview.unapproved > 0 ? overrideReason : undefined,
  })
  refuseOther(count, { ...plan.preview, changes: total })
  const what = statusDisplay(status).name
  const event = { type: 'decided', clusterId: ref.id, what, findings: total, userId: session.userId } as const
  await addEvents(db, ref.companyId, [event])
  const updated = decisions.reduce((sum, { changed }) => sum + changed, 0)
  return {
    message: isDone ? messages.decided(updated) : messages.deciding(total),
    updated,
    moment: await momentOf(db),
    platforms: decisions.filter(({ changed }) => changed > 0).map(({ platform }) => platform),
    decisions,
  }
}

/** Where a cluster is; 404 for one that the person does not see. */
async function requireRef(db: Db, session: Session, id: string): Promise<Plan['ref']> {
  const ref = await locateCluster(db, id)
  if (!ref || !(await findCluster(db, seenBy(session), ref))) throw notFound()
  return ref
}

/** What the move would change now, of what the person sees of the cluster. 422 where a reason is no Admin's. */
async function planOf(db: Db, session: Session, { move, ref }: { move: Move; ref: Plan['ref'] }): Promise<Plan> {
  const { status, overrideReason: reason } = move
  const { companyId } = ref
  const scopes = platforms.flatMap((platform) => {
    const scope = visible(platform, session, isStaff(session) ? { clientCompanyId: companyId } : {})
    return seesNothing(scope) ? [] : [{ platform, scope: { ...scope, companyIds: [companyId] } }]
  })
  const counts = await countMembers(db, ref, {
    scopes: scopes.map(({ scope }) => scope),
    byApproval: isGuarded(session, status),
  })
  const preview = previewOf(session.role, counts, { to: status, isOverridden: reason !== undefined })
  if (preview.unapproved > 0 && reason !== undefined)
    requireReason({ role: session.role, reason }, { lacking: preview.unapproved, of: preview.total })
  return { ref, scopes, counts, preview }
}

/** Whether the client of a company that requires it has to approve before. */
const isGuarded = (session: Session, status: string): boolean =>
  isStaff(session) && isStatus(status) && needsApproval(status)

/** The findings to be moved, by platform; without those of which none would be. */
function partsOf(session: Session, { ref, scopes, counts }: Plan, status: string) {
  return scopes.flatMap(({ platform, scope }) => {
    const onlyFrom = movableFrom(session.role, platform.value, status)
    const has = counts.some((one) => one.platform === platform.value && onlyFrom.includes(one.status))
    const condition = [isMember(ref.companyId, ref.id)]
    return has ? [{ platform, scope, onlyFrom, condition, needsApproval: isGuarded(session, status) }] : []
  })
}

/** Throws 409 with the present number unless it is the confirmed one. */
function refuseOther(count: number, preview: DecisionPreview): void {
  const matching = preview.changes
  if (matching === count) return
  const message = matching === 0 ? messages.noneToDecide : messages.countChanged(matching)
  throw new Problem(409, message, { extra: { matching, preview } })
}
