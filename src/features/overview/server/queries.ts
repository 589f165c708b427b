import { type Db, row, sql } from '#kit/server/db.ts'

export type Counts = {
  companies: number
  users: number
  brands: number
  hasClients: boolean
  hasFindings: boolean
}

/** The totals of the lists of companies, users and brands, without deleted ones; whether clients and findings exist. */
export async function countMasterData(db: Db): Promise<Counts> {
  const counted = await row<Counts>(
    db,
    sql`select (select count(*)::int from companies where deleted_at is null) companies,
          (select count(*)::int from users where deleted_at is null) users,
          (select count(*)::int from brands b join companies c on c.id = b.company_id
            where b.deleted_at is null and c.deleted_at is null) brands,
          exists (select from users where role = 'Client' and deleted_at is null) "hasClients",
          exists (select from findings) "hasFindings"`,
  )
  return counted!
}
