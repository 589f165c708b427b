import type { SentNotice } from '#features/replies/contract.ts'
import { type Db, likePattern, row, rows, sql } from '#kit/server/db.ts'
import { domainOfEmail } from '#vocabulary/addresses.ts'
import { siteOf } from '#vocabulary/sites.ts'

/** How many of the newest notices are searched, so that a search takes a bounded time. */
const searched = 20_000
const limit = 20

/**
 * Sent notices whose subject or recipient has this text, or whose reference it is, first those to the domain of whoever sent an incoming mail, then
 * the newest.
 */
export async function findSentNotices(
  db: Db,
  { sender, search }: { sender: string | null; search: string },
): Promise<{ found: SentNotice[]; total: number }> {
  const domain = sender === null ? '' : siteOf(domainOfEmail(sender).replace(/>$/, ''))
  const pattern = likePattern(search.trim())
  const matches = await rows<SentNotice & { total: number }>(
    db,
    sql`with recent as materialized (select id, company_id, finding_id, abuse_email from enforcements
        where abuse_email is not null order by id desc limit ${searched})
      select r.id, m.subject as about, r.abuse_email as "to", b.brand_name as brand, m.sent_at as at, count(*) over () as total
      from recent r join mails m on m.id = r.id and m.sent_with is null and m.sent_at is not null
      join findings f on f.company_id = r.company_id and f.id = r.finding_id and f.deleted_at is null
      join brands b on b.id = f.brand_id
      where m.subject ilike ${pattern} or r.abuse_email ilike ${pattern} or right(r.id::text, 8) = ${search.trim().toLowerCase()}
      order by lower(r.abuse_email) like any(array[${`%@${domain}`}, ${`%.${domain}`}]) desc, r.id desc limit ${limit}`,
  )
  return { found: matches.map(({ total: _total, ...one }) => one), total: Number(matches[0]?.total ?? 0) }
}

/** Whether there is a sent notice of this id. */
export async function isSentNotice(db: Db, id: string): Promise<boolean> {
  const found = await row(
    db,
    sql`select 1 from enforcements e join mails m on m.id = e.id and m.sent_at is not null
      join findings f on f.company_id = e.company_id and f.id = e.finding_id and f.deleted_at is null where e.id = ${id}`,
  )
  return found !== undefined
}
