import type { EnforcementConfiguration } from '#features/enforcement-config/contract.ts'
import type { LinkTo } from '#kit/server/files.ts'
import type { ConfigurationRow } from './queries.ts'

/** A configuration as the API returns it: both ids (G8), attachments as links valid for one hour (G119). */
export function configurationResponse(linkTo: LinkTo, found: ConfigurationRow): EnforcementConfiguration {
  return {
    id: found.id,
    _id: found.id,
    company: { id: found.companyId, _id: found.companyId, name: found.companyName },
    brand: { id: found.brandId, _id: found.brandId, brandName: found.brandName },
    platform: found.platform,
    status: found.enabled,
    attachments: found.attachments.map(({ fileName, bucket, key, type, validUntil }) => ({
      fileName,
      type: type ?? 'other',
      validUntil: validUntil ?? null,
      url: linkTo(bucket, key),
    })),
    mailBody: found.mailBody,
    version: found.version,
  }
}
