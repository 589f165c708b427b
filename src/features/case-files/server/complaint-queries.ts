import { columnOrNull, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import type { DeskKind } from '#features/notices/rules.ts'
import { type Db, row, sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/**
 * A notice as it left, by email or through a web form, and what came back; `sha256` is that of the stored email. Of a
 * report through a form only the moment, the form and its ticket are known.
 */
export type SentNotice = {
  id: string
  sentAt: string
  /** Whose desk it went to; null where that is not known any more. */
  deskKind: DeskKind | null
  deskName: string | null
  form: string | null
  ticket: string | null
  to: string | null
  subject: string | null
  /** What the receiving mail server answered. */
  accepted: string | null
  sha256: string | null
  answers: {
    kind: 'bounce' | 'automatic' | 'reply' | 'report'
    at: string
    sender: string | null
    subject: string
    body: string
    ticket: string | null
  }[]
}

/** What a complaint states besides the finding itself. */
export type ComplaintFacts = {
  registrar: string | null
  status: string
  /** The last visit that reached the page or did not. */
  visit: { at: string; side: 'up' | 'down' | null } | null
  notices: SentNotice[]
}

/** The facts of a finding in scope; undefined when there is none. */
export function complaintFacts(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  findingId: string,
): Promise<ComplaintFacts | undefined> {
  const own = columnOrNull(platform, 'registrar')
  return row(
    db,
    sql`select coalesce(nullif(${own}, ''), l.registrar) as registrar, f.status,
        (select jsonb_build_object('at', v.at, 'side', v.side) from finding_visits v
          where v.company_id = f.company_id and v.finding_id = f.id order by v.at desc limit 1) as visit,
        coalesce((select jsonb_agg(jsonb_build_object('id', coalesce(c.id, e.id),
              'sentAt', coalesce(m.sent_at, e.submitted_at), 'deskKind', e.desk_kind, 'deskName', e.desk_name,
              'form', e.form, 'ticket', e.ticket, 'to', m.recipient, 'subject', c.subject, 'accepted', m.answer, 'sha256', encode(m.stored_sha256, 'hex'),
              'answers', coalesce((select jsonb_agg(jsonb_build_object('kind', i.kind, 'at', i.received_at, 'sender', i.sender,
                  'subject', i.subject, 'body', left(i.body, 2000), 'ticket', i.ticket) order by i.received_at, i.id)
                from inbound_mails i where i.enforcement_id = e.id and i.doubt is null), '[]')) order by coalesce(m.sent_at, e.submitted_at))
          from enforcements e left join mails m on m.id = e.id and m.sent_at is not null
            left join mails c on c.id = coalesce(m.sent_with, m.id)
          where e.company_id = f.company_id and e.finding_id = f.id
            and (m.id is not null or e.submitted_at is not null)), '[]') as notices
      from findings f ${joinPlatformTable(platform)}
      left join last_enforcements l on l.company_id = f.company_id and l.finding_id = f.id
      where ${inScope(scope)} and f.id = ${findingId}::uuid`,
  )
}
