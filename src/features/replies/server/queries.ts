import type { DoubtfulAnswer, NamedHost } from '#features/replies/contract.ts'
import type { AnswerKind } from '#features/replies/rules.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { hostOf } from './host-of.ts'

/** Which of these ids are notices (enforcement records). */
export async function noticesAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ id: string }>(db, sql`select id from enforcements where id = any(${ids}::uuid[])`)
  return new Set(found.map(({ id }) => id))
}

/** The notice of this reference, which its subject has; undefined if there is none, or several have the same. */
export async function noticeReferredTo(db: Db, reference: string): Promise<string | undefined> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from enforcements where right(id::text, 8) = ${reference} and abuse_email is not null limit 2`,
  )
  return found.length === 1 ? found[0]!.id : undefined
}

/** An incoming mail to store. `name` identifies it; `doubt` is why it may not belong to a notice. */
export type NewAnswer = {
  id: string
  name: string
  kind: string
  sender: string | null
  subject: string
  body: string
  ticket: string | null
  host: NamedHost | null
  /** What it says first, which later letters quote. */
  excerpt: string | null
  enforcementId: string | null
  doubt: string | null
  /** What a bounce says of an address that is not there; null of every other mail. */
  addressFailure: string | null
  /** The stored original of the mail; null where it names no notice. */
  stored: { key: string; sha256: Buffer } | null
}

/** Stores an incoming mail; false when one with this name was stored before. */
export async function addAnswer(db: Db, answer: NewAnswer): Promise<boolean> {
  const added = await row(
    db,
    sql`insert into inbound_mails (id, name, kind, sender, subject, body, ticket, enforcement_id, doubt, stored_key, stored_sha256,
        host_name, host_email, excerpt, address_failure)
      values (${answer.id}, ${answer.name}, ${answer.kind}, ${answer.sender}, ${answer.subject}, ${answer.body}, ${answer.ticket}, ${answer.enforcementId}::uuid, ${answer.doubt},
        ${answer.stored?.key ?? null}, ${answer.stored?.sha256 ?? null}, ${answer.host?.name ?? null},
        ${answer.host?.email ?? null}, ${answer.excerpt}, ${answer.addressFailure})
      on conflict (name) do nothing returning 1`,
  )
  return added !== undefined
}

export type NoticeAbout = {
  companyId: string
  brandId: string
  platform: string
  findingId: string
  /** Who sent it. */
  userId: string | null
  address: string
}

/** The finding of a notice. */
export function noticeAbout(db: Db, enforcementId: string): Promise<NoticeAbout | undefined> {
  return row(
    db,
    sql`select f.company_id as "companyId", f.brand_id as "brandId", f.platform, f.id as "findingId", e.created_by as "userId",
        coalesce(m.about, '') as address
      from enforcements e left join mails m on m.id = e.id join findings f on f.company_id = e.company_id and f.id = e.finding_id and f.deleted_at is null
      where e.id = ${enforcementId}`,
  )
}

export type Reported = { id: string; companyId: string; platform: string; recipient: string | null }

/** The findings that these records report, and to whom. */
export function reportedIn(db: Db, recordIds: readonly string[]): Promise<Reported[]> {
  return rows(
    db,
    sql`select f.id, f.company_id as "companyId", f.platform, e.abuse_email as recipient
      from unnest(${recordIds}::uuid[]) as requested (id) join enforcements e on e.id = requested.id
      join findings f on f.company_id = e.company_id and f.id = e.finding_id`,
  )
}

/** Marks the recipient address of a notice as bounced. */
export async function markBounced(db: Db, enforcementId: string, reason: string): Promise<void> {
  await rows(
    db,
    sql`insert into bounced_addresses (email, reason)
      select lower(abuse_email), ${reason} from enforcements where id = ${enforcementId} and abuse_email is not null
      on conflict (email) do update set reason = excluded.reason, bounced_at = now()`,
  )
}

/** Whether a mail `i` is in doubt and nobody has reviewed it. */
const isUnreviewed = sql`i.doubt is not null and i.reviewed_at is null`

/** Mails in doubt that nobody has reviewed, oldest first. */
export async function doubtfulAnswers(db: Db, limit: number): Promise<{ data: DoubtfulAnswer[]; total: number }> {
  const data = await rows<DoubtfulAnswer>(
    db,
    sql`select i.id, i.kind, i.sender, i.subject, i.body, i.ticket, ${hostOf} as host, i.received_at as at, i.doubt,
        case when e.id is not null then jsonb_build_object('about', coalesce(m.subject, ''), 'to', e.abuse_email,
          'brand', b.brand_name) end as notice
      from inbound_mails i left join enforcements e on e.id = i.enforcement_id left join mails m on m.id = e.id
      left join findings f on f.company_id = e.company_id and f.id = e.finding_id left join brands b on b.id = f.brand_id
      where ${isUnreviewed} order by i.received_at, i.id limit ${limit}`,
  )
  const counted = await row<{ total: number }>(
    db,
    sql`select count(*) as total from inbound_mails i where ${isUnreviewed}`,
  )
  return { data, total: counted!.total }
}

/** A mail in doubt, with what it says when it belongs to a notice. */
export type Doubtful = {
  enforcementId: string | null
  sender: string | null
  host: NamedHost | null
  addressFailure: string | null
}

/** Locks a mail in doubt; undefined when there is none, or when it was reviewed. */
export function lockDoubtful(db: Db, id: string): Promise<Doubtful | undefined> {
  return row(
    db,
    sql`select i.enforcement_id as "enforcementId", i.sender, ${hostOf} as host, i.address_failure as "addressFailure"
      from inbound_mails i where i.id = ${id} and ${isUnreviewed} for update`,
  )
}

/** Who sent a mail in doubt; undefined when there is none, or when it was reviewed. */
export function senderInDoubt(db: Db, id: string): Promise<{ sender: string | null } | undefined> {
  return row(db, sql`select i.sender from inbound_mails i where i.id = ${id} and ${isUnreviewed}`)
}

/** Stores the review of a mail; one that belongs to a notice, its own or a chosen one, is no longer in doubt. */
export async function decide(
  db: Db,
  decision: { id: string; userId: string; belongs: boolean; noticeId: string | null },
): Promise<void> {
  await rows(
    db,
    sql`update inbound_mails set reviewed_at = now(), reviewed_by = ${decision.userId},
        enforcement_id = ${decision.noticeId}::uuid, doubt = case when ${decision.belongs} then null else doubt end where id = ${decision.id}`,
  )
}

/** Locks a mail that belongs to a notice; undefined when there is none. */
export function lockAnswer(
  db: Db,
  id: string,
): Promise<{ kind: AnswerKind; subject: string; enforcementId: string } | undefined> {
  return row(
    db,
    sql`select kind, subject, enforcement_id as "enforcementId" from inbound_mails
      where id = ${id} and doubt is null and enforcement_id is not null for update`,
  )
}

/** Stores what a person says of the address of a notice: this mail shows that it is not there. */
export async function setAddressFailure(db: Db, id: string, reason: string): Promise<void> {
  await rows(db, sql`update inbound_mails set address_failure = ${reason} where id = ${id}`)
}

/** Stores the corrected type of a mail, for every record that it concerns; the type that was read first is kept. */
export async function setKind(db: Db, change: { id: string; kind: AnswerKind; userId: string }): Promise<void> {
  await rows(
    db,
    sql`update inbound_mails set kind = ${change.kind}, corrected_from = coalesce(corrected_from, kind),
        corrected_by = ${change.userId}, corrected_at = now()
      where id in (select o.id from inbound_mails i join inbound_mails o
        on coalesce(o.answer_of, o.id) = coalesce(i.answer_of, i.id) where i.id = ${change.id})`,
  )
}

/**
 * The recipient address of a notice is no longer marked, unless another mail says that it is not there; returns it, in
 * lower case, if it was.
 */
export function unmarkBounced(db: Db, enforcementId: string): Promise<{ email: string } | undefined> {
  return row(
    db,
    sql`delete from bounced_addresses b using enforcements e
      where e.id = ${enforcementId} and b.email = lower(e.abuse_email) and not exists (
        select from enforcements x join inbound_mails i on i.enforcement_id = x.id
        where lower(x.abuse_email) = b.email and i.kind = 'bounce' and i.doubt is null
          and i.address_failure is not null) returning b.email`,
  )
}

/** Records that the mailbox was read completely; clears its error. */
export async function recordBoxRead(db: Db): Promise<void> {
  await rows(
    db,
    sql`insert into answer_box (read_at) values (now())
      on conflict (is_only) do update set read_at = now(), problem = null, failing_since = null`,
  )
}

/** Records that the mailbox could not be read; true when the error is new. */
export async function recordBoxProblem(db: Db, problem: string): Promise<boolean> {
  const changed = await row(
    db,
    sql`insert into answer_box (problem, failing_since) values (${problem}, now())
      on conflict (is_only) do update
        set problem = excluded.problem, failing_since = coalesce(answer_box.failing_since, now())
        where answer_box.problem is distinct from excluded.problem returning 1`,
  )
  return changed !== undefined
}

/** The error of the mailbox, and since when it fails; undefined while there is none. */
export function boxProblem(db: Db): Promise<{ problem: string; since: string } | undefined> {
  return row(db, sql`select problem, failing_since as since from answer_box where problem is not null`)
}
