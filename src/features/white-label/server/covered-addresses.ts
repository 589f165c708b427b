import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { type PlatformValue, trapPurchaseName } from '#vocabulary/platform-names.ts'

/** The platforms of lists that cover a platform's findings, besides those without one; '' is none, too. */
export const platformsCovering = (platform: string): string[] =>
  platform === platformOfTrapPurchases ? ['', platform, trapPurchaseName.value] : ['', platform]
const platformOfTrapPurchases: PlatformValue = 'e-commerce'

/**
 * Which of these addresses are on a white list of the client (G69). A list counts when it is enabled, belongs to the
 * company, and its brand and platform are the same or blank; a list of trap purchases covers their e-commerce listings.
 * Without a brand only lists of the whole company count. `addresses` is a PostgreSQL array literal of normalised
 * addresses and of their hosts (G63), because an entry that is only a host covers all its pages. Returns a JSON list,
 * or '' for none: an upload has up to 25,000 addresses, so they stay one text on the request thread.
 */
export async function coveredAddresses(
  db: Db,
  params: { companyId: string; brandId: string | null; platform: string; addresses: string },
): Promise<string> {
  const lists = await rows<{ id: string }>(
    db,
    sql`select id from white_lists where company_id = ${params.companyId} and enabled and deleted_at is null
          and (brand_id is null or brand_id = ${params.brandId})
          and (platform is null or platform = any(${platformsCovering(params.platform)}::text[]))`,
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
