import type { Step } from '#features/escalations/contract.ts'
import { reasons } from '#features/escalations/messages.ts'
import type { RunState } from '#features/escalations/rules.ts'
import { flagOf } from '#features/findings/server/column-refs.ts'
import type { Recipient } from '#features/notices/server/desk-of.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'

/** A run with everything that decides whether and how its next step runs. */
export type EscalationRun = {
  id: string
  state: RunState
  companyId: string
  findingId: string
  brandId: string
  platform: FindingPlatform
  noticeId: string
  emailRecordId: string | null
  beganAt: string
  address: string | null
  step: string | null
  passed: string[]
  tries: number
  status: string
  isDeleted: boolean
  hasCompany: boolean
  hasBrand: boolean
  hasPlatform: boolean
  isEnabled: boolean
  stopsOnReply: boolean
  steps: Step[]
  isConfigured: boolean
  /** The notice that started it. */
  notice: {
    to: string | null
    registrar: string | null
    ipAddress: string | null
    hosting: string | null
    by: string | null
    /** Whose desk it went to; null where that is not known. */
    desk: Recipient | null
    /** It left by email; else through this form, which gave it this number. */
    isEmail: boolean
    form: string | null
    ticket: string | null
  }
  /** Set when an Admin sent the notice although requirements were missing. */
  override: { userId: string; reason: string; missing: string[] } | null
  /** The first complaint, or else the first reply, since the run began or a person resumed it last. */
  answer: { kind: 'reply' | 'report'; sender: string | null } | null
  /** The last conclusive visit. */
  visit: { side: 'up' | 'down'; at: string } | null
  /** A person dismissed what visits propose about an address that is down. */
  isDownDismissed: boolean
  /** When a person resumed it last. */
  resumedAt: string | null
}

/** The present state of a run, which must exist. */
export async function runById(db: Db, runId: string): Promise<EscalationRun> {
  const found = await row<EscalationRun>(
    db,
    sql`select r.id, r.state, r.company_id as "companyId", r.finding_id as "findingId", f.brand_id as "brandId", f.platform,
        r.notice_id as "noticeId", r.email_record_id as "emailRecordId", r.began_at as "beganAt", r.address, r.step, r.passed, r.tries,
        f.status, f.deleted_at is not null as "isDeleted", k.deleted_at is null as "hasCompany",
        b.enabled and b.deleted_at is null as "hasBrand", b.platforms ? ${flagOf(sql`f.platform`)} as "hasPlatform",
        coalesce(l.enabled, false) as "isEnabled", coalesce(l.stops_on_reply, true) as "stopsOnReply",
        coalesce(l.steps, '[]') as steps, c.enabled and c.deleted_at is null as "isConfigured",
        jsonb_build_object('to', n.abuse_email, 'registrar', n.registrar, 'ipAddress', n.ip_address, 'hosting', n.hosting,
          'by', n.created_by, 'isEmail', n.submitted_at is null, 'form', n.form, 'ticket', n.ticket,
          'desk', case when n.desk_kind is not null then jsonb_build_object('kind', n.desk_kind, 'name', n.desk_name) end)
          as notice,
        case when o.enforcement_id is not null then
          jsonb_build_object('userId', o.user_id, 'reason', o.reason, 'missing', o.missing) end as override,
        (select jsonb_build_object('kind', i.kind, 'sender', i.sender)
          from enforcements e join inbound_mails i on i.enforcement_id = e.id
          where e.company_id = r.company_id and e.finding_id = r.finding_id and i.doubt is null
            and i.kind in ('reply', 'report') and i.received_at >= greatest(r.began_at, resumed.at)
          order by (i.kind = 'report') desc, i.received_at limit 1) as answer,
        (select jsonb_build_object('side', v.side, 'at', v.at) from finding_visits v
          where v.company_id = r.company_id and v.finding_id = r.finding_id and v.side is not null
          order by v.at desc limit 1) as visit,
        exists (select from finding_watches w where w.company_id = r.company_id and w.finding_id = r.finding_id
          and w.dismissed = 'down') as "isDownDismissed",
        resumed.at as "resumedAt"
      from escalation_runs r join findings f on f.company_id = r.company_id and f.id = r.finding_id
      join companies k on k.id = f.company_id join brands b on b.id = f.brand_id
      join enforcement_configurations c on c.id = r.configuration_id left join escalations l on l.configuration_id = c.id
      join enforcements n on n.id = r.notice_id left join notice_overrides o on o.enforcement_id = n.id
      cross join lateral (select max(v.at) as at from escalation_events v
        where v.run_id = r.id and v.what = 'resumed' and v.user_id is not null) resumed
      where r.id = ${runId}`,
  )
  return found!
}

/** Addresses that were or will be emailed, and forms that were submitted, since the run began; in lower case. */
export async function notifiedAddresses(
  db: Db,
  run: Pick<EscalationRun, 'id' | 'noticeId' | 'beganAt'>,
): Promise<Set<string>> {
  const found = await rows<{ email: string }>(
    db,
    sql`select lower(e.abuse_email) as email from enforcements e where e.id = ${run.noticeId} and e.abuse_email is not null
      union select lower(e.abuse_email) from escalation_events v join enforcements e on e.id = v.enforcement_id
        join mails m on m.id = e.id and m.failed_at is null
        where v.run_id = ${run.id} and v.what = 'sent' and v.at >= ${run.beganAt} and e.abuse_email is not null
      union select lower(e.form) from escalation_runs r
        join enforcements e on e.company_id = r.company_id and e.finding_id = r.finding_id
        where r.id = ${run.id} and e.submitted_at >= ${run.beganAt}`,
  )
  return new Set(found.map(({ email }) => email))
}

/** Whether email to this address has bounced. */
export async function hasBounced(db: Db, email: string): Promise<boolean> {
  return (await row(db, sql`select 1 from bounced_addresses where email = lower(${email})`)) !== undefined
}

/**
 * Locks runs that paused because a visit had found the address down, and that may go on: the last conclusive visit reached
 * it, or a person dismissed what visits proposed. Runs that another transaction has locked are skipped.
 */
export async function lockReachedAgain(db: Db, limit: number): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select r.id from escalation_runs r where r.state = 'paused' and r.reason = ${reasons.down}
        and ((select v.side from finding_visits v
            where v.company_id = r.company_id and v.finding_id = r.finding_id and v.side is not null
            order by v.at desc limit 1) = 'up'
          or exists (select from finding_watches w where w.company_id = r.company_id and w.finding_id = r.finding_id
            and w.dismissed = 'down'))
      order by r.id limit ${limit} for update of r skip locked`,
  )
  return found.map(({ id }) => id)
}
