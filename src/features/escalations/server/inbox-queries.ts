import type { RunState } from '#features/escalations/rules.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { openStatuses } from './check-run.ts'

/** A notice or step email that an inbox item is about, with the outcome of its delivery. */
export type NoticeDelivery = {
  enforcementId: string
  companyId: string
  findingId: string
  sentAt: string | null
  /** The web form that it was submitted through; null for an email. */
  form: string | null
  error: string | null
  /** It is the email or the report of an escalation step. */
  isStepEmail: boolean
  /** The configuration whose escalation is on and has steps; null when there is none or the finding is deleted. */
  configurationId: string | null
}

/** An item of the inbox: an email was sent or failed, a form was submitted, or an answer arrived. */
export type InboxItem = { id: string; enforcementId: string; what: 'email' | 'form' | 'answer' }

/** Removes and returns the oldest due item that no other worker has locked; undefined when there is none. */
export function takeInboxItem(db: Db): Promise<InboxItem | undefined> {
  return row(
    db,
    sql`delete from escalation_inbox where id =
        (select id from escalation_inbox where next_at <= now() order by next_at, id limit 1 for update skip locked)
      returning id::text, enforcement_id as "enforcementId", what`,
  )
}

/** Postpones an item that failed: the delay doubles with each attempt, up to a day; stores the error. */
export async function postponeInboxItem(db: Db, id: string, problem: string): Promise<void> {
  await rows(
    db,
    sql`update escalation_inbox set tries = tries + 1, problem = ${problem.slice(0, 1000)},
        next_at = now() + least(power(2, least(tries, 11)), 1440) * interval '1 minute' where id = ${id}::bigint`,
  )
}

/** The notice and the outcome of its delivery; undefined when it is neither an email nor a report through a form. */
export function deliveryOf(db: Db, enforcementId: string): Promise<NoticeDelivery | undefined> {
  return row(
    db,
    sql`select e.id as "enforcementId", e.company_id as "companyId", e.finding_id as "findingId", 
        coalesce(m.sent_at, e.submitted_at) as "sentAt", e.form, m.error,
        exists (select from escalation_events v where v.enforcement_id = e.id and v.what in ('sent', 'finished'))
          as "isStepEmail",
        (select l.configuration_id from enforcement_configurations c join escalations l on l.configuration_id = c.id
          where c.company_id = f.company_id and c.brand_id = f.brand_id and c.platform = f.platform
            and c.deleted_at is null and l.enabled and jsonb_array_length(l.steps) > 0 and f.deleted_at is null)
          as "configurationId"
      from enforcements e left join mails m on m.id = e.id join findings f on f.company_id = e.company_id and f.id = e.finding_id
      where e.id = ${enforcementId} and (m.id is not null or e.submitted_at is not null)`,
  )
}

/** Who sent the answers to the notices of a finding, and to the emails that these were part of. */
export async function sendersOf(db: Db, key: { companyId: string; findingId: string }): Promise<(string | null)[]> {
  const found = await rows<{ sender: string | null }>(
    db,
    sql`with own as (select e.id, coalesce(m.sent_with, e.id) as email from enforcements e left join mails m on m.id = e.id
        where e.company_id = ${key.companyId} and e.finding_id = ${key.findingId}),
      together as (select id from own union select email from own
        union select g.id from own join mails g on g.sent_with = own.email)
      select distinct i.sender from together t join inbound_mails i on i.enforcement_id = t.id and i.doubt is null`,
  )
  return found.map(({ sender }) => sender)
}

type LockedRun = {
  id: string
  state: RunState
  reason: string | null
  emailRecordId: string | null
  noticeId: string
  beganAt: string
  form: string | null
}

/** The run of a finding, locked until the transaction ends. */
export function lockRunOf(db: Db, key: { companyId: string; findingId: string }): Promise<LockedRun | undefined> {
  return row(
    db,
    sql`select id, state, reason, email_record_id as "emailRecordId", notice_id as "noticeId", began_at as "beganAt",
        form from escalation_runs
      where company_id = ${key.companyId} and finding_id = ${key.findingId} for update`,
  )
}

/** Locks open runs of finished or deleted findings; runs that another transaction has locked are skipped. */
export function lockRunsOfEndedFindings(
  db: Db,
  limit: number,
): Promise<{ id: string; status: string; isDeleted: boolean }[]> {
  return rows(
    db,
    sql`select r.id, f.status, f.deleted_at is not null as "isDeleted" from escalation_runs r
      join findings f on f.company_id = r.company_id and f.id = r.finding_id
      where r.state in ('waiting', 'leaving', 'task', 'paused')
        and (f.deleted_at is not null or f.status <> all (${openStatuses}::text[]))
      order by r.id limit ${limit} for update of r skip locked`,
  )
}
