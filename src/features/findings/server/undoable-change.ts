import { row, sql, type Db } from '#kit/server/db.ts'
import { inMicroseconds } from '#kit/server/moment.ts'

/** Changes that are decisions alone: nothing was sent or recorded with them. */
export const undoableModules: readonly string[] = ['dashboard', 'bulk-approve']

/** An own decision can be undone from the history for a month, while nothing came after it. */
export const undoSeconds = 31 * 24 * 3600

/** The moment of the last change of a finding, where this person decided it and can still undo it. */
export async function undoableMoment(
  db: Db,
  finding: { companyId: string; id: string },
  userId: string,
): Promise<string | undefined> {
  const found = await row<{ moment: string }>(
    db,
    sql`select ${inMicroseconds(sql`l.at`)} as moment
      from findings f join status_log l on l.company_id = f.company_id and l.finding_id = f.id and l.at = f.updated_at
      where f.company_id = ${finding.companyId}::uuid and f.id = ${finding.id}::uuid and f.status = l.status_to
        and l.user_id = ${userId}::uuid and l.module = any(${undoableModules}::text[])
        and l.at > now() - make_interval(secs => ${undoSeconds})`,
  )
  return found?.moment
}
