import { type Db, sql } from '#kit/server/db.ts'

/** The structure of the page of a finding: its hash (64 hexadecimal digits), its site, and whether a browser drew it. */
export type SeenTemplate = { companyId: string; findingId: string; hash: string; site: string; isDrawn: boolean }

/**
 * Stores the structure of the page of a finding; the worker finds others of the same template. What a browser drew is not
 * replaced by what was only fetched: scripts change the structure, and findings would part from their likes.
 */
export async function saveTemplate(db: Db, { companyId, findingId, hash, site, isDrawn }: SeenTemplate): Promise<void> {
  await sql`insert into finding_templates as t (company_id, finding_id, hash, site, is_drawn)
    values (${companyId}, ${findingId}, decode(${hash}, 'hex'), ${site}, ${isDrawn})
    on conflict (company_id, finding_id) do update set hash = excluded.hash, site = excluded.site,
      is_drawn = excluded.is_drawn, is_waiting = true, seen_at = now()
    where (excluded.is_drawn or not t.is_drawn) and (t.hash, t.site) is distinct from (excluded.hash, excluded.site)`.execute(
    db,
  )
}
