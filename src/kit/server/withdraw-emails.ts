import { type Db, rows, sql } from './db.ts'
import { withoutSecret } from './mail-queries.ts'

/**
 * Marks what waits for this address as failed, for when the person behind it may no longer read it. Notices stay, and so
 * does an email that is being sent.
 */
export async function withdrawEmails(db: Db, address: string, reason: string): Promise<void> {
  await rows(
    db,
    sql`update mails set failed_at = now(), error = ${reason}, ${withoutSecret}
        where lower(recipient) = ${address.toLowerCase()} and sent_at is null and failed_at is null and sending_at is null
          and not is_archived and sent_with is null`,
  )
}
