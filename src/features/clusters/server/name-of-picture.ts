import { inScopes } from '#features/findings/server/visible.ts'
import { sql, type Sql } from '#kit/server/db.ts'
import type { Seen } from './seen.ts'

/** A picture `s` has no text: the brand of the first finding with it that the person may see, and its seller or host. */
export const nameOfPicture = (seen: Seen): Sql => sql`coalesce((select concat_ws(', ', b.brand_name, (
      select o.value from finding_values w join cluster_values o on o.company_id = w.company_id and o.value_id = w.value_id
      where w.company_id = f.company_id and w.finding_id = f.id and not w.is_parted and o.kind in ('seller', 'host')
      order by o.kind = 'host', o.value limit 1))
    from finding_values v join findings f on f.company_id = v.company_id and f.id = v.finding_id
    join brands b on b.id = f.brand_id
    where v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted and f.deleted_at is null
      and ${seen.isEverything ? sql`true` : inScopes(seen.scopes)}
    order by v.finding_id limit 1), '')`
