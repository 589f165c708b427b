import { query } from './dashboards.ts'

/** A picture of one pixel. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Adds a draft of 5,000 rows of Demo Brand on the platform Website, 'Large'. */
export async function addLargeDraft(databaseUrl: string, company: string): Promise<{ id: string } | undefined> {
  const [draft] = await query<{ id: string }>(
    databaseUrl,
    `with made as (insert into drafts (id, company_id, brand_id, platform, file_name, created_by, row_count, changes)
        select gen_random_uuid(), b.company_id, b.id, 'website', 'Large', u.id, 5000, 1
        from brands b join companies c on c.id = b.company_id, users u
        where b.brand_name = 'Demo Brand' and c.name = $1 and u.email = 'analyst@demo.test' returning id, created_by),
      filled as (insert into draft_rows (id, draft_id, sn, data, bytes, change, saved_by)
        select gen_random_uuid(), m.id, n, jsonb_build_object('url', 'https://large.example/' || n, 'status', '33',
          'reason', 'Uses the name without permission', 'domain', 'large.example', 'image', 'shot.png'), 200, 1, m.created_by
        from made m, generate_series(1, 5000) n)
      select id from made`,
    [company],
  )
  return draft
}

/** White-lists a page of a company, as only the server knows; the returned function takes it back. */
export async function whiteList(databaseUrl: string, company: string, page: string): Promise<() => Promise<unknown>> {
  const [list] = await query<{ id: string }>(
    databaseUrl,
    `with list as (insert into white_lists (id, company_id, enabled, urls)
       select gen_random_uuid(), id, true, 1 from companies where name = $1 returning id, company_id)
     insert into white_list_entries (list_id, company_id, position, normalised)
     select id, company_id, 1, $2 from list returning list_id as id`,
    [company, page],
  )
  return () => query(databaseUrl, 'delete from white_lists where id = $1', [list!.id])
}
