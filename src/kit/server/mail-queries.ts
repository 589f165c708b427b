import { domainOfEmail } from '#vocabulary/addresses.ts'
import { type Db, row, rows, sql } from './db.ts'
import { enqueueMany } from './jobs.ts'
import { type StoredAttachment, sendMail, type TextAttachment } from './mail.ts'

/** An email of the outbox as read for a delivery. */
export type MailRow = {
  id: string
  recipient: string
  subject: string
  text: string
  html: string | null
  attachments: (StoredAttachment | TextAttachment)[]
  /** Number of attempts that reached a server, and of those that did not. */
  tries: number
  waits: number
  isPaced: boolean
  isArchived: boolean
  /** The email it follows; of one that another email carried, that email. */
  follows: string | null
  /** Ends such emails, by one click. */
  unsubscribe: string | null
  /** Sent or failed, or carried by another email. */
  hasEnded: boolean
  /** Its content was being sent when the previous delivery ended. */
  wasSending: boolean
  /** Has a slot in the rate limit of its domain, or was rejected temporarily. */
  hasSlot: boolean
  /** Seconds until it may be sent; 0 if it may be sent now. */
  wait: number
  /** Seconds for which it can still be recalled; 0 if it no longer can. */
  recallWait: number
  /** Age in seconds. */
  age: number
}

/** Reads an email of the outbox; undefined if there is none. */
export function findMail(db: Db, mailId: string): Promise<MailRow | undefined> {
  return row(
    db,
    sql`select id, recipient, subject, text_body "text", html_body "html", attachments, tries, waits,
          is_paced "isPaced", is_archived "isArchived",
          coalesce((select c.sent_with from mails c where c.id = mails.follows), follows) as follows, unsubscribe,
          sent_at is not null or failed_at is not null or sent_with is not null "hasEnded",
          sending_at is not null "wasSending", not_before is not null "hasSlot",
          greatest(0, extract(epoch from not_before - clock_timestamp()))::float8 wait,
          greatest(0, extract(epoch from recallable_until - clock_timestamp()))::float8 "recallWait",
          extract(epoch from clock_timestamp() - created_at)::float8 age
        from mails where id = ${mailId}`,
  )
}

/** Starts an attempt under a new claim token; later writes of an older delivery then have no effect. */
export async function claimMail(db: Db, mailId: string, claim: string): Promise<void> {
  await rows(
    db,
    sql`update mails set claim = ${claim}, claimed_at = now(), tries = tries + 1
        where id = ${mailId} and sent_at is null and failed_at is null and sending_at is null`,
  )
}

/** The raw message as it was sent, in the object store. */
export type StoredEmail = { key: string; sha256: Buffer }

/** From here on the email may have been sent. Throws if the claim is no longer ours, so that nothing is sent. */
export async function markSending(db: Db, mailId: string, claim: string, stored?: StoredEmail): Promise<void> {
  const marked = await row(
    db,
    sql`update mails set sending_at = now(), stored_key = ${stored?.key ?? null}, stored_sha256 = ${stored?.sha256 ?? null}
        where id = ${mailId} and claim = ${claim} and sending_at is null
          and sent_at is null and failed_at is null returning id`,
  )
  if (!marked) throw new Error('another delivery has claimed this email')
}

/** The text of an email that has ended says this instead of its secret. */
export const withoutSecret = sql`text_body = case when secret is null then text_body else replace(text_body, secret, '(removed)') end,
          html_body = case when secret is null then html_body else replace(html_body, secret, '(removed)') end, secret = null`

/** The server accepted it. Also corrects a doubtful state set while this process had no database connection. */
export async function markSent(db: Db, mailId: string, claim: string, answer: string): Promise<void> {
  await rows(
    db,
    sql`update mails set sent_at = now(), answer = ${answer}, error = null, failed_at = null, is_doubtful = false,
          ${withoutSecret}
        where id = ${mailId} and claim = ${claim}`,
  )
}

/** Marks it as failed; a delivery that lost its claim changes nothing. Without `claim` any claim matches. */
export async function markFailed(
  db: Db,
  mailId: string,
  failure: { reason: string; isDoubtful: boolean; claim?: string },
): Promise<void> {
  await rows(
    db,
    sql`update mails set failed_at = now(), error = ${failure.reason}, is_doubtful = ${failure.isDoubtful},
          ${withoutSecret}
        where id = ${mailId} and sent_at is null and failed_at is null
          ${failure.claim === undefined ? sql`` : sql`and claim = ${failure.claim}`}`,
  )
}

/** It was certainly not sent and is tried again after `seconds`. An attempt that reached no server does not count. */
export async function postpone(
  db: Db,
  mailId: string,
  delay: { claim: string; reason: string; seconds: number; wasUnreached: boolean },
): Promise<void> {
  await rows(
    db,
    sql`update mails set sending_at = null, claim = null, error = ${delay.reason},
          not_before = now() + make_interval(secs => ${delay.seconds}),
          tries = tries - ${delay.wasUnreached ? 1 : 0}, waits = waits + ${delay.wasUnreached ? 1 : 0}
        where id = ${mailId} and claim = ${delay.claim} and sent_at is null and failed_at is null`,
  )
  await enqueueDelivery(db, mailId, delay.seconds)
}

/** Assigns an email a slot in the rate limit of its domain; returns the seconds to wait for it. */
export async function takeSlot(db: Db, mail: MailRow, perMinute: number): Promise<number> {
  const gap = 60 / perMinute
  const slot = await row<{ wait: number }>(
    db,
    sql`with slot as (
          insert into mail_paces as p (domain, next_at)
          values (${domainOfEmail(mail.recipient)}, clock_timestamp() + make_interval(secs => ${gap}))
          on conflict (domain) do update
            set next_at = greatest(p.next_at, clock_timestamp()) + make_interval(secs => ${gap})
          returning next_at - make_interval(secs => ${gap}) as at)
        update mails m set not_before = slot.at from slot where m.id = ${mail.id}
        returning greatest(0, extract(epoch from slot.at - clock_timestamp()))::float8 as wait`,
  )
  return slot!.wait
}

/** Enqueues another delivery after some seconds. */
export async function enqueueDelivery(db: Db, mailId: string, seconds: number): Promise<void> {
  await enqueueMany(db, sendMail, [{ mailId }], Math.ceil(seconds))
}

/** Enqueues emails again that were due five minutes ago and are not finished; doing so twice is harmless. */
export async function enqueueForgotten(db: Db): Promise<void> {
  const forgotten = await rows<{ mailId: string }>(
    db,
    sql`select id "mailId" from mails where sent_at is null and failed_at is null and sent_with is null
          and greatest(created_at, recallable_until, not_before, claimed_at) < now() - interval '5 minutes' order by created_at limit 1000`,
  )
  await enqueueMany(db, sendMail, forgotten)
}
