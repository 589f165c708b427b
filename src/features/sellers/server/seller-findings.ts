import { platformChartOf } from '#features/charts/server/chart-numbers.ts'
import type { ListInput } from '#features/findings/contract-schemas.ts'
import {
  findingFacets,
  findingsPage,
  type FindingDeps,
  findingQueryOf,
} from '#features/findings/server/list-findings.ts'
import { statusCounts } from '#features/findings/server/status-counts.ts'
import { visible } from '#features/findings/server/visible.ts'
import type { sellers } from '#features/sellers/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { uniqueSeller } from '#platforms/unique-seller.ts'

/** A list query with the seller's name. */
export type SellerInput = ListInput & { sellerName: string; allData?: boolean | undefined }

/**
 * A seller's findings in the caller's scope, in any letter case of the name, with their numbers by month and by company.
 * `allData` widens from the brand to all brands of the scope (G54). 403 for a foreign company or brand.
 */
export async function sellerFindings(
  db: Db,
  session: Session,
  input: SellerInput,
  deps: FindingDeps,
): Promise<CallOutput<typeof sellers.list>> {
  // The brand must be the caller's even where `allData` widens it.
  visible(uniqueSeller, session, input)
  const params = input.allData ? { ...input, brand: undefined } : input
  const query = {
    ...(await findingQueryOf(db, session, uniqueSeller, params, deps.zone)),
    seller: input.sellerName,
  }
  const counting = statusCounts(db, query)
  const [page, counts, facets] = await Promise.all([
    findingsPage(
      db,
      query,
      { ...params, size: params.dropdownCount ?? params.perPage ?? 10 },
      deps,
      // Only derived when needed: an unhandled rejection would end the process.
      () => counting.then(({ months }) => months.reduce((all, { n }) => all + n, 0)),
    ),
    counting,
    findingFacets(db, session, uniqueSeller, params),
  ])
  const [byMonth, byCompany] = platformChartOf(counts.months, counts.companies).bar
  return { data: [page, byMonth, byCompany], domainUniqueSites: facets['site'] ?? [] }
}
