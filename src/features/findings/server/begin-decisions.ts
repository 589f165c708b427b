import { runDecision } from '#features/findings/contract-jobs.ts'
import type { BulkDecision } from '#features/findings/contract-schemas.ts'
import { messages } from '#features/findings/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import type { Platform } from '#platforms/platform.ts'
import type { StatusCode } from '#vocabulary/statuses.ts'
import * as decisionQueries from './decision-queries.ts'
import { applyNextBatch } from './run-decision.ts'
import type { FindingQuery } from './queries.ts'
import type { Scope } from './visible.ts'

/** Findings that are decided on within the request; the others are left to the worker. */
export const atOnce = 2 * decisionQueries.batchSize

/** Decisions that continue in the worker, of one person and of one company. */
export const maxRunning = { ofPerson: 3, ofCompany: 10 }

type Chosen = Pick<decisionQueries.NewDecision, 'query' | 'onlyFrom' | 'needsApproval' | 'overrideReason'>

/**
 * Stores a decision on the findings of each query, applies the first batches of all of them and leaves the others to the
 * worker. 409, and nothing changes, when more would run than a person or a company may have.
 */
export async function beginDecisions(
  db: Db,
  session: Session,
  { to, clusterId, chosen }: { to: string; clusterId?: string | undefined; chosen: readonly Chosen[] },
): Promise<{ decisions: BulkDecision[]; isDone: boolean; total: number }> {
  await decisionQueries.dropOldDecisions(db, session.userId)
  const ids: string[] = []
  let total = 0
  for (const one of chosen) {
    const id = newId()
    total += await decisionQueries.storeDecision(db, {
      ...one,
      id,
      actor: session,
      isStaff: isStaff(session),
      to,
      clusterId,
    })
    ids.push(id)
  }
  if (total > atOnce) await refuseTooManyRunning(db, session, ids)
  const isDone = await applyBatches(db, ids)
  const decisions: BulkDecision[] = []
  // One after another: it is the client of a transaction.
  for (const id of ids) decisions.push(await ownDecision(db, session, id))
  return { decisions, isDone, total }
}

type ClusterDecision = {
  clusterId: string
  to: StatusCode
  parts: readonly ChosenElsewhere[]
  /** Why an Admin goes on with findings that lack a required approval. */
  overrideReason: string | undefined
}

/** Findings that another feature has chosen: those of a query in the caller's scope, whatever their dates. */
type ChosenElsewhere = {
  platform: Platform
  scope: Scope
  condition: FindingQuery['extraConditions']
  onlyFrom: readonly string[]
  needsApproval: boolean
}

/**
 * Decides on the findings of a cluster, as `beginDecisions`. The caller has checked who may make which move and give a
 * reason, and counted.
 */
export async function decideOnCluster(
  db: Db,
  session: Session,
  { clusterId, to, parts, overrideReason }: ClusterDecision,
) {
  return beginDecisions(db, session, {
    to,
    clusterId,
    chosen: parts.map(({ platform, scope, condition, ...part }) => ({
      ...part,
      query: { platform, scope, range: undefined, filters: {}, extraConditions: condition },
      overrideReason,
    })),
  })
}

/** Whether a decision on the findings of a cluster is being applied or undone. */
export const isClusterBeingDecided = decisionQueries.runsOnCluster

/** One of the caller's own decisions; 404 for those of others. */
export async function ownDecision(db: Db, session: Session, id: string): Promise<BulkDecision> {
  const found = await decisionQueries.decisionOf(db, session.userId, id)
  if (!found) throw notFound()
  return found
}

/** Goes on with decisions that have just been stored, or are to be undone; whether that was all. */
export async function applyBatches(db: Db, ids: readonly string[]): Promise<boolean> {
  let left = atOnce
  let isDone = true
  for (const id of ids) {
    while (left > 0) {
      const size = await applyNextBatch(db, id)
      if (size === 0) break
      left -= size
    }
    if ((await applyNextBatch(db, id, { onlyEnd: true })) === 0) continue
    await enqueue(db, runDecision, { decisionId: id })
    isDone = false
  }
  return isDone
}

/** 409 that names what is running when these decisions, which continue in the worker, are more than may run at once. */
export async function refuseTooManyRunning(db: Db, session: Session, ids: readonly string[]): Promise<void> {
  if (!(await decisionQueries.takeStartTurn(db, session.userId))) throw new Problem(409, messages.decisionStarting)
  const running = await decisionQueries.runningBeside(db, session.userId, ids)
  const own = running.filter(({ isOwn }) => isOwn)
  if (own.length >= maxRunning.ofPerson) throw new Problem(409, messages.tooManyOwnDecisions(own))
  const byCompany = Map.groupBy(
    running.flatMap(({ companyIds }) => companyIds),
    (companyId) => companyId,
  )
  const perCompany = Math.max(0, ...[...byCompany.values()].map(({ length }) => length))
  if (perCompany >= maxRunning.ofCompany) throw new Problem(409, messages.tooManyDecisions(perCompany))
}
