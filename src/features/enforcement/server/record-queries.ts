import type { EnforcementRecord } from '#features/enforcement/contract-schemas.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import type { Recipient } from '#features/notices/server/desk-of.ts'
import { hostOf } from '#features/replies/server/host-of.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { fullNameOf } from '#kit/server/full-name.ts'
import { mailOutcome } from '#kit/server/mail.ts'

/** A report through a desk's web form: the form's address, the number that it gave, and when it was submitted. */
export type SubmittedForm = { address: string; ticket: string | null; submittedAt: string }

/** An enforcement record to add to one finding. */
export type NewRecord = {
  /** Set when its email has the same id; otherwise a new id is generated. */
  id?: string
  findingId: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  actionTaken: string
  /** YYYY-MM-DD. */
  date: string
  /** The status the finding gets with it. */
  status: string
  abuseEmail?: string | null
  /** Of a notice: the desk that it goes to. */
  recipient?: Recipient
  /** Of a report through a web form. */
  form?: SubmittedForm
  /** Of an email: the text that it was composed from. */
  textId?: number
}

/** Adds the records in one statement; a trigger maintains last_enforcements. */
export async function addRecords(
  db: Db,
  records: readonly (NewRecord & { id: string; companyId: string; statusBefore: string })[],
  params: { userId: string | null; batchId: string | null },
): Promise<void> {
  const column = (pick: (one: (typeof records)[number]) => string | null | undefined) =>
    records.map((one) => pick(one) ?? null)
  await rows(
    db,
    sql`insert into enforcements (id, company_id, finding_id, registrar, ip_address, hosting, action_taken, action_date,
        status, abuse_email, status_before, desk_kind, desk_name, form, ticket, submitted_at, text_id, created_by, batch_id)
      select a.*, ${params.userId}::uuid, ${params.batchId}::uuid from unnest(${column((one) => one.id)}::uuid[],
        ${column((one) => one.companyId)}::uuid[], ${column((one) => one.findingId)}::uuid[],
        ${column((one) => one.registrar)}::text[], ${column((one) => one.ipAddress)}::text[],
        ${column((one) => one.hosting)}::text[], ${column((one) => one.actionTaken)}::text[],
        ${column((one) => one.date)}::date[], ${column((one) => one.status)}::text[],
        ${column((one) => one.abuseEmail)}::text[], ${column((one) => one.statusBefore)}::text[],
        ${column((one) => one.recipient?.kind)}::text[], ${column((one) => one.recipient?.name)}::text[],
        ${column((one) => one.form?.address)}::text[], ${column((one) => one.form?.ticket)}::text[],
        ${column((one) => one.form?.submittedAt)}::timestamptz[], ${records.map((one) => one.textId ?? null)}::int[]) as a`,
  )
}

/** The records of findings in scope, newest first, by finding id. */
export async function recordsOf(
  db: Db,
  scope: Scope,
  findingIds: readonly string[],
): Promise<Map<string, EnforcementRecord[]>> {
  const found = await rows<EnforcementRecord & { finding: string }>(
    db,
    sql`select e.id, e.id as _id, e.finding_id as finding, e.registrar, e.ip_address as "ipAddress", e.hosting,
        e.action_taken as "actionTaken", e.action_date as date, e.status as "infrigementStatus",
        e.abuse_email as "abuseEmailId", e.desk_kind as "deskKind", e.desk_name as "deskName", e.form, e.ticket,
        e.created_at as "createdAt",
        nullif(${fullNameOf(sql`u`)}, '') as "createdBy", ${mailOutcome(sql`m`)} as mail,
        case when o.enforcement_id is not null then jsonb_build_object('reason', o.reason, 'missing', o.missing) end as override,
        coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'sender', i.sender, 'subject', i.subject,
            'body', i.body, 'ticket', i.ticket, 'host', ${hostOf}, 'at', i.received_at, 'isOfList', coalesce(m.is_list or m.sent_with is not null, false)) order by i.received_at, i.id)
          from inbound_mails i where i.enforcement_id = e.id and i.doubt is null), '[]') as answers
      from unnest(${findingIds}::uuid[]) as requested (id) join findings f on f.id = requested.id
      join enforcements e on e.company_id = f.company_id and e.finding_id = f.id
      left join users u on u.id = e.created_by left join mails m on m.id = e.id
      left join notice_overrides o on o.enforcement_id = e.id
      where ${inScope(scope)} order by e.action_date desc, e.id desc`,
  )
  const byFinding = new Map<string, EnforcementRecord[]>(findingIds.map((id) => [id, []]))
  for (const { finding, ...record } of found) byFinding.get(finding)!.push(record)
  return byFinding
}

/** The latest ticket number that a desk gave a notice about these findings, by finding and address: 'id address'. */
export async function ticketsOf(
  db: Db,
  notices: readonly { companyId: string; findingId: string; abuseEmail: string }[],
): Promise<Map<string, string>> {
  const found = await rows<{ key: string; ticket: string }>(
    db,
    sql`select distinct on (1) e.finding_id || ' ' || lower(e.abuse_email) as key, i.ticket
      from unnest(${notices.map((one) => one.companyId)}::uuid[], ${notices.map((one) => one.findingId)}::uuid[],
        ${notices.map((one) => one.abuseEmail)}::text[]) as n (company_id, finding_id, email)
      join enforcements e on e.company_id = n.company_id and e.finding_id = n.finding_id
        and lower(e.abuse_email) = lower(n.email)
      join inbound_mails i on i.enforcement_id = e.id and i.doubt is null and i.ticket is not null
      order by 1, i.received_at desc, i.id`,
  )
  return new Map(found.map(({ key, ticket }) => [key, ticket]))
}

type LastRecord = { registrar: string; ipAddress: string; hosting: string; actionTaken: string }

/** The fields of a finding's last enforcement; undefined when there is none. */
export function lastRecord(db: Db, scope: Scope, findingId: string): Promise<LastRecord | undefined> {
  return row(
    db,
    sql`select coalesce(e.registrar, '') as registrar, coalesce(e.ip_address, '') as "ipAddress",
        coalesce(e.hosting, '') as hosting, e.action_taken as "actionTaken"
      from findings f join last_enforcements e on e.company_id = f.company_id and e.finding_id = f.id
      where ${inScope(scope)} and f.id = ${findingId}::uuid`,
  )
}
