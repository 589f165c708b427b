import { query } from './dashboards.ts'
import type { Journey } from './harness.ts'

/** Look-alikes as a run would have found them, the first with a stored picture of the demo data. */
export async function putSearchedDomains(
  { databaseUrl }: Pick<Journey, 'databaseUrl'>,
  company: string,
  names: readonly string[],
): Promise<void> {
  // Every ten minutes an own page without a picture is opened again, and then all likenesses, the order, are computed anew.
  await query(databaseUrl, 'update brand_references set picture_tried_at = now()')
  await query(
    databaseUrl,
    `insert into searched_domains (id, company_id, brand_id, domain, keyword, family, score, source, image_key, registrar,
        registered_on, mail_servers, likeness, likeness_parts, visit)
      select gen_random_uuid(), b.company_id, b.id, n.domain, 'aurevia', 'affix', 0.8, 'made',
        case when n.place = 1 then (select key from files where media_type = 'image/png' order by bytes desc, key limit 1) end,
        'Cheap Names Ltd', current_date - 12, array['mail.' || n.domain], 0.9 - 0.1 * n.place,
        jsonb_build_array(jsonb_build_object('kind', 'name', 'value', 0.8, 'text', 'It joins aurevia to another word'),
          jsonb_build_object('kind', 'title', 'value', 0.7, 'text', 'Its title mentions aurevia')),
        '{"title": "Aurevia sign in", "finalAddress": null, "status": 200, "note": null, "certificate": null}'::jsonb
      from (select b.* from brands b join companies c on c.id = b.company_id where c.name = $1 and b.enabled
        and b.deleted_at is null and b.platforms ? 'domain' order by b.brand_name limit 1) b
      cross join unnest($2::text[]) with ordinality as n (domain, place)`,
    [company, names],
  )
}
