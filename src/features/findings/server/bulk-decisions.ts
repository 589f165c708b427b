import { z } from 'zod'
import {
  type BulkDecision,
  bulkDecisionCap,
  type DecisionPreview,
  type ListInput,
  listInput,
} from '#features/findings/contract-schemas.ts'
import { messages } from '#features/findings/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import { fieldErrors } from '#kit/server/serve.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { decisionSources, statusesOf } from '#vocabulary/status-moves.ts'
import { readStatus, type StatusCode } from '#vocabulary/statuses.ts'
import { needsApproval, requireReason } from './approval.ts'
import { applyBatches, atOnce, beginDecisions, ownDecision, refuseTooManyRunning } from './begin-decisions.ts'
import { platformNamed } from './claims.ts'
import * as decisionQueries from './decision-queries.ts'
import { findingQueryOf } from './list-findings.ts'
import type { FindingQuery } from './queries.ts'
import { seesNothing, visible } from './visible.ts'

/** The move, and why an Admin goes on with findings that lack a required approval. */
type Move = { status: string; overrideReason?: string | undefined }
type Subject = Move & {
  platform: string
  ids?: readonly string[] | undefined
  list?: Readonly<Record<string, string | string[]>> | undefined
}
/** The findings of a query; `named`: how many of them were named one by one. */
type Chosen = Move & { platform: FindingPlatformDefinition; query: FindingQuery; named?: number | undefined }
type Plan = {
  to: StatusCode
  onlyFrom: readonly StatusCode[]
  preview: DecisionPreview
  needsApproval: boolean
}

/** How many findings a decision would change, and which it leaves out and why. Nothing changes. */
export async function previewDecision(
  db: Db,
  session: Session,
  subject: Subject,
  zone: string,
): Promise<DecisionPreview> {
  return previewChosen(db, session, await chosenBy(db, session, subject, zone))
}

/**
 * Decides on many findings, as the person's role and each finding's status allow (G42): stores their ids, applies the
 * first batches and leaves the others to the worker. 409 with a new preview, and nothing changes, when another number
 * than `changes` would change; 422 for none or too many.
 */
export async function startDecision(
  db: Db,
  session: Session,
  { changes, ...subject }: Subject & { changes: number },
  zone: string,
): Promise<{ message: string; decision: BulkDecision }> {
  return decideOnChosen(db, session, { ...(await chosenBy(db, session, subject, zone)), changes })
}

/** The same as `previewDecision` for the findings of a query, which starts from what the caller may see. */
export async function previewChosen(db: Db, session: Session, chosen: Chosen): Promise<DecisionPreview> {
  return (await planOf(db, session, chosen)).preview
}

/** The same as `startDecision` for the findings of a query, which starts from what the caller may see. */
export async function decideOnChosen(
  db: Db,
  session: Session,
  { changes, ...chosen }: Chosen & { changes: number },
): Promise<{ message: string; decision: BulkDecision }> {
  const { to, onlyFrom, preview, needsApproval: isGuarded } = await planOf(db, session, chosen)
  if (preview.changes !== changes)
    throw new Problem(409, messages.decisionChanged(preview.changes), { extra: { preview } })
  const { decisions, isDone, total } = await beginDecisions(db, session, {
    to,
    chosen: [
      {
        query: chosen.query,
        onlyFrom,
        needsApproval: isGuarded,
        overrideReason: preview.unapproved > 0 ? chosen.overrideReason : undefined,
      },
    ],
  })
  const [decision] = decisions as [BulkDecision]
  return { message: isDone ? messages.decisionMade(decision.changed) : messages.decisionStarted(total), decision }
}

/** The own decisions on many findings, the newest first. */
export async function listDecisions(db: Db, session: Session): Promise<{ docs: BulkDecision[] }> {
  return { docs: await decisionQueries.recentDecisions(db, session.userId) }
}

/** Stops an own decision: the batch that is being applied is the last. 409 when it is not running. */
export async function stopDecision(db: Db, session: Session, id: string) {
  await ownDecision(db, session, id)
  const change = { from: ['Running'], to: 'Stopped' }
  if (!(await decisionQueries.setState(db, { id, userId: session.userId }, change)))
    throw new Problem(409, messages.decisionNotRunning)
  return { message: messages.decisionStopped, decision: await ownDecision(db, session, id) }
}

/** Undoes an own decision for the findings that were not changed since; 409 after a day, or when it is undone. */
export async function undoDecision(db: Db, session: Session, id: string) {
  const { changed } = await ownDecision(db, session, id)
  const change = { from: ['Done', 'Stopped', 'Failed'], to: 'Undoing' }
  if (!(await decisionQueries.setState(db, { id, userId: session.userId }, change)))
    throw new Problem(409, messages.decisionNotUndoable)
  if (changed > atOnce) await refuseTooManyRunning(db, session, [id])
  const isDone = await applyBatches(db, [id])
  const decision = await ownDecision(db, session, id)
  return { message: isDone ? messages.decisionUndone(decision.undone) : messages.decisionBeingUndone, decision }
}

async function planOf(db: Db, session: Session, chosen: Chosen): Promise<Plan> {
  const { query, overrideReason: reason } = chosen
  const { value } = chosen.platform
  const to = readStatus(chosen.status)
  const onlyFrom = to ? decisionSources(session.role, value, to) : []
  if (to === undefined || !statusesOf(value).includes(to) || onlyFrom.length === 0)
    throw invalid({ status: messages.statusNotValid })
  const isGuarded = isStaff(session) && needsApproval(to)
  const found = seesNothing(query.scope) ? [] : await decisionQueries.statusesOfMatches(db, query, isGuarded)
  const preview = previewOf(found, { to, onlyFrom, named: chosen.named, isOverridden: reason !== undefined })
  if (preview.unapproved > 0 && reason !== undefined)
    requireReason({ role: session.role, reason }, { lacking: preview.unapproved, of: preview.total })
  if (preview.changes > bulkDecisionCap) throw invalid({ list: messages.tooManyToDecide(bulkDecisionCap) })
  return { to, onlyFrom, preview, needsApproval: isGuarded }
}

async function chosenBy(
  db: Db,
  session: Session,
  { ids, list, status, overrideReason, ...subject }: Subject,
  zone: string,
): Promise<Chosen> {
  const platform = platformNamed(subject.platform)
  const query = await queryOf(db, session, platform, { ids, list, zone })
  return { platform, query, named: ids && new Set(ids).size, status, overrideReason }
}

async function queryOf(
  db: Db,
  session: Session,
  platform: FindingPlatformDefinition,
  { ids, list, zone }: Pick<Subject, 'ids' | 'list'> & { zone: string },
): Promise<FindingQuery> {
  if (ids) return { platform, scope: visible(platform, session), range: undefined, filters: {}, ids: [...new Set(ids)] }
  if (!list) throw invalid({ ids: messages.recordsRequired })
  const parsed: z.ZodSafeParseResult<ListInput> = listInput(platform).safeParse(list)
  if (!parsed.success) throw invalid(fieldErrors(parsed.error))
  return findingQueryOf(db, session, platform, parsed.data, zone)
}

type PreviewParams = {
  to: string
  onlyFrom: readonly string[]
  named: number | undefined
  /** An Admin gives a reason for those that lack a required approval. */
  isOverridden: boolean
}

function previewOf(
  found: readonly decisionQueries.StatusCount[],
  { to, onlyFrom, named, isOverridden }: PreviewParams,
): DecisionPreview {
  const seen = found.reduce((sum, { count }) => sum + count, 0)
  const total = named ?? seen
  const isLeftOut = ({ status }: decisionQueries.StatusCount) => !onlyFrom.includes(status)
  const lacking = found.filter((one) => one.unapproved > 0 && !isLeftOut(one))
  const leftOut: DecisionPreview['leftOut'] = [
    ...found.filter(isLeftOut).map(({ status, count }) => ({
      status,
      count,
      reason: status === to ? messages.alreadyThere : messages.notMovable,
    })),
    ...(isOverridden ? [] : lacking).map(({ status, unapproved: count }) => ({
      status,
      count,
      reason: messages.notApprovedByClient,
    })),
  ]
  const gone = total > seen ? [{ status: '', count: total - seen, reason: messages.noLongerThere }] : []
  const changes = seen - leftOut.reduce((sum, { count }) => sum + count, 0)
  const unapproved = lacking.reduce((sum, one) => sum + one.unapproved, 0)
  return { total, changes, leftOut: [...leftOut, ...gone], unapproved }
}
