import { type Db, sql } from '#kit/server/db.ts'

/** The structure of the page of a finding. */
export type SeenTemplate = {
  companyId: string
  findingId: string
  /** 64 hexadecimal digits. */
  hash: string
  host: string
  /** The registered domain of the host. */
  site: string
  /** A browser drew the page; otherwise it is as it was sent. */
  isDrawn: boolean
}

/**
 * Stores the structure of the page of a finding; the worker finds others of the same template. What a browser drew is not
 * replaced by what was only fetched: scripts change the structure, and findings would part from their likes.
 */
export async function saveTemplate(
  db: Db,
  { companyId, findingId, hash, host, site, isDrawn }: SeenTemplate,
): Promise<void> {
  await sql`insert into finding_templates as t (company_id, finding_id, hash, host, site, is_drawn)
    values (${companyId}, ${findingId}, decode(${hash}, 'hex'), ${host}, ${site}, ${isDrawn})
    on conflict (company_id, finding_id) do update set hash = excluded.hash, host = excluded.host, site = excluded.site,
      is_drawn = excluded.is_drawn, is_waiting = true, seen_at = now()
    where (excluded.is_drawn or not t.is_drawn) and (t.hash, t.host) is distinct from (excluded.hash, excluded.host)`.execute(
    db,
  )
}
