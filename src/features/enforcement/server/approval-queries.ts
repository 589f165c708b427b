import { type Db, rows, type Sql, sql } from '#kit/server/db.ts'
import { approved, awaitingApproval, clientReview, noAction } from '#vocabulary/statuses.ts'
import type { LockedFinding } from './queries.ts'

/** The statuses that decide on an approval; any other leaves the last decision as it is. */
const decisions = [approved, awaitingApproval, clientReview, noAction]

/**
 * Whether the finding `f` is approved: it has the status Approved, or, once enforcement changed that, its last decision
 * was Approved. That is in the log, or, where the log of its time was removed, in its clock.
 */
export const isApproved: Sql = sql`case when f.status = any(${decisions}::text[]) then f.status = ${approved}
  else coalesce((select case when l.status_to = any(${decisions}::text[]) then l.status_to else l.status_from end
      from status_log l where l.company_id = f.company_id and l.finding_id = f.id
        and (l.status_to = any(${decisions}::text[]) or l.status_from = any(${decisions}::text[]))
      order by l.at desc, l.id desc limit 1) = ${approved},
    exists (select from finding_clocks c where c.company_id = f.company_id and c.finding_id = f.id
      and c.approved_at is not null)) end`

/** The ids of these findings that are not approved although their company requires it. */
export async function lackingApproval(
  db: Db,
  findings: readonly Pick<LockedFinding, 'id' | 'company_id'>[],
): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    db,
    sql`select f.id from unnest(${findings.map((one) => one.company_id)}::uuid[], ${findings.map((one) => one.id)}::uuid[])
        as a (company_id, id)
      join companies k on k.id = a.company_id and k.approval_required
      join findings f on f.company_id = a.company_id and f.id = a.id
      where not ${isApproved}`,
  )
  return new Set(found.map(({ id }) => id))
}

/** Stores who enforced findings without approval and why, beside anything else that was missing. */
export async function addUnapproved(
  db: Db,
  by: { userId: string; reason: string },
  enforcementIds: readonly string[],
): Promise<void> {
  await rows(
    db,
    sql`insert into notice_overrides as o (enforcement_id, user_id, reason, missing)
      select id, ${by.userId}::uuid, ${by.reason}, array['approval'] from unnest(${enforcementIds}::uuid[]) as e (id)
      on conflict (enforcement_id) do update set missing = o.missing || excluded.missing`,
  )
}
