import type { WhiteList } from '#features/white-label/contract.ts'
import type { WhiteListRow } from './queries.ts'

/** A white list as the API returns it, with both ids (G8). */
export function whiteListResponse(found: WhiteListRow): WhiteList {
  return {
    id: found.id,
    _id: found.id,
    company: { id: found.companyId, _id: found.companyId, name: found.companyName },
    brand: found.brandId ? { id: found.brandId, _id: found.brandId, brandName: found.brandName ?? '' } : null,
    platform: found.platform,
    status: found.enabled,
    whitelabelUrl: found.addresses,
    urlCount: found.urls,
    version: found.version,
  }
}
