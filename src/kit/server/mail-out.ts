import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type Mail from 'nodemailer/lib/mailer/index.js'
import type { Pool } from 'pg'
import { z } from 'zod'
import { type Db, onPool } from './db.ts'
import type { FileStore } from './files.ts'
import { newId } from './id.ts'
import { sendMail } from './mail.ts'
import * as moments from './mail-moments.ts'
import { composeMessage } from './written-letter.ts'

/**
 * Sends an email; returns the server's response. Calls `onSending` with the raw message at the last moment at which it
 * has certainly not been sent. Rejects with NotSentError if it certainly was not sent; any other error after
 * `onSending` leaves that unknown.
 */
export type MailDriver = (id: string, email: Mail.Options, leaving: Leaving) => Promise<string>
export type Leaving = (message: Buffer) => Promise<void>

/** The email was not sent: rejected permanently, rejected temporarily, or no server was reached. */
export class NotLeft extends Error {
  readonly because: 'refused' | 'not-now' | 'unreached'
  constructor(because: NotLeft['because'], message: string) {
    super(message)
    this.because = because
  }
}

/** Writes emails as .eml files named by their id, for development and the demo world. */
export function folderMail(folder: string): MailDriver {
  return async (id, email, leaving) => {
    const { message } = await composeMessage(email)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${id}.eml`)
    await writeFile(`${path}.part`, message, { mode: 0o600 })
    await leaving(message)
    await rename(`${path}.part`, path)
    return 'written to the mail folder'
  }
}

/** What a delivery needs. */
export type Post = {
  pool: Pool
  files: FileStore
  driver: MailDriver
  from: string
  /** Rate limit: paced emails to one domain per minute. */
  perMinute: number
  /** The reply address of a notice, by the id of its email; without it replies go to `from`. */
  returnTo?: ((mailId: string) => string) | undefined
}

/** The error of an email that may or may not have been sent. */
export const doubtful =
  'Unknown whether it was sent: the connection or the process ended before the mail server responded.'

/** Seconds until the next attempt: after a temporary rejection, and after attempts that reached no server. */
const pauses = { notNow: [300, 1800], unreached: [10, 60, 300, 600] } as const
/** How long an email waits for an unreachable server, in seconds. */
const longestWait = 24 * 3600

/**
 * Job handler: sends one email of the outbox, once. An email whose content was being sent when its delivery ended is
 * never sent again: it fails as doubtful. See docs/decisions/0012-notices-leave-once.md.
 */
export async function deliver(of: Post, mailId: string): Promise<void> {
  const db = onPool(of.pool)
  const locked = await moments.withLock(of.pool, mailId, async () => {
    const mail = await moments.findMail(db, mailId)
    if (!mail || mail.hasEnded) return
    if (mail.wasLeaving) return moments.markFailed(db, mailId, { reason: doubtful, isDoubtful: true })
    const wait = mail.hasSlot || !mail.isPaced ? mail.wait : await moments.takeSlot(db, mail, of.perMinute)
    if (wait > 0.05) return moments.enqueueDelivery(db, mailId, wait)
    await attempt(db, of, mail)
  })
  // Should the other process die now, this job makes sure that the email is not forgotten.
  if (!locked) await moments.enqueueDelivery(db, mailId, 60)
}

async function attempt(db: Db, of: Post, mail: moments.MailRow): Promise<void> {
  const claim = newId()
  await moments.claimMail(db, mail.id, claim)
  let wasLeaving = false
  const leaving = async (message: Buffer) => {
    await moments.markLeaving(
      db,
      mail.id,
      claim,
      mail.isArchived ? await storeCopy(of.files, mail.id, message) : undefined,
    )
    wasLeaving = true
  }
  let answer: string
  try {
    answer = await of.driver(mail.id, await composeEmail(mail, of), leaving)
  } catch (problem) {
    return wasNotTaken(db, { mail, claim, problem, wasLeaving })
  }
  await persistently(() => moments.markSent(db, mail.id, claim, answer))
}

/** Stores the raw message; a new key per attempt, so that a delivery that lost its claim overwrites nothing. */
async function storeCopy(files: FileStore, mailId: string, message: Buffer): Promise<moments.StoredEmail> {
  const key = `letters/${mailId}/${newId()}.eml`
  await files.put(key, message, 'message/rfc822')
  return { key, sha256: createHash('sha256').update(message).digest() }
}

type Refusal = { mail: moments.MailRow; claim: string; problem: unknown; wasLeaving: boolean }

async function wasNotTaken(db: Db, { mail, claim, problem, wasLeaving }: Refusal): Promise<void> {
  const because = problem instanceof NotLeft ? problem.because : wasLeaving ? 'doubt' : 'unreached'
  const message = (problem as Error).message
  const wasNoTry = because === 'unreached'
  const mayWait = wasNoTry ? mail.age < longestWait : because === 'not-now' && mail.tries + 1 < sendMail.tries
  if (mayWait) {
    const steps: readonly number[] = wasNoTry ? pauses.unreached : pauses.notNow
    const seconds = steps[Math.min(wasNoTry ? mail.waits : mail.tries, steps.length - 1)]!
    return persistently(() => moments.putOff(db, mail.id, { claim, reason: message, seconds, wasNoTry }))
  }
  const isDoubtful = because === 'doubt'
  const reason = isDoubtful ? `${doubtful} (${message})` : message
  return persistently(() => moments.markFailed(db, mail.id, { claim, reason, isDoubtful }))
}

/** Retries a write for some seconds, so that the outcome is recorded despite a short database outage. */
async function persistently(write: () => Promise<void>): Promise<void> {
  for (const pause of [200, 1000, 3000]) {
    try {
      return await write()
    } catch {
      await sleep(pause)
    }
  }
  await write()
}

async function composeEmail(mail: moments.MailRow, of: Post): Promise<Mail.Options> {
  // An address object is used as it is; a text would be parsed and could name a second recipient.
  const address = z.email().safeParse(mail.recipient).data
  if (address === undefined) throw new NotLeft('refused', 'The address is not valid')
  const attachments = await Promise.all(
    mail.attachments.map(async (one) => ({ filename: one.fileName, content: await contentOf(one, of.files) })),
  )
  return {
    from: of.from,
    to: { name: '', address },
    ...answersTo(mail, of, address),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    attachments,
    // From the record's id, so that replies can be matched and mailboxes show it once.
    messageId: messageIdOf(mail.id, of.from),
    ...(mail.follows === null ? {} : following(messageIdOf(mail.follows, of.from))),
    disableUrlAccess: true,
    disableFileAccess: true,
  }
}

const following = (messageId: string): Mail.Options => ({ inReplyTo: messageId, references: messageId })

/** Notices get their own reply address, also in the envelope, which receives bounces. */
function answersTo(mail: moments.MailRow, { returnTo }: Post, to: string): Mail.Options {
  if (!returnTo || !mail.isPaced) return {}
  const own = returnTo(mail.id)
  return { replyTo: own, envelope: { from: own, to } }
}

async function contentOf(attachment: moments.MailRow['attachments'][number], files: FileStore): Promise<Buffer> {
  const read = async (key: string) => {
    const content = await files.read(key)
    if (!content) throw new NotLeft('refused', `The attachment ${attachment.fileName} no longer exists`)
    return content
  }
  if ('key' in attachment) return read(attachment.key)
  const { text, filledWith } = attachment
  if (!filledWith) return Buffer.from(text)
  const bytes = (await read(filledWith.key)).toString('base64')
  return Buffer.from(text.replace(filledWith.mark, bytes))
}

/** The Message-ID of an email, from the id of its record. */
export const messageIdOf = (mailId: string, from: string): string =>
  `<${mailId}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`
