import { type Db, row, sql } from '#kit/server/db.ts'
import { tidyName } from '#vocabulary/names.ts'

/** The id of the company of this name, in any letter case. */
export async function companyNamed(db: Db, name: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    db,
    sql`select id from companies where lower(name) = lower(${tidyName(name)}) and deleted_at is null`,
  )
  return found?.id
}

/** Whether a company has this id and is not deleted. */
export async function companyExists(db: Db, companyId: string): Promise<boolean> {
  return (await row(db, sql`select 1 from companies where id = ${companyId} and deleted_at is null`)) !== undefined
}
