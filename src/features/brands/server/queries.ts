import { contains, type Db, every, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { isStaff, type Session } from '#kit/server/session.ts'

export type BrandRow = {
  id: string
  brandName: string
  company: string
  status: boolean
  platform: Record<string, unknown>
}

export type BrandsAsked = {
  page: number
  size: number
  companyId: string | undefined
  /** true: enabled and disabled ones (G18). */
  withDisabled: boolean
  /** Exactly the enabled, or exactly the disabled ones; wins over withDisabled. */
  status: boolean | undefined
  search: string | undefined
}

/** The brands a person may see: the enabled ones of a Client's companies (G114), all for staff. */
function visible(session: Session): Sql {
  const existing = sql`b.deleted_at is null and c.deleted_at is null`
  return isStaff(session)
    ? existing
    : sql`${existing} and b.enabled and b.company_id = any(${session.companyIds}::uuid[])`
}

/** One page of brands by name, and how many there are. */
export async function listBrands(
  db: Db,
  session: Session,
  asked: BrandsAsked,
): Promise<{ docs: BrandRow[]; total: number }> {
  const state = asked.status ?? (asked.withDisabled ? undefined : true)
  const chosen = every([
    visible(session),
    ...(asked.companyId ? [sql`b.company_id = ${asked.companyId}`] : []),
    ...(state === undefined ? [] : [sql`b.enabled = ${state}`]),
    ...(asked.search ? [sql`b.brand_name ilike ${contains(asked.search)}`] : []),
  ])
  const from = sql`from brands b join companies c on c.id = b.company_id where ${chosen}`
  const docs = await rows<BrandRow>(
    db,
    sql`select b.id, b.brand_name "brandName", b.company_id company, b.enabled status, b.platforms platform ${from}
        order by lower(b.brand_name), b.id limit ${asked.size} offset ${(asked.page - 1) * asked.size}`,
  )
  const counted = await row<{ total: number }>(db, sql`select count(*)::int total ${from}`)
  return { docs, total: counted?.total ?? 0 }
}

export async function companyExists(db: Db, companyId: string): Promise<boolean> {
  return (await row(db, sql`select 1 from companies where id = ${companyId} and deleted_at is null`)) !== undefined
}
