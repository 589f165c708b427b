import { type Db, rows, sql } from '#kit/server/db.ts'
import { isExpired } from '#kit/server/leased-queue.ts'

/** Finished jobs whose files are past their days, and failed ones with parts, at most 100 after an id. */
export function expiredExports(
  db: Db,
  days: number,
  after: string | undefined,
): Promise<{ id: string; keys: string[] }[]> {
  return rows(
    db,
    sql`select j.id, array(select key from export_files where export_id = j.id
          union select key from export_parts where export_id = j.id) as keys
      from exports j where ${isExpired(days)} ${after ? sql`and j.id > ${after}::uuid` : sql``}
      order by j.id limit 100`,
  )
}

/** Notes that the files of a job are no longer stored; who took out what stays. */
export async function markRemoved(db: Db, id: string): Promise<void> {
  await rows(
    db,
    sql`with parts as (delete from export_parts where export_id = ${id}::uuid)
      update exports set removed_at = now() where id = ${id}::uuid`,
  )
}
