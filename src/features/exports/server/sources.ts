import { sheetTexts } from '#features/exports/messages.ts'
import { identityKey } from '#features/findings/server/identity-key.ts'
import type { Db } from '#kit/server/db.ts'
import { domain as domainPlatform } from '#platforms/domain.ts'
import { showDay } from '#vocabulary/dates.ts'
import { knownDomains, type Source, whiteListedDomains } from './finding-queries.ts'
import { brandsOf, type ClaimedExport } from './queries.ts'

type ExtraSheet = { name: string; lines: string[][] }

/** What a job writes: a sheet for each brand in the order of the request, or the listed domains and those not found. */
export async function sourcesOf(
  db: Db,
  job: ClaimedExport,
): Promise<{ sources: Source[]; extraSheet: ExtraSheet | undefined }> {
  const { platform, choices, startDate, endDate, companyId } = job
  const range = { startDate, endDate }
  if (job.kind === 'bulk') {
    const brands = new Map((await brandsOf(db, companyId!, job.brandIds)).map(({ id, name }) => [id, name]))
    // A brand that was deleted meanwhile keeps its place, so that positions stay valid.
    const sources = job.brandIds.map((brandId) => ({
      sheet: brands.get(brandId) ?? 'Deleted brand',
      platform,
      range,
      choices,
      owner: { companyId: companyId!, brandIds: [brandId] },
    }))
    return { sources, extraSheet: undefined }
  }
  const identityKeys = job.domains.map((domain) => identityKey(domainPlatform, domain))
  const source: Source = { sheet: sheetTexts.domains, platform, range, choices, owner: { identityKeys } }
  return { sources: [source], extraSheet: { name: sheetTexts.notFound, lines: await notFound(db, job, identityKeys) } }
}

/** Every listed domain without a finding in the range, and what is known of it (G84). */
async function notFound(db: Db, job: ClaimedExport, identityKeys: readonly string[]): Promise<string[][]> {
  const known = new Map((await knownDomains(db, identityKeys, job)).map((one) => [one.key, one]))
  const whiteListed = new Map(
    (await whiteListedDomains(db, job.domains)).map(({ domain, company }) => [domain, company]),
  )
  const lines = job.domains.flatMap((domain, index) => {
    const found = known.get(identityKeys[index]!)
    if (found?.inRange) return []
    const listedBy = whiteListed.get(domain)
    const remarks = [
      ...(found ? [sheetTexts.outside(found.company, found.brand, showDay(found.day))] : []),
      ...(listedBy === undefined ? [] : [sheetTexts.whiteListed(listedBy)]),
    ]
    return [[domain, remarks.join('; ') || sheetTexts.unknown]]
  })
  return [[sheetTexts.domain, sheetTexts.remark], ...lines]
}
