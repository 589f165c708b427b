import { type ApprovedReason, approvedReason, isApproved } from '#features/findings/server/approval.ts'
import { columnOrNull, joinPlatformTable, reportedColumn } from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** A finding about which a notice may be sent. */
export type FindingToPlan = {
  id: string
  /** The reported page, or the domain without one. */
  address: string
  status: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  reasonCode: string | null
  isApproved: boolean
  /** The reason code with which it was approved last; null where that is not known. */
  approvedAs: ApprovedReason | null
  isApprovalRequired: boolean
  /** It was looked up, and its name has no address. */
  isUnresolved: boolean
}

/** These findings, of those in scope, in the order of their ids. */
export function findingsToPlan(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  ids: readonly string[],
): Promise<FindingToPlan[]> {
  const own = (name: string) => columnOrNull(platform, name)
  const ip = sql`nullif(${own('ipAddress')}, '')`
  return rows(
    db,
    sql`select f.id, coalesce(${reportedColumn(platform)}, '') as address,
        f.status, nullif(${own('registrar')}, '') as registrar, ${ip} as "ipAddress",
        nullif(${own('hosting')}, '') as hosting, f.reason_code as "reasonCode", ${isApproved} as "isApproved",
        ${approvedReason} as "approvedAs",
        k.approval_required as "isApprovalRequired", l.finding_id is not null and ${ip} is null as "isUnresolved"
      from unnest(${ids}::uuid[]) as requested (id) join findings f on f.id = requested.id ${joinPlatformTable(platform)}
      join companies k on k.id = f.company_id
      left join finding_lookups l on l.company_id = f.company_id and l.finding_id = f.id
      where ${inScope(scope)} order by f.id`,
  )
}
