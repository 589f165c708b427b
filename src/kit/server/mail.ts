import { z } from 'zod'
import { job } from '#kit/contract/job.ts'
import { type Db, rows, sql, type Sql } from './db.ts'
import { jsonbOf } from './jsonb.ts'
import { newId } from './id.ts'
import { enqueueMany } from './jobs.ts'

/** One email to one address. `kind` names the template, for the record. */
export type OutgoingEmail = {
  /** The id of the record it belongs to, if that may have only one email; also used for its Message-ID. */
  id?: string
  kind: string
  to: string
  subject: string
  text: string
  html?: string
  /** A code or link in its text that opens an account: not stored for longer than it takes to send the email. */
  secret?: string
  attachments?: readonly (StoredAttachment | TextAttachment)[]
  /** Bulk mail: subject to the rate limit of the recipient's domain. A one-time code is not. */
  isPaced?: boolean
  /** The raw message is stored as sent, because it may be needed as evidence. */
  isArchived?: boolean
  /** The id of the email it follows: named in its headers, so that mailboxes show both as a thread. */
  follows?: string | undefined
  /** For so many seconds it can be recalled and is not delivered. */
  recallSeconds?: number | undefined
  /** The signed address to which mail programs post to end such emails (RFC 8058); only where the person can end them. */
  unsubscribe?: string
  /** The address it is about, where it is about several records. */
  about?: string | undefined
  /** The other records that this email is about. Each gets a row that is not delivered and shares this one's outcome. */
  carries?: readonly { id: string; about: string }[]
}

/** An attachment from the object store; with `cid` it is also shown in the HTML part, where that refers to it by `cid:`. */
export type StoredAttachment = { fileName: string; bucket: string; key: string; cid?: string }

/** A text as an attachment; on sending, `mark` in it is replaced by the stored object's bytes in Base64. */
export type TextAttachment = { fileName: string; text: string; filledWith?: { placeholder: string; key: string } }

/** Sends one email of the outbox; three attempts (G98). */
export const sendMail = job({
  name: 'send-mail',
  payload: z.object({ mailId: z.uuid() }),
  tries: 3,
  isDelayed: true,
  atOnce: 10,
})

/** Enqueues emails again whose job was lost, for example after a database outage longer than all attempts. */
export const requeueLostMails = job({ name: 'maintain-mails', payload: z.object({}), tries: 2, cron: '*/5 * * * *' })

/** Puts an email into the outbox in the caller's transaction; it is sent once, after the commit. Returns its id. */
export async function enqueueEmail(db: Db, email: OutgoingEmail): Promise<string> {
  const [id] = await enqueueEmails(db, [email])
  return id!
}

/** Whether the outbox has, or had, the email of this record. */
export async function isEnqueued(db: Db, id: string): Promise<boolean> {
  return (await rows(db, sql`select from mails where id = ${id}`)).length > 0
}

/**
 * Puts emails into the outbox in the caller's transaction, in one statement. Returns their ids in order. The seconds for
 * recalling begin here, not with the transaction: preparing many notices takes as long as they are.
 */
export async function enqueueEmails(db: Db, emails: readonly OutgoingEmail[]): Promise<string[]> {
  const ids = emails.map((email) => email.id ?? newId())
  const column = (pick: (email: OutgoingEmail) => string | null) => emails.map(pick)
  await rows(
    db,
    sql`insert into mails (id, kind, recipient, subject, text_body, html_body, attachments, is_paced, is_archived,
          follows, recallable_until, is_list, about, secret, unsubscribe)
        select m.id, m.kind, m.recipient, m.subject, m.body, m.html, m.attachments, m.is_paced, m.is_archived, m.follows,
          case when m.seconds > 0 then clock_timestamp() + make_interval(secs => m.seconds) end, m.is_list, m.about, m.secret, m.unsubscribe
        from unnest(${ids}::uuid[], ${column((one) => one.kind)}::text[], ${column((one) => one.to)}::text[],
          ${column((one) => oneLine(one.subject))}::text[], ${column((one) => one.text)}::text[],
          ${column((one) => one.html ?? null)}::text[],
          ${column((one) => jsonbOf(one.attachments ?? []))}::jsonb[],
          ${emails.map((one) => one.isPaced ?? false)}::boolean[], ${emails.map((one) => one.isArchived ?? false)}::boolean[],
          ${column((one) => one.follows ?? null)}::uuid[], ${emails.map((one) => one.recallSeconds ?? 0)}::int[],
          ${emails.map((one) => (one.carries?.length ?? 0) > 0)}::boolean[], ${column((one) => one.about ?? null)}::text[],
          ${column((one) => one.secret ?? null)}::text[], ${column((one) => one.unsubscribe ?? null)}::text[])
          as m (id, kind, recipient, subject, body, html, attachments, is_paced, is_archived, follows, seconds, is_list, about, secret, unsubscribe)`,
  )
  await addCarried(
    db,
    emails.flatMap((email, n) => (email.carries ?? []).map((one) => ({ ...one, sentWith: ids[n]! }))),
  )
  const all = emails.map((email, n) => ({ mailId: ids[n]!, seconds: email.recallSeconds ?? 0 }))
  for (const [seconds, group] of Map.groupBy(all, (one) => one.seconds))
    await enqueueMany(
      db,
      sendMail,
      group.map(({ mailId }) => ({ mailId })),
      seconds,
    )
  return ids
}

/** Adds the rows of records whose notices another email carries. */
async function addCarried(db: Db, carried: readonly { id: string; about: string; sentWith: string }[]): Promise<void> {
  if (carried.length === 0) return
  await rows(
    db,
    sql`insert into mails (id, kind, recipient, subject, text_body, follows, recallable_until, sent_with, about)
        select o.id, m.kind, m.recipient, m.subject, '', m.follows, m.recallable_until, m.id, o.about
        from unnest(${carried.map((one) => one.id)}::uuid[], ${carried.map((one) => one.sentWith)}::uuid[],
          ${carried.map((one) => one.about)}::text[]) as o (id, sent_with, about) join mails m on m.id = o.sent_with`,
  )
}

/** Header values never carry line breaks or other control characters. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The outcome of a row of `mails`, as {state, reason, at}; null if there is no row. */
export function mailOutcome(mail: Sql): Sql {
  return sql`case when ${mail}.id is not null then jsonb_build_object(
    'state', case when ${mail}.sent_at is not null then 'sent' when ${mail}.failed_at is null then 'waiting'
      when ${mail}.is_doubtful then 'unknown' else 'failed' end,
    'reason', ${mail}.error, 'at', coalesce(${mail}.sent_at, ${mail}.failed_at)) end`
}
