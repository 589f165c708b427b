import type { Pool } from 'pg'
import { type editing, undoSeconds } from '#features/editing/contract.ts'
import { messages } from '#features/editing/messages.ts'
import { loggedFindings } from '#features/findings/server/log-subject.ts'
import { requireBrand } from '#features/staging-rows/server/require-brand.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { type Db, inLongTransaction } from '#kit/server/db.ts'
import { distinctIds } from '#kit/server/distinct-ids.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { hideFindings, showFindings } from './update-queries.ts'

type Input = HandlerInput<typeof editing.remove>

/** Extra seconds for an Undo request, or the next call of a large deletion, on its way. */
const graceSeconds = 2

/** Soft-deletes findings of a brand and platform (G72), all or none: 404 when one is missing. */
export async function deleteFindings(
  db: Db,
  session: Session,
  input: Input,
): Promise<CallOutput<typeof editing.remove>> {
  const target = await targetOf(db, session, input)
  const deleted = await hideFindings(db, target)
  if (deleted < target.ids.length) throw notFound()
  const { companyId } = target
  await logDataChange(db, session, {
    type: 'delete',
    model: input.platform.model,
    total: deleted,
    ...(await loggedFindings(db, target.ids)),
    companyId,
  })
  return { message: messages.deleted(deleted), deleted }
}

/**
 * Undoes the caller's own deletion of the last seconds, all or none; 409 when too late or an address is in use. A large
 * deletion, which took several calls, is one: its last call counts.
 */
export async function restoreFindings(
  pool: Pool,
  session: Session,
  input: Input,
): Promise<CallOutput<typeof editing.restore>> {
  return inLongTransaction(pool, ({ db }) => restoreIn(db, session, input))
}

async function restoreIn(db: Db, session: Session, input: Input): Promise<CallOutput<typeof editing.restore>> {
  const target = await targetOf(db, session, input)
  const restored = await showFindings(db, target, undoSeconds + graceSeconds).catch((problem: unknown) => {
    const { code, constraint } = problem as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'findings_identity') throw new Problem(409, messages.addressTaken)
    throw problem
  })
  if (restored < target.ids.length) throw new Problem(409, messages.notRestored)
  const { companyId } = target
  await logDataChange(db, session, {
    type: 'add',
    model: input.platform.model,
    total: restored,
    ...(await loggedFindings(db, target.ids)),
    companyId,
  })
  return { message: messages.restored(restored), restored }
}

async function targetOf(db: Db, { userId }: Session, { company: companyId, brand: brandId, platform, data }: Input) {
  await requireBrand(db, { companyId, brandId }, platform)
  return { companyId, brandId, platform: platform.value, ids: distinctIds(data), userId }
}
