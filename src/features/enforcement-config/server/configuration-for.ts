import type { Db } from '#kit/server/db.ts'
import type { StoredAttachment } from '#kit/server/mail.ts'
import { type ConfigurationSubject, enabledConfiguration } from './queries.ts'

/** The body lines and attachments of a notice, as the outbox takes them. */
export type NoticeConfiguration = { id: string; mailBody: readonly string[]; attachments: readonly StoredAttachment[] }

/** The enabled configuration for a company, brand and platform; undefined when there is none (G75). */
export async function configurationFor(
  db: Db,
  subject: ConfigurationSubject,
): Promise<NoticeConfiguration | undefined> {
  const found = await enabledConfiguration(db, subject)
  return found && { id: found.id, mailBody: found.mailBody, attachments: found.attachments }
}
