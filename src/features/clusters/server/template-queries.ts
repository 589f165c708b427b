import { type Db, rows, sql } from '#kit/server/db.ts'

export type WaitingTemplate = { companyId: string; findingId: string; hash: string; groupId: string | null }

/** Findings whose template has no group yet, or was seen changed; locked until the transaction ends. */
export function waitingTemplates(db: Db, limit: number): Promise<WaitingTemplate[]> {
  return rows(
    db,
    sql`select company_id as "companyId", finding_id as "findingId", group_id as "groupId",
        encode(hash, 'hex') as hash
      from finding_templates where is_waiting order by seen_at limit ${limit} for update skip locked`,
  )
}

/** Stores the group of a finding's template. A trigger notes the findings whose values change with it. */
export async function saveTemplateGroup(
  db: Db,
  { companyId, findingId }: WaitingTemplate,
  groupId: string,
): Promise<void> {
  await sql`update finding_templates set group_id = ${groupId}, is_waiting = false
    where company_id = ${companyId} and finding_id = ${findingId}`.execute(db)
}
