import { type Db, rows, sql } from '#kit/server/db.ts'

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
