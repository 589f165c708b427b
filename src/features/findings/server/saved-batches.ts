import { type Db, row, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { idsOfNotification } from './queries.ts'

/**
 * Remembers the findings of `staged` as one batch that this person saved, and returns the batch's id. For 30 days the
 * person can list exactly those findings; older batches of the person are removed here.
 */
export async function rememberSavedBatch(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<string> {
  const id = newId()
  await sql`delete from saved_batches where user_id = ${userId}::uuid
    and created_at < now() - interval '30 days' and shared_until is null`.execute(db)
  await sql`insert into saved_batches (company_id, id, user_id, finding_ids)
    select ${companyId}::uuid, ${id}::uuid, ${userId}::uuid, array_agg(id order by row_index) from staged`.execute(db)
  return id
}

/** Lets all staff list a batch of the current transaction, for this many days. */
export async function shareSavedBatch(db: Db, id: string, days: number): Promise<void> {
  await sql`update saved_batches set shared_until = now() + make_interval(days => ${days}) where id = ${id}::uuid`.execute(
    db,
  )
}

/** Removes the shared batches that nobody may list any more. */
export async function dropSharedBatches(db: Db): Promise<void> {
  await sql`delete from saved_batches where shared_until < now()`.execute(db)
}

/**
 * The ids of a saved batch's findings, or of those of this person's notification; none when the batch is neither this
 * person's nor shared. Only for staff.
 */
export async function idsOfSavedBatch(db: Db, userId: string, id: string): Promise<readonly string[]> {
  const found = await row<{ ids: string[] }>(
    db,
    sql`select finding_ids as ids from saved_batches where id = ${id}::uuid
          and (user_id = ${userId}::uuid or shared_until > now())`,
  )
  return found?.ids ?? idsOfNotification(db, userId, id)
}
