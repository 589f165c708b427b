import { contains, type Db, every, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { isStaff, type Session } from '#kit/server/session.ts'

export type CompanyRow = { id: string; name: string; legalName: string }

export type CompaniesAsked = {
  page: number
  size: number
  parentsOnly: boolean
  excludeIds: readonly string[]
  search: string | undefined
}

/** The companies a person may see: a Client's own (G37), all for staff. */
function visible(session: Session): Sql {
  return isStaff(session)
    ? sql`c.deleted_at is null`
    : sql`c.deleted_at is null and c.id = any(${session.companyIds}::uuid[])`
}

/** One page of companies by name, and how many there are. */
export async function listCompanies(
  db: Db,
  session: Session,
  asked: CompaniesAsked,
): Promise<{ docs: CompanyRow[]; total: number }> {
  const pattern = contains(asked.search ?? '')
  const chosen = every([
    visible(session),
    ...(asked.parentsOnly ? [sql`c.parent_id is null`] : []),
    ...(asked.excludeIds.length > 0 ? [sql`c.id <> all(${asked.excludeIds}::uuid[])`] : []),
    ...(asked.search ? [sql`(c.name ilike ${pattern} or c.legal_name ilike ${pattern})`] : []),
  ])
  const docs = await rows<CompanyRow>(
    db,
    sql`select c.id, c.name, c.legal_name "legalName" from companies c where ${chosen}
        order by lower(c.name), c.id limit ${asked.size} offset ${(asked.page - 1) * asked.size}`,
  )
  const counted = await row<{ total: number }>(db, sql`select count(*)::int total from companies c where ${chosen}`)
  return { docs, total: counted?.total ?? 0 }
}
