import { type Db, row, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'

/**
 * Remembers the findings of `staged` as one batch that this person saved, and returns the batch's id. For 30 days the
 * person can list exactly those findings; older batches of the person are removed here.
 */
export async function rememberSavedBatch(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<string> {
  const id = newId()
  await sql`delete from saved_batches where user_id = ${userId}::uuid and created_at < now() - interval '30 days'`.execute(
    db,
  )
  await sql`insert into saved_batches (company_id, id, user_id, finding_ids)
    select ${companyId}::uuid, ${id}::uuid, ${userId}::uuid, array_agg(id order by row_index) from staged`.execute(db)
  return id
}

/** The ids of a saved batch's findings; none when it is not this person's. */
export async function idsOfSavedBatch(db: Db, userId: string, id: string): Promise<readonly string[]> {
  const found = await row<{ ids: string[] }>(
    db,
    sql`select finding_ids as ids from saved_batches where user_id = ${userId}::uuid and id = ${id}::uuid`,
  )
  return found?.ids ?? []
}
