import type { EnforcementRecord } from '#features/enforcement/contract-schemas.ts'
import { messages } from '#features/enforcement/messages.ts'
import { type Scope, visible } from '#features/findings/server/visible.ts'
import type { Db } from '#kit/server/db.ts'
import { distinctIds } from '#kit/server/distinct-ids.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type LockedFinding, lockFindings } from './queries.ts'
import type { EnforcementFields } from './read-fields.ts'
import { recordEnforcements } from './record-enforcement.ts'
import { recordsOf } from './record-queries.ts'

type EnforceInput = {
  platform: FindingPlatformDefinition
  fields: EnforcementFields
  /** Why an Admin enforces a finding that is not approved. */
  override?: string | undefined
}

/** Records one enforcement and sets the chosen status (S-125). 404 for a finding that is not in scope. */
export async function enforceFinding(
  db: Db,
  session: Session,
  input: EnforceInput & { id: string },
): Promise<{ message: string; data: EnforcementRecord[] }> {
  const createdIds = await enforce(db, session, input, [input.id])
  return {
    message: messages.saved,
    data: await recordsByIds(db, visible(input.platform, session), input.id, createdIds),
  }
}

/** Records the same enforcement on several findings (S-208), all or none: 404 if any is not in scope. */
export async function enforceFindings(
  db: Db,
  session: Session,
  input: EnforceInput & { recordIds: readonly string[] },
): Promise<{ message: string; updated: number }> {
  const ids = distinctIds(input.recordIds)
  await enforce(db, session, input, ids)
  return { message: messages.savedMany(ids.length), updated: ids.length }
}

async function enforce(db: Db, session: Session, input: EnforceInput, ids: readonly string[]) {
  const { platform, fields } = input
  const scope = visible(platform, session)
  const lockedFindings = await lockAllFindings(db, session, platform, ids)
  const records = lockedFindings.map((one) => ({ ...fields, findingId: one.id }))
  const override = { userId: session.userId, role: session.role, reason: input.override }
  return recordEnforcements(db, {
    platform,
    scope,
    actor: session,
    module: 'enforcement',
    lockedFindings,
    records,
    override,
  })
}

/** The records of a finding with these ids, in the form the API returns them (S-125). */
export async function recordsByIds(
  db: Db,
  scope: Scope,
  findingId: string,
  ids: readonly string[],
): Promise<EnforcementRecord[]> {
  const all = (await recordsOf(db, scope, [findingId])).get(findingId)!
  return all.filter(({ id }) => ids.includes(id))
}

/** Locks all these findings until the transaction ends, or throws 404. */
export async function lockAllFindings(
  db: Db,
  session: Session,
  platform: FindingPlatformDefinition,
  ids: readonly string[],
): Promise<LockedFinding[]> {
  const lockedFindings = await lockFindings(db, platform, visible(platform, session), ids)
  if (lockedFindings.length < ids.length) throw notFound()
  return lockedFindings
}
