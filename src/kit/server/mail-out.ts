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
import { withLock } from './mail-locks.ts'
import * as mailQueries from './mail-queries.ts'
import { composeMessage, type EmailOptions } from './compose-message.ts'
import { htmlOfText } from './email-html.ts'

/**
 * Sends an email; returns the server's response. Calls `onSending` with the raw message at the last moment at which it
 * has certainly not been sent. Rejects with NotSentError if it certainly was not sent; any other error after
 * `onSending` leaves that unknown.
 */
export type MailDriver = (id: string, email: EmailOptions, onSending: OnSending) => Promise<string>
export type OnSending = (message: Buffer) => Promise<void>

/** The email was not sent: rejected permanently, rejected temporarily, or no server was reached. */
export class NotSentError extends Error {
  readonly reason: 'refused' | 'not-now' | 'unreached'
  constructor(reason: NotSentError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Writes emails as .eml files named by their id, for development and the demo world. */
export function folderMail(folder: string): MailDriver {
  return async (id, email, onSending) => {
    const { message } = await composeMessage(email)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${id}.eml`)
    await writeFile(`${path}.part`, message, { mode: 0o600 })
    await onSending(message)
    await rename(`${path}.part`, path)
    return 'written to the mail folder'
  }
}

/** What a delivery needs. */
export type DeliveryDeps = {
  pool: Pool
  files: FileStore
  driver: MailDriver
  from: string
  /** Rate limit: paced emails to one domain per minute. */
  perMinute: number
  /** The reply address of a notice, by the id of its email; its bounces go there too. */
  replyAddressOf?: ((mailId: string) => string) | undefined
  /** Where people answer a notice without such an address: `from` is often read by nobody. */
  repliesTo?: string | undefined
  /** Ends an email that may not leave any more, and returns why; undefined if it may. */
  withhold?: ((mailId: string) => Promise<string | undefined>) | undefined
}

/** The error of an email that may or may not have been sent. */
export const doubtfulMessage =
  'Unknown whether it was sent: the connection or the process ended before the mail server responded.'

/** Seconds until the next attempt: after a temporary rejection, and after attempts that reached no server. */
const pauses = { notNow: [300, 1800], unreached: [10, 60, 300, 600] } as const
/** How long an email waits for an unreachable server, in seconds. */
const longestWait = 24 * 3600

/**
 * Job handler: sends one email of the outbox, once. An email whose content was being sent when its delivery ended is
 * never sent again: it fails as doubtful. See docs/decisions/0012-notices-leave-once.md.
 */
export async function deliver(deps: DeliveryDeps, mailId: string): Promise<void> {
  const db = onPool(deps.pool)
  const locked = await withLock(deps.pool, mailId, async () => {
    const mail = await mailQueries.findMail(db, mailId)
    if (!mail || mail.hasEnded) return
    if (mail.wasSending) return mailQueries.markFailed(db, mailId, { reason: doubtfulMessage, isDoubtful: true })
    if ((await deps.withhold?.(mailId)) !== undefined) return
    if (mail.recallWait > 0) return mailQueries.enqueueDelivery(db, mailId, mail.recallWait)
    const wait = mail.hasSlot || !mail.isPaced ? mail.wait : await mailQueries.takeSlot(db, mail, deps.perMinute)
    if (wait > 0.05) return mailQueries.enqueueDelivery(db, mailId, wait)
    await attempt(db, deps, mail)
  })
  // Should the other process die now, this job makes sure that the email is not forgotten.
  if (!locked) await mailQueries.enqueueDelivery(db, mailId, 60)
}

async function attempt(db: Db, deps: DeliveryDeps, mail: mailQueries.MailRow): Promise<void> {
  const claim = newId()
  await mailQueries.claimMail(db, mail.id, claim)
  let wasSending = false
  const onSending = async (message: Buffer) => {
    const stored = mail.isArchived ? await storeCopy(deps.files, mail.id, message) : undefined
    // Connecting and sending the first part took as long as the mail server liked.
    const reason = await deps.withhold?.(mail.id)
    if (reason !== undefined) throw new NotSentError('refused', reason)
    await mailQueries.markSending(db, mail.id, claim, stored)
    wasSending = true
  }
  let answer: string
  try {
    answer = await deps.driver(mail.id, await composeEmail(mail, deps), onSending)
  } catch (problem) {
    return handleFailure(db, { mail, claim, problem, wasSending })
  }
  await persistently(() => mailQueries.markSent(db, mail.id, claim, answer))
}

/** Stores the raw message; a new key per attempt, so that a delivery that lost its claim overwrites nothing. */
async function storeCopy(files: FileStore, mailId: string, message: Buffer): Promise<mailQueries.StoredEmail> {
  const key = `emails/${mailId}/${newId()}.eml`
  await files.put(key, message, 'message/rfc822')
  return { key, sha256: createHash('sha256').update(message).digest() }
}

type FailedAttempt = { mail: mailQueries.MailRow; claim: string; problem: unknown; wasSending: boolean }

async function handleFailure(db: Db, { mail, claim, problem, wasSending }: FailedAttempt): Promise<void> {
  const outcome = problem instanceof NotSentError ? problem.reason : wasSending ? 'doubt' : 'unreached'
  const message = (problem as Error).message
  const wasUnreached = outcome === 'unreached'
  const mayRetry = wasUnreached ? mail.age < longestWait : outcome === 'not-now' && mail.tries + 1 < sendMail.tries
  if (mayRetry) {
    const steps: readonly number[] = wasUnreached ? pauses.unreached : pauses.notNow
    const seconds = steps[Math.min(wasUnreached ? mail.waits : mail.tries, steps.length - 1)]!
    return persistently(() => mailQueries.postpone(db, mail.id, { claim, reason: message, seconds, wasUnreached }))
  }
  const isDoubtful = outcome === 'doubt'
  const reason = isDoubtful ? `${doubtfulMessage} (${message})` : message
  return persistently(() => mailQueries.markFailed(db, mail.id, { claim, reason, isDoubtful }))
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

async function composeEmail(mail: mailQueries.MailRow, deps: DeliveryDeps): Promise<EmailOptions> {
  // An address object is used as it is; a text would be parsed and could name a second recipient.
  const address = z.email().safeParse(mail.recipient).data
  if (address === undefined) throw new NotSentError('refused', 'The address is not valid')
  const attachments = (await Promise.all(mail.attachments.map((one) => partsOf(one, deps.files)))).flat()
  return {
    from: deps.from,
    to: { name: '', address },
    ...replyHeaders(mail, deps, address),
    subject: mail.subject,
    text: mail.text,
    ...(mail.isArchived ? noticeParts(mail) : consoleParts(mail, deps.from)),
    attachments,
    // From the record's id, so that replies can be matched and mailboxes show it once.
    messageId: messageIdOf(mail.id, deps.from),
    ...(mail.follows === null ? {} : threadHeaders(messageIdOf(mail.follows, deps.from))),
    disableUrlAccess: true,
    disableFileAccess: true,
  }
}

const noticeParts = ({ html }: mailQueries.MailRow): EmailOptions => ({
  isFlowed: true,
  ...(html === null ? {} : { html }),
})

/** An email of the console itself: its HTML part is made from its text, and no automatic answers to it are wanted. */
const consoleParts = ({ html, text, subject, unsubscribe }: mailQueries.MailRow, from: string): Mail.Options => ({
  html: html ?? htmlOfText({ text, subject, sender: /^"?([^"<]+?)"?\s*</.exec(from)?.[1] ?? '' }),
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe === null
      ? {}
      : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
})

/** A larger picture is sent once, as an attachment that the HTML part shows; not every mailbox then shows it there. */
const largestShownTwice = 2 * 1024 * 1024

/** The parts of an attachment: a picture that the HTML part shows is a part of it and an attachment. */
async function partsOf(
  attachment: mailQueries.MailRow['attachments'][number],
  files: FileStore,
): Promise<Mail.Attachment[]> {
  const part: Mail.Attachment = { filename: attachment.fileName, content: await contentOf(attachment, files) }
  if (!('cid' in attachment) || !attachment.cid) return [part]
  const { cid } = attachment
  if ((part.content as Buffer).length > largestShownTwice) return [{ ...part, cid, contentDisposition: 'attachment' }]
  return [{ ...part, cid, contentDisposition: 'inline' }, part]
}

const threadHeaders = (messageId: string): Mail.Options => ({ inReplyTo: messageId, references: messageId })

/** Notices get their own reply address, also in the envelope, which receives bounces; else the one that people read. */
function replyHeaders(mail: mailQueries.MailRow, deps: DeliveryDeps, to: string): Mail.Options {
  const { replyAddressOf, repliesTo } = deps
  if (!mail.isArchived) return {}
  if (!replyAddressOf) return repliesTo ? { replyTo: repliesTo } : {}
  const replyAddress = replyAddressOf(mail.id)
  return { replyTo: replyAddress, envelope: { from: replyAddress, to } }
}

async function contentOf(attachment: mailQueries.MailRow['attachments'][number], files: FileStore): Promise<Buffer> {
  const read = async (key: string) => {
    const content = await files.read(key)
    if (!content) throw new NotSentError('refused', `The attachment ${attachment.fileName} no longer exists`)
    return content
  }
  if ('key' in attachment) return read(attachment.key)
  const { text, filledWith } = attachment
  if (!filledWith) return Buffer.from(text)
  const bytes = (await read(filledWith.key)).toString('base64')
  return Buffer.from(text.replace(filledWith.placeholder, bytes))
}

/** The Message-ID of an email, from the id of its record. */
export const messageIdOf = (mailId: string, from: string): string =>
  `<${mailId}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`
