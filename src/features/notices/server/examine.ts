import { messages } from '#features/notices/messages.ts'
import { type Lack, lacks } from '#features/notices/rules.ts'
import type { Missing } from '#features/notices/contract.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import type { Db } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { isDomainName, isWebAddress, normaliseAddress, normaliseDomain } from '#vocabulary/addresses.ts'
import { type NoticeCase, casesOf, ownSites, whiteListed } from './queries.ts'
import { reportTypeFor } from './report-types.ts'

/** A case with the items that are missing before a notice about it may be sent. */
export type ExaminedCase = NoticeCase & { ownSite: string | null; lacking: Lack[] }

/** Checks these findings, of those in scope, in the order of their ids; a fixed number of statements. */
export async function examine(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  ids: readonly string[],
): Promise<ExaminedCase[]> {
  const cases = await casesOf(db, platform, scope, ids)
  const targets = cases.flatMap((one) => targetsOf(one).map((address) => ({ brandId: one.brandId, address })))
  const listed = await whiteListed(db, platform.value, {
    brandIds: targets.map((one) => one.brandId),
    addresses: targets.map((one) => one.address),
  })
  const covered = new Set(listed.map((one) => `${one.brandId} ${one.listed}`))
  const sites = new Map(
    (await ownSites(db, [...new Set(cases.map((one) => one.brandId))])).map((one) => [one.brandId, one.host]),
  )
  return cases.map((one) => {
    const ownSite = siteOf(sites.get(one.brandId) ?? one.contact?.split('@').at(-1))
    const isListed = targetsOf(one).some((address) => covered.has(`${one.brandId} ${address}`))
    return { ...one, ownSite, lacking: lackingOf(one, ownSite, isListed) }
  })
}

/** The missing items of all cases, each once with the number of records. */
export function summary(examined: readonly ExaminedCase[]): Missing[] {
  return lacks.flatMap((lack) => {
    const records = examined.filter((one) => one.lacking.includes(lack)).length
    return records === 0 ? [] : [{ lack, records, message: messages.lacking(lack, records, examined.length) }]
  })
}

/** Documents that prove a right are recognised by their name; any PDF counts as the authority to act. */
const provesRight = /mark|certificate|registration|copyright|design|patent/i

function lackingOf(finding: NoticeCase, ownSite: string | null, isListed: boolean): Lack[] {
  const isLacking: Record<Lack, boolean> = {
    authority: !finding.documents.some(({ fileName }) => /\.pdf$/i.test(fileName)),
    right: finding.mark === null && !finding.documents.some(({ fileName }) => provesRight.test(fileName)),
    evidence: finding.picture === null && !isWebAddress(finding.image ?? ''),
    ownSite: ownSite === null && needsOwnSite(finding),
    whitelisted: isListed,
  }
  return lacks.filter((lack) => isLacking[lack])
}

/** A report of a brand infringement, or of a registration without a known date, must name the brand's own site. */
function needsOwnSite({ reasonCode, registrationDate }: NoticeCase): boolean {
  const { type } = reportTypeFor(reasonCode)
  return type === 'brand_infringement' || (type === 'suspicious_registration' && registrationDate === null)
}

/** The page and its host, normalised as in white lists (G63). */
function targetsOf({ url, domain }: NoticeCase): string[] {
  const addresses = [url, domain].flatMap((one) => (one ? [normaliseAddress(one)] : []))
  return [...new Set(addresses.flatMap((address) => [address, normaliseDomain(address)]))]
}

const siteOf = (host: string | undefined): string | null => (host && isDomainName(host) ? `https://${host}/` : null)
