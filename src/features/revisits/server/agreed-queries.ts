import type { AgreedDays } from '#features/revisits/contract.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'

/** The key of agreed days. */
export type AgreedKey = Pick<AgreedDays, 'companyId' | 'platform' | 'step' | 'priority'>

/** All agreed days, or those of these companies, by company. */
export function allAgreedDays(db: Db, companyIds: readonly string[] | undefined): Promise<AgreedDays[]> {
  const where = companyIds ? sql`where a.company_id = any(${companyIds}::uuid[])` : sql``
  return rows(
    db,
    sql`select a.company_id as "companyId", k.name as company, a.platform, a.step, a.priority, a.days,
        a.is_business as "isBusiness"
      from agreed_days a join companies k on k.id = a.company_id ${where}
      order by lower(k.name), a.platform, a.step, a.priority`,
  )
}

/** Whether a company exists and is not deleted. */
export async function isCompany(db: Db, id: string): Promise<boolean> {
  return (await row(db, sql`select 1 from companies where id = ${id} and deleted_at is null`)) !== undefined
}

/** Stores agreed days. */
export async function upsertAgreedDays(
  db: Db,
  one: AgreedKey & { days: number; isBusiness: boolean; userId: string },
): Promise<void> {
  await rows(
    db,
    sql`insert into agreed_days (company_id, platform, step, priority, days, is_business, changed_by)
      values (${one.companyId}, ${one.platform}, ${one.step}, ${one.priority}, ${one.days}, ${one.isBusiness}, ${one.userId})
      on conflict (company_id, platform, step, priority) do update
        set days = excluded.days, is_business = excluded.is_business, changed_by = excluded.changed_by, changed_at = now()`,
  )
}

/** The agreed days of a step; undefined when none are agreed. */
export function agreedDays(
  db: Db,
  { companyId, platform, step, priority }: AgreedKey,
): Promise<Pick<AgreedDays, 'days' | 'isBusiness'> | undefined> {
  return row(
    db,
    sql`select days, is_business as "isBusiness" from agreed_days
      where company_id = ${companyId} and platform = ${platform} and step = ${step} and priority = ${priority}`,
  )
}

/** Removes agreed days; none is no error. */
export async function deleteAgreedDays(db: Db, { companyId, platform, step, priority }: AgreedKey): Promise<void> {
  await rows(
    db,
    sql`delete from agreed_days
      where company_id = ${companyId} and platform = ${platform} and step = ${step} and priority = ${priority}`,
  )
}
