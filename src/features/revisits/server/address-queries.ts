import { type Db, rows, sql } from '#kit/server/db.ts'

/** Which of these findings are watched; locks their watches, in the order of the ids, until the transaction ends. */
export async function lockWatchesOf(
  db: Db,
  { companyId, findingIds }: { companyId: string; findingIds: readonly string[] },
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select finding_id as id from finding_watches where company_id = ${companyId}::uuid
      and finding_id = any(${findingIds}::uuid[]) order by finding_id for update`,
  )
  return found.map(({ id }) => id)
}

/** Sets watches back to what they are before a first visit, on other hosts; their findings are no longer unreachable. */
export async function beginWatchesAnew(
  db: Db,
  companyId: string,
  hosts: readonly { findingId: string; host: string }[],
): Promise<void> {
  const ids = hosts.map(({ findingId }) => findingId)
  await rows(
    db,
    sql`update finding_watches w set host = h.host, next_at = now(), claim = null, side = null, streak = 0, first_at = null,
        counted_at = null, believed = null, dismissed = null, dismissed_by = null, dismissed_at = null, proposal = null,
        proposed_status = null, proposed_from = null, proposed_at = null
      from unnest(${ids}::uuid[], ${hosts.map(({ host }) => host)}::text[]) as h (id, host)
      where w.company_id = ${companyId}::uuid and w.finding_id = h.id`,
  )
  await rows(
    db,
    sql`update finding_clocks set unreachable_at = null where company_id = ${companyId}::uuid
      and finding_id = any(${ids}::uuid[]) and unreachable_at is not null`,
  )
}
