import { type Db, rows, sql } from '#kit/server/db.ts'

/** Finished jobs whose files are past their days, and failed ones with parts, at most 100 after an id. */
export function expiredExports(
  db: Db,
  days: number,
  after: string | undefined,
): Promise<{ id: string; keys: string[] }[]> {
  return rows(
    db,
    sql`select e.id, array(select key from export_files where export_id = e.id
          union select key from export_parts where export_id = e.id) as keys
      from exports e where e.state in ('Completed', 'Failed') and e.removed_at is null
        and e.finished_at < now() - make_interval(days => ${days}) ${after ? sql`and e.id > ${after}::uuid` : sql``}
      order by e.id limit 100`,
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
