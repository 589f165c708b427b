import type { MailboxEmail } from '#features/demo/contract.ts'
import { likePattern, type Db, row, rows, sql } from '#kit/server/db.ts'

/** One page of all emails, newest first, and their number. Only Admins of the demo world may see them. */
export async function listEmails(
  db: Db,
  params: { page: number; size: number; search: string | undefined },
): Promise<{ docs: MailboxEmail[]; total: number }> {
  const condition = params.search
    ? sql`concat_ws(e'\n', recipient, subject, text_body) ilike ${likePattern(params.search)}`
    : sql`true`
  const docs = await rows<MailboxEmail>(
    db,
    sql`select id, id "_id", kind, recipient "to", subject, text_body "text", created_at "createdAt", error,
          case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end state
        from mails where ${condition} order by created_at desc, id desc
        limit ${params.size} offset ${(params.page - 1) * params.size}`,
  )
  const counted = await row<{ total: number }>(db, sql`select count(*)::int total from mails where ${condition}`)
  return { docs, total: counted?.total ?? 0 }
}
