import { type Db, row, rows, sql } from '#kit/server/db.ts'
import type { FindingKey } from './queries.ts'

/** What a browser stored of a finding's page: before it became a finding, or because somebody requested a picture. */
export type SeenPage = {
  at: string
  address: string | null
  title: string | null
  status: number | null
  imageKey: string | null
  archiveKey: string | null
}

/** The visits of a finding's page whose picture or archive is stored, oldest first. */
export function seenPagesOf(db: Db, { companyId, findingId }: FindingKey): Promise<SeenPage[]> {
  return rows(
    db,
    sql`select s.seen_at as at, s.visit->>'finalAddress' as address, s.visit->>'title' as title,
        (s.visit->>'status')::int as status, s.image_key as "imageKey", s.archive_key as "archiveKey"
      from searched_domains s
      where s.company_id = ${companyId} and s.finding_id = ${findingId} and s.seen_at is not null
        and (s.image_key is not null or s.archive_key is not null)
      union all
      select p.taken_at, p.final_address, p.title, p.status, p.image_key, p.archive_key from page_pictures p
      where p.company_id = ${companyId} and p.finding_id = ${findingId} and p.state = 'taken'
      order by at, "imageKey"`,
  )
}

/** The data recorded when an object was uploaded; undefined when there is no record. */
export function recordOfFile(
  db: Db,
  bucket: string,
  key: string,
): Promise<{ name: string; mediaType: string; sha256: string; at: string } | undefined> {
  return row(
    db,
    sql`select original_name as name, media_type as "mediaType", encode(sha256, 'hex') as sha256, created_at as at
      from files where bucket = ${bucket} and key = ${key}`,
  )
}
