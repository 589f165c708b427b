import { type Actor, logDataChange } from '#kit/server/audit.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'
import { countedSubject, type FieldChange, namesSubject, spelledOut } from '#vocabulary/data-log.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { messages } from '#features/findings/messages.ts'
import type { LockedFinding } from './locate-finding.ts'
import type { MovedOfBrand } from './status-queries.ts'
import { titlesOf } from './titles-of.ts'

type Subject = { subject: string; recordId: string | undefined }

/**
 * What a change of findings was about, for the data log: one by its address and id, of several the first addresses. `total`
 * where not all ids are known.
 */
export async function loggedFindings(db: Db, ids: readonly string[], total = ids.length): Promise<Subject> {
  const first = ids.slice(0, spelledOut)
  const found = await rows<{ id: string; companyId: string; platform: string }>(
    db,
    sql`select f.id, f.company_id as "companyId", f.platform
      from companies c join findings f on f.company_id = c.id and f.id = any(${first}::uuid[])`,
  )
  const titles = await titlesOf(db, found)
  const names = first.flatMap((id) => titles.get(id) ?? [])
  const subject = names.length === 0 ? countedSubject(total) : namesSubject(names, total)
  return { subject, recordId: total === 1 ? ids[0] : undefined }
}

type LoggedMoves = {
  platform: Platform
  moved: number
  brands: readonly MovedOfBrand[] | null
  changes: readonly FieldChange[]
}

/** Logs a change of statuses, with the company where all its findings are of one. */
export async function logMovedFindings(
  db: Db,
  actor: Actor,
  { platform, moved, brands, changes }: LoggedMoves,
): Promise<void> {
  const ids = (brands ?? []).flatMap(({ findingIds }) => findingIds)
  const companies = await rows<{ id: string }>(
    db,
    sql`select distinct company_id as id from brands where id = any(${(brands ?? []).map(({ id }) => id)}::uuid[])`,
  )
  await logDataChange(db, actor, {
    type: 'update',
    model: platform.model,
    total: moved,
    ...(await loggedFindings(db, ids, moved)),
    companyId: companies.length === 1 ? companies[0]!.id : undefined,
    changes,
  })
}

/** A change of status in the data log; without a status before where findings had several. */
export const statusChange = (from: string | undefined, to: string): FieldChange[] => [
  { field: messages.status, before: from === undefined ? '' : statusDisplay(from).name, after: statusDisplay(to).name },
]

/** Logs that the status of one finding, as it was locked, was changed. */
export async function logStatus(
  db: Db,
  actor: Actor,
  { platform, finding, to }: { platform: Platform; finding: LockedFinding; to: string },
): Promise<void> {
  await logDataChange(db, actor, {
    type: 'update',
    model: platform.model,
    total: 1,
    subject: finding.identity,
    recordId: finding.id,
    companyId: finding.company_id,
    changes: statusChange(finding.status, to),
  })
}
