import type { Db } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'
import { readReasonCode } from '#vocabulary/reason-codes.ts'
import { sellerCounts, type FindingRow } from './queries.ts'

/** Gives a stored object a signed link (G119). */
export type LinkTo = (bucket: string, key: string) => string

/** A finding as dashboards answer it (C-151 … C-156). */
export type Answered = Record<string, unknown> & {
  id: string
  _id: string
  imageUrl: string | null
  reportingDate: string
  status: string
  priority: string
  reasonCode: string
  company: { id: string; _id: string; name: string }
  brand: { id: string; _id: string; brandName: string }
  url: string | null
}

/** Rows as they leave the house: outside names, links to pictures, blank for an unknown reason code. */
export async function answeredFindings(
  db: Db,
  platform: Platform,
  found: readonly FindingRow[],
  linkTo: LinkTo,
): Promise<Answered[]> {
  const names = Object.entries(platform.columns)
    .filter(([name]) => name !== 'image' && name !== 'brand')
    .map(([name, of]) => [name, of.answeredAs ?? name] as const)
  const counted = platform.value === 'e-commerce' ? await countsOfSellers(db, found) : undefined
  return found.map((row) => {
    const own: Record<string, unknown> = {}
    for (const [name, outside] of names) own[outside] = row[name] ?? null
    return {
      lastMofifiedDate: null,
      ...own,
      id: row.id,
      _id: row.id,
      image: row.image,
      imageUrl: pictureOf(row, linkTo),
      reportingDate: row['reportingDate'] as string,
      status: row['status'] as string,
      priority: (row['priority'] as string | null) ?? '',
      reasonCode: readReasonCode(row['reasonCode'])?.code ?? '',
      company: { id: row.company_id, _id: row.company_id, name: row.company_name },
      brand: { id: row.brand_id, _id: row.brand_id, brandName: row['brand'] as string },
      url: (row['url'] ?? row[platform.identity] ?? null) as string | null,
      ...(counted ? counted(row) : {}),
    }
  })
}

/** A signed link for a stored picture; an http(s) picture as it is; nothing else is a picture. */
export function pictureOf(
  row: { image: string | null; image_bucket: string | null; image_key: string | null },
  linkTo: LinkTo,
): string | null {
  if (row.image_bucket && row.image_key) return linkTo(row.image_bucket, row.image_key)
  return row.image !== null && /^https?:\/\//i.test(row.image) ? row.image : null
}

/** How many other findings the row's seller has on its site, inside its company and outside (G64). */
async function countsOfSellers(db: Db, found: readonly FindingRow[]) {
  const keyOf = (seller: unknown, site: unknown) => `${String(seller)}\n${String(site)}`
  const pairs = new Map<string, { seller: string; site: string }>()
  for (const { username, site } of found)
    if (typeof username === 'string' && username !== '')
      pairs.set(keyOf(username, site), { seller: username, site: String(site) })
  const totals = new Map<string, { all: number; inside: Map<string, number> }>()
  for (const of of await sellerCounts(db, [...pairs.values()])) {
    const total = totals.get(keyOf(of.seller, of.site)) ?? { all: 0, inside: new Map<string, number>() }
    total.all += of.n
    total.inside.set(of.company_id, of.n)
    totals.set(keyOf(of.seller, of.site), total)
  }
  return (row: FindingRow) => {
    const total = totals.get(keyOf(row['username'], row['site']))
    const inside = total?.inside.get(row.company_id) ?? 0
    return {
      sellerCountInCompany: Math.max(0, inside - 1),
      sellerCountOutsideCompany: (total?.all ?? 0) - inside,
    }
  }
}
