import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Mail from 'nodemailer/lib/mailer/index.js'
import { z } from 'zod'
import type { Pool } from 'pg'
import { type Db, inTransaction, row, rows, sql } from './db.ts'
import type { FileStore } from './files.ts'
import { type LetterAttachment, sendMail } from './mail.ts'

/** Takes a finished letter out of the house; rejects when it was not taken. */
export type MailDriver = (id: string, letter: Mail.Options) => Promise<void>

/** Read when the first letter leaves: the library takes 4 MB. */
const mailer = async () => (await import('nodemailer')).default

/** Letters to an SMTP server. */
export function smtpMail(url: string): MailDriver {
  const open = async () =>
    (await mailer()).createTransport({
      url,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 30_000,
    })
  let transport: ReturnType<typeof open> | undefined
  return async (_id, letter) => {
    await (await (transport ??= open())).sendMail(letter)
  }
}

/** Letters as .eml files named by their id, for development and the demo world. */
export function folderMail(folder: string): MailDriver {
  const open = async () => (await mailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let transport: ReturnType<typeof open> | undefined
  return async (id, letter) => {
    const { message } = await (await (transport ??= open())).sendMail(letter)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${id}.eml`)
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${path}.part`, path)
  }
}

type MailRow = {
  id: string
  recipient: string
  subject: string
  text: string
  html: string | null
  attachments: LetterAttachment[]
  tries: number
}

/**
 * The job: sends one letter of the outbox. The row stays locked while it leaves, so it leaves once; a lock dies with its
 * process. After the third failure the letter is marked as failed. Throws what went wrong, so that it is tried again.
 */
export async function deliver(
  of: { pool: Pool; files: FileStore; driver: MailDriver; from: string },
  mailId: string,
): Promise<void> {
  const problem = await inTransaction(of.pool, async ({ db }) => {
    const mail = await claim(db, mailId)
    if (!mail) return undefined
    try {
      await of.driver(mail.id, await letterOf(mail, of))
      await rows(db, sql`update mails set sent_at = now(), tries = tries + 1, error = null where id = ${mail.id}`)
      return undefined
    } catch (failure) {
      const { message } = failure as Error
      await rows(
        db,
        sql`update mails set tries = tries + 1, error = ${message},
              failed_at = case when tries + 1 >= ${sendMail.tries} then now() end where id = ${mail.id}`,
      )
      return failure as Error
    }
  })
  if (problem) throw problem
}

function claim(db: Db, mailId: string): Promise<MailRow | undefined> {
  return row(
    db,
    sql`select id, recipient, subject, text_body "text", html_body "html", attachments, tries from mails
        where id = ${mailId} and sent_at is null and failed_at is null for update skip locked`,
  )
}

async function letterOf(mail: MailRow, of: { files: FileStore; from: string }): Promise<Mail.Options> {
  // An address as an object is taken as it is; a text would be parsed and could name a second recipient.
  const address = z.email().parse(mail.recipient)
  const attachments = await Promise.all(
    mail.attachments.map(async ({ fileName, key }) => {
      const content = await of.files.read(key)
      if (!content) throw new Error(`the attachment ${key} is gone`)
      return { filename: fileName, content }
    }),
  )
  return {
    from: of.from,
    to: { name: '', address },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    attachments,
    // The same letter sent again after a crash carries the same id, so that mailboxes show it once.
    messageId: `<${mail.id}@${hostOf(of.from)}>`,
    disableUrlAccess: true,
    disableFileAccess: true,
  }
}

const hostOf = (from: string) => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
