import { rowTemplate } from '#columns/row-template.ts'
import type { LinkTo } from '#kit/server/files.ts'
import type { Platform } from '#platforms/platform.ts'
import { readReasonCode } from '#vocabulary/reason-codes.ts'
import type { FindingRow } from './page-queries.ts'

/** A finding in a list response (C-151 … C-156). */
export type FindingResponse = Record<string, unknown> & {
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

/** Rows as the API returns them: response names, links to pictures, blank for an unknown reason code. */
export function findingResponses(platform: Platform, found: readonly FindingRow[], linkTo: LinkTo): FindingResponse[] {
  const names = Object.entries(platform.columns)
    .filter(([name]) => name !== 'image' && name !== 'brand')
    .map(([name, column]) => [name, column.responseName ?? name] as const)
  const hasSellers = platform.seller !== undefined
  const fill = (doc: Record<string, unknown>, row: FindingRow) => {
    for (const [name, fieldName] of names) doc[fieldName] = row[name] ?? null
    return Object.assign(doc, commonFields(platform, row, linkTo), hasSellers ? countsOfSeller(row) : undefined)
  }
  const [first] = found
  if (first === undefined) return []
  const empty = rowTemplate(Object.keys(fill({ lastMofifiedDate: null }, first)))
  return found.map((row) => fill({ ...empty }, row))
}

/** The common fields of a finding, besides its platform's own columns. */
function commonFields(platform: Platform, row: FindingRow, linkTo: LinkTo): FindingResponse {
  return {
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
  }
}

/** A signed link for a stored picture, for staff where the brand is not given; an http(s) address as it is; null otherwise. */
export function pictureOf(
  row: { image: string | null; image_bucket: string | null; image_key: string | null; brand_id?: string },
  linkTo: LinkTo,
): string | null {
  if (row.image_bucket && row.image_key) return linkTo(row.image_bucket, row.image_key, row.brand_id)
  return row.image !== null && /^https?:\/\//i.test(row.image) ? row.image : null
}

/** How many other findings the row's seller has on its site, in the same company and in others (G64). */
function countsOfSeller({ seller_everywhere: everywhere = 0, seller_in_company: inCompany = 0 }: FindingRow) {
  return {
    sellerCountInCompany: Math.max(0, inCompany - 1),
    sellerCountOutsideCompany: everywhere - inCompany,
  }
}
