import { type Db, rows, sql } from '#kit/server/db.ts'

/** Files that were created this many days ago and are still stored, at most 100 after an id. */
export function expiredCaseFiles(
  db: Db,
  days: number,
  after: string | undefined,
): Promise<{ id: string; zipKey: string; pdfKey: string }[]> {
  return rows(
    db,
    sql`select id, zip_key as "zipKey", pdf_key as "pdfKey" from case_files
      where ready_at < now() - make_interval(days => ${days}) and removed_at is null
        ${after ? sql`and id > ${after}::uuid` : sql``} order by id limit 100`,
  )
}

/** Marks a case file as deleted from the store; its row and head stay. */
export async function markDropped(db: Db, id: string): Promise<void> {
  await rows(db, sql`update case_files set removed_at = now(), zip_key = null, pdf_key = null where id = ${id}`)
}

/** Marks requests that have waited for a day as failed. */
export async function giveUpOld(db: Db, problem: string): Promise<void> {
  await rows(
    db,
    sql`update case_files set failed_at = now(), problem = ${problem}
      where ready_at is null and failed_at is null and created_at < now() - interval '1 day'`,
  )
}
