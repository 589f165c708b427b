import { type Db, rows, sql } from '#kit/server/db.ts'
import { isExpired } from '#kit/server/leased-queue.ts'

/** Finished jobs past their days, at most 100 after an id, with all their stored objects. */
export const expiredJobs = (
  db: Db,
  days: number,
  after: string | undefined,
): Promise<{ id: string; keys: string[] }[]> =>
  rows(
    db,
    sql`select j.id, array(select key from tool_job_files where job_id = j.id
          union select f->>'key' from tool_job_rows r, jsonb_array_elements(r.files) f where r.job_id = j.id) as keys
      from tool_jobs j where ${isExpired(days)} ${after ? sql`and j.id > ${after}::uuid` : sql``}
      order by j.id limit 100`,
  )

/** Notes that the files and results of a job are no longer stored; who requested what stays. */
export async function markRemoved(db: Db, jobId: string): Promise<void> {
  await rows(
    db,
    sql`with lines as (delete from tool_job_rows where job_id = ${jobId}::uuid),
        files as (delete from tool_job_files where job_id = ${jobId}::uuid)
      update tool_jobs set removed_at = now() where id = ${jobId}::uuid`,
  )
}
