import { type Db, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { type PlatformValue, trapPurchaseName } from '#vocabulary/platform-names.ts'

const platformOfTrapPurchases: PlatformValue = 'e-commerce'

/** The platforms of lists that cover a platform's findings, besides those without one; '' is none, too. */
const platformsCovering = (platform: string): string[] =>
  platform === platformOfTrapPurchases ? ['', platform, trapPurchaseName.value] : ['', platform]

/**
 * Whether white list `w` is enabled and covers findings on one of these platforms (G69): its platform is the same or
 * blank, or that of trap purchases, which are e-commerce listings. With `brandId` only if its brand is that one or blank.
 */
export function isCovering(platforms: readonly string[], brandId?: Sql): Sql {
  const ofBrand = brandId ? sql`and (w.brand_id is null or w.brand_id = ${brandId})` : sql``
  return sql`w.enabled and w.deleted_at is null ${ofBrand}
    and (w.platform is null or w.platform = any(${platforms.flatMap(platformsCovering)}::text[]))`
}

/** Whether entry `e` of a white list is a host, and not a page of it. */
export const isHost: Sql = sql`e.normalised !~ '[/?:]'`

/**
 * Which of these addresses are on a white list of the client (G69). A list counts when it belongs to the company and is
 * `isCovering`. Without a brand only lists of the whole company count. `addresses` is a PostgreSQL array literal of normalised
 * addresses and of their hosts (G63), because an entry that is only a host covers all its pages. Returns a JSON list,
 * or '' for none: an upload has up to 25,000 addresses, so they stay one text on the request thread.
 */
export async function coveredAddresses(
  db: Db,
  params: { companyId: string; brandId: string | null; platform: string; addresses: string },
): Promise<string> {
  const lists = await rows<{ id: string }>(
    db,
    sql`select w.id from white_lists w
        where w.company_id = ${params.companyId} and ${isCovering([params.platform], sql`${params.brandId}`)}`,
  )
  if (lists.length === 0) return ''
  const found = await row<{ covered: string | null }>(
    db,
    sql`select json_agg(distinct normalised)::text as covered from white_list_entries
        where company_id = ${params.companyId} and list_id = any(${lists.map(({ id }) => id)}::uuid[])
          and normalised = any(${params.addresses}::text[])`,
  )
  return found?.covered ?? ''
}

/** The hosts on white lists that cover the findings of these brands on a platform, by brand (G69). */
export async function whiteListedHosts(
  db: Db,
  platform: string,
  brandIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await rows<{ brand: string; hosts: string[] }>(
    db,
    sql`select b.id as brand, array_agg(distinct e.normalised) as hosts
      from unnest(${brandIds}::uuid[]) as requested (id) join brands b on b.id = requested.id
      join white_lists w on w.company_id = b.company_id and ${isCovering([platform], sql`b.id`)}
      join white_list_entries e on e.company_id = w.company_id and e.list_id = w.id and ${isHost}
      group by b.id`,
  )
  return new Map(found.map(({ brand, hosts }) => [brand, hosts]))
}
