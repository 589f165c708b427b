import { messages } from '#features/findings/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { momentOf } from '#kit/server/moment.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { decisionChoices } from '#vocabulary/status-moves.ts'
import { clientReview, readStatus, statusDisplay } from '#vocabulary/statuses.ts'
import { addApprovalOverrides, lackingForStatus, needsApproval, requireReason } from './approval.ts'
import { notifyClients } from './change-one-status.ts'
import { changeStatus } from './change-status.ts'
import { platformNamed } from './claims.ts'
import { type LockedFinding, lockFinding } from './locate-finding.ts'
import { logStatus } from './log-subject.ts'
import { isOwnStatus, statusBeforeChange } from './status-queries.ts'
import { undoSeconds } from './undoable-change.ts'
import { visible } from './visible.ts'

type OneInput = {
  id: string
  platform: string
  statusfrom: string
  status: string
  overrideReason?: string | undefined
}
type Changed = { message: string; data: { id: string; status: string }; moment: string }

/**
 * Decides on one finding as role and status allow (G42). 404 outside the caller's scope; 409 with the present status
 * when it was changed since the person saw it; 422 for a move the role may not make, and for one that needs an
 * approval which the finding lacks.
 */
export async function decideOne(db: Db, session: Session, input: OneInput): Promise<Changed> {
  const platform = platformNamed(input.platform)
  const scope = visible(platform, session)
  const finding = await lockFinding(db, platform, scope, input.id)
  if (!finding) throw notFound()
  const { status: from } = finding
  if (readStatus(input.statusfrom) !== from) throw await alreadyMoved(db, session, finding)
  const to = readStatus(input.status)
  const choices = decisionChoices(session.role, platform.value, from)
  if (choices.length === 0) throw invalid({ status: messages.statusFixed })
  if (to === undefined || !choices.includes(to)) throw invalid({ status: messages.statusNotValid })
  const saveOverride = await requireApproval(db, session, { finding, to, reason: input.overrideReason })
  const moves = [{ id: finding.id, to }]
  await changeStatus(db, { platform, scope, actor: session, module: 'dashboard', moves })
  await saveOverride()
  await logStatus(db, session, { platform, finding, to })
  if (to === clientReview && isStaff(session)) await notifyClients(db, platform, finding)
  return { message: messages.statusSaved, data: { id: finding.id, status: to }, moment: await momentOf(db) }
}

/** 409 with the present status: somebody moved the finding since, or the same person did in another tab. */
async function alreadyMoved(db: Db, session: Session, finding: LockedFinding): Promise<Problem> {
  const isOwn = await isOwnStatus(db, finding, session.userId)
  const { name } = statusDisplay(finding.status)
  const message = isOwn ? messages.decidedBefore(name) : messages.decidedByOthers(name)
  return new Problem(409, message, { extra: { status: finding.status } })
}

type ToCheck = { finding: LockedFinding; to: string; reason: string | undefined }

/**
 * 'Approval before enforcement' for a status that staff set by hand: as when a notice is sent, 422 unless an Admin gives
 * a reason. Returns what stores that reason.
 */
async function requireApproval(
  db: Db,
  session: Session,
  { finding, to, reason }: ToCheck,
): Promise<() => Promise<void>> {
  const isLacking = isStaff(session) && needsApproval(to) && (await lackingForStatus(db, [finding])).size > 0
  if (!isLacking) return async () => undefined
  const given = requireReason({ role: session.role, reason }, { lacking: 1, of: 1 })
  return () => addApprovalOverrides(db, session, { findings: [finding], to, reason: given })
}

/**
 * Undoes an own decision on one finding, identified by its moment; both changes stay in the log. 404 outside the
 * caller's scope, 409 when somebody changed the finding since, for example because a notice was sent.
 */
export async function undoDecisionOnOne(
  db: Db,
  session: Session,
  { id, platform: name, moment }: { id: string; platform: string; moment: string },
): Promise<Changed> {
  const platform = platformNamed(name)
  const scope = visible(platform, session)
  const finding = await lockFinding(db, platform, scope, id)
  if (!finding) throw notFound()
  const own = { userId: session.userId, moment, seconds: undoSeconds }
  const to = await statusBeforeChange(db, { companyId: finding.company_id, id }, own)
  if (to === undefined) throw await alreadyMoved(db, session, finding)
  await changeStatus(db, { platform, scope, actor: session, module: 'dashboard', moves: [{ id, to }] })
  await logStatus(db, session, { platform, finding, to })
  return { message: messages.statusSaved, data: { id, status: to }, moment: await momentOf(db) }
}
