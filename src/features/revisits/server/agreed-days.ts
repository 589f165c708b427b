import type { AgreedDays, revisits } from '#features/revisits/contract.ts'
import { messages } from '#features/revisits/messages.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import { type Db } from '#kit/server/db.ts'
import { forbidden, notFound } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { partsSubject } from '#vocabulary/data-log.ts'
import { agreedDays, allAgreedDays, deleteAgreedDays, isCompany, upsertAgreedDays } from './agreed-queries.ts'

/**
 * The days agreed with a company, or with all that the person may see: a Client reads what its own companies agreed
 * (G34); another company is 403 (G38).
 */
export function visibleAgreedDays(db: Db, session: Session, company: string | undefined): Promise<AgreedDays[]> {
  if (isStaff(session)) return allAgreedDays(db, company === undefined ? undefined : [company])
  if (company !== undefined && !session.companyIds.includes(company)) throw forbidden()
  return allAgreedDays(db, company === undefined ? session.companyIds : [company])
}

/** Agrees the days of a step, or removes them; 404 for an unknown company. */
export async function agreeDays(
  db: Db,
  session: Session,
  { platform, ...input }: HandlerInput<typeof revisits.agreeDays>,
): Promise<{ message: string }> {
  const companyId = input.company
  if (!(await isCompany(db, companyId))) throw notFound()
  const key = { companyId, platform: platform.value, step: input.step, priority: input.priority }
  const { days, isBusiness } = input
  const before = await agreedDays(db, key)
  if (days === null) await deleteAgreedDays(db, key)
  else await upsertAgreedDays(db, { ...key, days, isBusiness, userId: session.userId })
  const type = days === null ? 'delete' : 'update'
  await logDataChange(db, session, {
    type,
    model: 'AgreedDays',
    total: 1,
    subject: partsSubject(platform.title, input.step, input.priority),
    companyId,
    changes: changedFields(messages.agreedFields, before ?? {}, days === null ? {} : { days, isBusiness }),
  })
  return { message: days === null ? messages.agreedRemoved : messages.agreedSaved }
}
