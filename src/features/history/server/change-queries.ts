import { rows, sql, type Db } from '#kit/server/db.ts'
import { inMicroseconds } from '#kit/server/moment.ts'

/** A change of status with the role of who made it, and whether the finding is as it left it. */
export type ChangeRow = {
  id: string
  at: string
  moment: string
  module: string
  userId: string | null
  username: string
  role: string | null
  statusFrom: string
  statusTo: string
  isLatest: boolean
}

/** Every change of a finding of a company, newest first. */
export function changesOfFinding(db: Db, finding: { companyId: string; id: string }): Promise<ChangeRow[]> {
  return rows(
    db,
    sql`select l.id, l.at, ${inMicroseconds(sql`l.at`)} as moment, l.module,
        l.user_id as "userId", l.username, u.role, l.status_from as "statusFrom", l.status_to as "statusTo",
        (f.updated_at = l.at and f.status = l.status_to) as "isLatest"
      from status_log l join findings f on f.company_id = l.company_id and f.id = l.finding_id
        left join users u on u.id = l.user_id
      where l.company_id = ${finding.companyId}::uuid and l.finding_id = ${finding.id}::uuid
      order by l.at desc, l.id desc limit 200`,
  )
}
