import { messages } from '#features/activity/messages.ts'
import type { EntryKind } from '#features/activity/rules.ts'
import { isImported, type CommentFile } from '#features/findings/server/imported-comment.ts'
import { row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { nameOrRoleOf } from '#kit/server/full-name.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import { inMicroseconds } from '#kit/server/moment.ts'
import { type Subject, threadIds } from './subject.ts'

export type StoredEntry = {
  at: string
  /** With microseconds, to continue from. */
  cursor: string
  id: string
  kind: EntryKind
  author: string | null
  isStaff: boolean | null
  text: string
  isInternal: boolean
  mentions: { id: string; name: string }[]
  files: CommentFile[]
  statusFrom: string | null
  statusTo: string | null
  /** Of an edit: columns with their values before and after. */
  changes: { name: string; from: string; to: string }[] | null
}

type ThreadParams = {
  subject: Subject
  /** Whether the reader is staff: internal lines, assignments, answers and clusters are for staff only. */
  forStaff: boolean
  /** The columns whose edits the reader may see; undefined for all. */
  columns: readonly string[] | undefined
  before: { at: string; id: string } | undefined
  size: number
}

/** One page of a thread, newest first: messages, and what changed in between. */
export function threadOf(db: Db, params: ThreadParams): Promise<StoredEntry[]> {
  const parts = params.subject.kind === 'finding' ? partsOfFinding(params) : [linesPart(params)]
  return rows(
    db,
    sql`select t.at, ${inMicroseconds(sql`t.at`)} as cursor, t.id, t.kind,
        ${nameOrRoleOf(sql`u`)} as author, u.role <> 'Client' as "isStaff", t.text, t.internal as "isInternal", t.files,
        t.status_from as "statusFrom", t.status_to as "statusTo", t.changes,
        array(select jsonb_build_object('id', m.id, 'name', ${nameOrRoleOf(sql`m`)}) from users m where m.id = any(t.mentions)) as mentions
      from (select * from (${sql.join(parts, sql` union all `)}) parts order by at desc, id desc limit ${params.size}) t
      left join users u on u.id = t.user_id order by t.at desc, t.id desc`,
  )
}

const none = sql`'{}'::uuid[] as mentions, '[]'::jsonb as files`
const noStatus = sql`null as status_from, null as status_to, null::jsonb as changes`

/** The newest rows of a part before the cursor, so that no part is read further than one page. */
function newest({ before, size }: ThreadParams, at: Sql, id: Sql): Sql {
  const older = before ? sql`and (${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``
  return sql`${older} order by ${at} desc, ${id} desc limit ${size}`
}

function linesPart(params: ThreadParams): Sql {
  const { companyId } = params.subject
  return sql`(select l.created_at as at, l.id, 'line' as kind, l.user_id, l.body as text, l.is_internal as internal,
      l.mentions, l.files, ${noStatus}
    from activity_lines l where l.company_id = ${companyId} and l.subject_id = any(${threadIds(params.subject)})
      ${params.forStaff ? sql`` : sql`and not l.is_internal`} ${newest(params, sql`l.created_at`, sql`l.id`)})`
}

/** Why an Admin moved the finding by hand although the client had not approved it: for staff. */
function overridesPart(params: ThreadParams): Sql {
  const { companyId, id } = params.subject
  return sql`(select o.at, o.id, 'line', o.user_id, ${messages.withoutApproval} || o.reason, true, ${none}, ${noStatus}
    from approval_overrides o where o.company_id = ${companyId} and o.finding_id = ${id} ${newest(params, sql`o.at`, sql`o.id`)})`
}

function partsOfFinding(params: ThreadParams): Sql[] {
  const { companyId, id } = params.subject
  const common = [
    linesPart(params),
    ...(params.forStaff ? [overridesPart(params)] : []),
    sql`(select c.created_at as at, c.id, 'line', c.user_id, c.comment, false, c.mentions, c.files, ${noStatus}
      from comments c where c.company_id = ${companyId} and c.finding_id = ${id}
      ${newest(params, sql`c.created_at`, sql`c.id`)})`,
    sql`(select f.created_at as at, f.id, 'line', null::uuid, f.client_comment, false, ${none}, ${noStatus}
      from findings f where f.company_id = ${companyId} and f.id = ${id} and ${isImported(sql`f`)}
      ${newest(params, sql`f.created_at`, sql`f.id`)})`,
    sql`(select s.at, s.id, 'status', s.user_id, '', false, ${none}, s.status_from, s.status_to, null::jsonb
      from status_log s where s.company_id = ${companyId} and s.finding_id = ${id} ${newest(params, sql`s.at`, sql`s.id`)})`,
    sql`(select e.created_at as at, e.id, 'enforcement', e.created_by, e.action_taken, false, ${none}, ${noStatus}
      from enforcements e where e.company_id = ${companyId} and e.finding_id = ${id}
      ${newest(params, sql`e.created_at`, sql`e.id`)})`,
  ]
  if (!params.forStaff) return [...common, editsPart(params)]
  const nameOfUser = (user: Sql) => sql`(select ${nameOrRoleOf(sql`p`)} from users p where p.id = ${user})`
  return [
    ...common,
    editsPart(params),
    answersPart(params),
    clustersPart(params),
    sql`(select a.at, a.id, 'assignment', a.by_user,
        case when a.user_to is not null then 'Assigned to ' || ${nameOfUser(sql`a.user_to`)}
          when a.by_user is null then 'Returned to the queue: ' || ${nameOfUser(sql`a.user_from`)} || ' can no longer sign in as staff'
          else 'Returned to the queue' end, false, ${none}, ${noStatus}
      from assignment_log a where a.company_id = ${companyId} and a.finding_id = ${id} ${newest(params, sql`a.at`, sql`a.id`)})`,
  ]
}

/** What people changed in its fields. */
function editsPart(params: ThreadParams): Sql {
  const { companyId, id } = params.subject
  const shown = params.columns
    ? sql`and exists (select from jsonb_array_elements(e.changes) c where c->>'name' = any(${params.columns}::text[]))`
    : sql``
  return sql`(select e.at, e.id, 'edit', e.user_id, '', false, ${none}, null, null, e.changes
    from finding_edits e where e.company_id = ${companyId} and e.finding_id = ${id} ${shown}
    ${newest(params, sql`e.at`, sql`e.id`)})`
}

/** What desks answered to its notices, once for each notice; not what may belong to another one. */
function answersPart(params: ThreadParams): Sql {
  const { companyId, id } = params.subject
  const text = sql`case i.kind ${sql.join(
    Object.entries(messages.answers).map(([kind, name]) => sql`when ${kind} then ${name}`),
    sql` `,
  )} else i.kind end || case when coalesce(i.sender, '') = '' then '' else ' ' || i.sender end || ': ' || left(i.subject, 300)`
  return sql`(select i.received_at as at, i.id, 'answer', null::uuid, ${text}, true, ${none}, ${noStatus}
    from enforcements e join inbound_mails i on i.enforcement_id = e.id and i.doubt is null
    where e.company_id = ${companyId} and e.finding_id = ${id} ${newest(params, sql`i.received_at`, sql`i.id`)})`
}

/** What people did with it in clusters, and with the clusters it is in. */
function clustersPart(params: ThreadParams): Sql {
  const { companyId, id } = params.subject
  const names = messages.clusters
  const text = sql`case when ${id}::uuid = any(v.finding_ids) then case v.type when 'joined' then ${names.added} else ${names.removed} end
      when v.type = 'joined' then ${names.joined} else ${names.parted} || v.what end
    || case when v.note = '' then '' else ' · ' || v.note end`
  const events = sql`select e.* from cluster_events e
      where e.company_id = ${companyId} and e.finding_ids @> array[${id}::uuid]
    union select e.* from finding_values m join cluster_values s on s.company_id = m.company_id and s.value_id = m.value_id
      join cluster_events e on e.company_id = s.company_id and e.cluster_id = s.cluster_id
      where m.company_id = ${companyId} and m.finding_id = ${id} and not m.is_parted
        and e.type in ('joined', 'parted-value') and e.finding_ids = '{}'`
  return sql`(select v.at, v.id, 'cluster', v.user_id, ${text}, true, ${none}, ${noStatus}
    from (${events}) v where true ${newest(params, sql`v.at`, sql`v.id`)})`
}

export type NewLine = {
  id: string
  text: string
  isInternal: boolean
  mentions: readonly string[]
  files: readonly CommentFile[]
  userId: string
}

/** Stores a line about a subject. */
export async function addLine(db: Db, { companyId, kind, id }: Subject, line: NewLine): Promise<void> {
  await rows(
    db,
    sql`insert into activity_lines (company_id, id, subject_kind, subject_id, is_internal, body, mentions, files, user_id)
      values (${companyId}, ${line.id}, ${kind}, ${id}, ${line.isInternal}, ${line.text}, ${line.mentions}::uuid[],
        ${jsonbOf(line.files)}::jsonb, ${line.userId})`,
  )
}

export type StoredLine = {
  text: string
  isInternal: boolean
  mentions: string[]
  userId: string
  author: string
  createdAt: string
}

type LineKey = { companyId: string; lineId: string }

/** Lines and comments by their ids; those that are gone are left out. */
export async function linesByIds(db: Db, keys: readonly LineKey[]): Promise<ReadonlyMap<string, StoredLine>> {
  const [companyIds, lineIds] = [keys.map(({ companyId }) => companyId), keys.map(({ lineId }) => lineId)]
  const found = await rows<StoredLine & { id: string }>(
    db,
    sql`select k.line_id as id, t.text, t.internal as "isInternal", t.mentions, t.user_id as "userId",
        ${nameOrRoleOf(sql`u`)} as author, t.created_at as "createdAt"
      from unnest(${companyIds}::uuid[], ${lineIds}::uuid[]) as k (company_id, line_id)
      cross join lateral (
        select body as text, is_internal as internal, mentions, user_id, created_at from activity_lines
          where company_id = k.company_id and id = k.line_id
        union all
        select comment, false, mentions, user_id, created_at from comments
          where company_id = k.company_id and id = k.line_id) t
      join users u on u.id = t.user_id`,
  )
  return new Map(found.map(({ id, ...line }) => [id, line]))
}

/** The subject of a person's notification about a line; undefined when it is not the person's. */
export function subjectOfNotification(
  db: Db,
  params: { userId: string; id: string },
): Promise<{ kind: 'finding' | 'cluster'; id: string } | undefined> {
  return row(
    db,
    sql`select coalesce(l.subject_kind, 'finding') as kind, coalesce(l.subject_id, c.finding_id) as id
      from notifications n join notices o on o.id = n.notice_id
      left join activity_lines l on l.company_id = o.company_id and l.id = o.id
      left join comments c on c.id = o.id
      where n.id = ${params.id} and n.user_id = ${params.userId} and coalesce(l.subject_id, c.finding_id) is not null`,
  )
}
