import { messages } from '#features/findings/messages.ts'
import { type Actor, logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import { loggedFindings } from './log-subject.ts'
import { type Db, rows, type Sql, sql } from '#kit/server/db.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Role } from '#vocabulary/roles.ts'
import { harmOf } from '#vocabulary/harm-kinds.ts'
import { approved, awaitingApproval, clientReview, inProgress, noAction, success } from '#vocabulary/statuses.ts'

/** A finding, as the rule 'approval before enforcement' needs it. */
type FindingRef = { id: string; company_id: string }

/** The statuses that decide on an approval; any other leaves the last decision as it is. */
const decisions = [approved, awaitingApproval, clientReview, noAction]

/**
 * Whether the finding `f` is approved: it has the status Approved, or, once enforcement changed that, its last decision
 * was Approved. That is in the log, or, where the log of its time was removed, in its clock.
 */
export const isApproved: Sql = sql`case when f.status = any(${decisions}::text[]) then f.status = ${approved}
  else coalesce((select case when l.status_to = any(${decisions}::text[]) then l.status_to else l.status_from end
      from status_log l where l.company_id = f.company_id and l.finding_id = f.id
        and (l.status_to = any(${decisions}::text[]) or l.status_from = any(${decisions}::text[]))
      order by l.at desc, l.id desc limit 1) = ${approved},
    exists (select from finding_clocks c where c.company_id = f.company_id and c.finding_id = f.id
      and c.approved_at is not null)) end`

/** An Admin gave a reason to enforce the finding `f` without approval before: the next step needs no other one. */
const wasOverridden: Sql = sql`(exists (
    select from approval_overrides o where o.company_id = f.company_id and o.finding_id = f.id)
  or exists (select from enforcements e join notice_overrides o on o.enforcement_id = e.id
    where e.company_id = f.company_id and e.finding_id = f.id and 'approval' = any(o.missing)))`

/** Whether the finding `f` may not be moved to In Progress or Success by hand before its client approves it. */
export const lacksApproval: Sql = sql`case when f.company_id in (select id from companies where approval_required)
  then not (${isApproved}) and not ${wasOverridden} else false end`

/** The statuses that staff set by hand only on approved findings, where the company requires that: it is being enforced. */
export const needsApproval = (to: string): boolean => to === inProgress || to === success

/** The reason code with which the finding `f` was approved last, and when. */
export const approvedReason: Sql = sql`(select jsonb_build_object('code', a.reason_code, 'at', a.approved_at)
  from approved_reasons a where a.company_id = f.company_id and a.finding_id = f.id)`
export type ApprovedReason = { code: string | null; at: string }

/** Whether a finding was approved as another kind of harm than it is reported now. */
export const isOtherHarm = (approvedAs: ApprovedReason | null, reasonCode: string | null): boolean =>
  approvedAs !== null && harmOf(approvedAs.code) !== harmOf(reasonCode)

/**
 * The ids of these findings that are not approved although their company requires it. An approval is one of the kind of harm
 * that the client saw: reporting another one needs a new approval.
 */
export async function lackingApproval(db: Db, findings: readonly FindingRef[]): Promise<Set<string>> {
  type Judged = { id: string; isApproved: boolean; approvedAs: ApprovedReason | null; reasonCode: string | null }
  const judged = await rows<Judged>(
    db,
    sql`select f.id, ${isApproved} as "isApproved", ${approvedReason} as "approvedAs", f.reason_code as "reasonCode"
      ${ofFindings(findings)} where k.approval_required`,
  )
  const lacking = judged.filter((one) => !one.isApproved || isOtherHarm(one.approvedAs, one.reasonCode))
  return new Set(lacking.map(({ id }) => id))
}

/** The same for statuses set by hand, for which a reason given before is enough. */
export async function lackingForStatus(db: Db, findings: readonly FindingRef[]): Promise<Set<string>> {
  return chosen(db, findings, lacksApproval)
}

const ofFindings = (findings: readonly FindingRef[]): Sql =>
  sql`from unnest(${findings.map((one) => one.company_id)}::uuid[], ${findings.map((one) => one.id)}::uuid[])
      as a (company_id, id)
    join companies k on k.id = a.company_id
    join findings f on f.company_id = a.company_id and f.id = a.id`

async function chosen(db: Db, findings: readonly FindingRef[], condition: Sql): Promise<Set<string>> {
  const found = await rows<{ id: string }>(db, sql`select f.id ${ofFindings(findings)} where ${condition}`)
  return new Set(found.map(({ id }) => id))
}

/** 422 unless an Admin gives a reason to go on with `lacking` of `of` findings that are not approved. Returns the reason. */
export function requireReason(
  override: { role: Role; reason: string | undefined } | undefined,
  { lacking, of }: { lacking: number; of: number },
): string {
  if (override?.role === 'Admin' && override.reason !== undefined) return override.reason
  throw invalid({
    approval: messages.notApproved(lacking, of),
    ...(override?.reason === undefined ? {} : { overrideReason: messages.onlyAdminUnapproved }),
  })
}

type Overridden = { findings: readonly FindingRef[]; to: string; reason: string }

/** Stores who moved findings by hand without approval and why, and logs it. */
export async function addApprovalOverrides(db: Db, actor: Actor, { findings, to, reason }: Overridden): Promise<void> {
  await rows(
    db,
    sql`insert into approval_overrides (company_id, finding_id, status_to, user_id, reason)
      select company_id, id, ${to}, ${actor.userId}::uuid, ${reason}
      from unnest(${findings.map((one) => one.company_id)}::uuid[], ${findings.map((one) => one.id)}::uuid[]) as a (company_id, id)`,
  )
  for (const [companyId, group] of Map.groupBy(findings, (one) => one.company_id))
    await logDataChange(db, actor, {
      type: 'update',
      model: 'Enforcement without approval',
      total: group.length,
      ...(await loggedFindings(
        db,
        group.map(({ id }) => id),
      )),
      changes: changedFields({ reason: messages.reason }, {}, { reason }),
      companyId,
    })
}
