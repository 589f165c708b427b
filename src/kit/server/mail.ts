import { z } from 'zod'
import { job } from '#kit/contract/job.ts'
import { type Db, rows, sql, type Sql } from './db.ts'
import { newId } from './id.ts'
import { enqueue } from './jobs.ts'

/** One e-mail to one address. `kind` names the template, for the record. */
export type Letter = {
  kind: string
  to: string
  subject: string
  text: string
  html?: string
  attachments?: readonly LetterAttachment[]
}

/** A stored file that goes along. */
export type LetterAttachment = { fileName: string; bucket: string; key: string }

/** Sends one letter of the outbox; tried three times (G98). */
export const sendMail = job({ name: 'send-mail', payload: z.object({ mailId: z.uuid() }), tries: 3 })

/** Puts a letter into the outbox in the caller's transaction; it leaves once, after the commit. Answers its id. */
export async function postLetter(db: Db, letter: Letter): Promise<string> {
  const id = newId()
  await rows(
    db,
    sql`insert into mails (id, kind, recipient, subject, text_body, html_body, attachments)
        values (${id}, ${letter.kind}, ${letter.to}, ${oneLine(letter.subject)}, ${letter.text}, ${letter.html ?? null},
          ${JSON.stringify(letter.attachments ?? [])}::jsonb)`,
  )
  await enqueue(db, sendMail, { mailId: id })
  return id
}

/** Header values never carry line breaks or other control characters. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** What became of a row of `mails`, as {state, reason, at}; null where there is none. */
export function mailOutcome(mail: Sql): Sql {
  return sql`case when ${mail}.id is not null then jsonb_build_object(
    'state', case when ${mail}.sent_at is not null then 'sent' when ${mail}.failed_at is null then 'waiting'
      when ${mail}.is_doubtful then 'unknown' else 'failed' end,
    'reason', ${mail}.error, 'at', coalesce(${mail}.sent_at, ${mail}.failed_at)) end`
}
