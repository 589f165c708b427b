import type { Bar, ChartsOf, HomeCharts, PlatformChart } from '#features/charts/contract.ts'
import { requestedRange } from '#features/findings/server/range.ts'
import type { ValueKind } from '#features/findings/server/value-counters.ts'
import { type RequestedScope, type Scope, seesNothing, visible } from '#features/findings/server/visible.ts'
import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import type { Day, DayRange } from '#vocabulary/dates.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { awaitingApproval, clientReview, purchaseStatuses } from '#vocabulary/statuses.ts'
import { platformChartOf, reportingOf, sellersOf } from './chart-numbers.ts'
import { countsOf, largestSellers, newestDates, valuesOf, waitingOf } from './queries.ts'

export type ChartsQuery = RequestedScope & { startDate?: Day | undefined; endDate?: Day | undefined }
type Parts = { name: string; value: number }[]

/**
 * The numbers of the client home, from counters: all platforms in the caller's scope, together and separately, and the
 * findings waiting for a decision. Throws 403 for a foreign company or brand.
 */
export async function homeCharts(db: Db, session: Session, query: ChartsQuery, zone: string): Promise<HomeCharts> {
  const range = requestedRange(query, zone)
  const visiblePlatforms = platforms
    .map((platform) => ({ platform, scope: visible(platform, session, query) }))
    .filter(({ scope }) => !seesNothing(scope))
  const eCommerceScope = visiblePlatforms.find(({ platform }) => platform.value === 'e-commerce')?.scope
  const scopes = visiblePlatforms.map(({ scope }) => scope)
  if (scopes.length === 0)
    return { ...emptyChart, brands: [], site: [], seller: emptyBar, reporting: emptyBar, platforms: {}, waiting: [] }
  // In parallel: as slow as the slowest query.
  const [counts, dates, site, sellers, waiting] = await Promise.all([
    countsOf(db, scopes, range),
    newestDates(db, scopes, range),
    eCommerceScope ? valuesOf(db, eCommerceScope, 'site', range) : [],
    eCommerceScope ? largestSellers(db, eCommerceScope, range) : [],
    waitingOf(db, scopes, [awaitingApproval, clientReview]),
  ])
  const chartOf = (matches: (row: { platform: string; status: string }) => boolean) =>
    platformChartOf(counts.months.filter(matches), counts.companies.filter(matches))
  const isPurchase = ({ platform, status }: { platform: string; status: string }) =>
    platform === 'e-commerce' && (purchaseStatuses as readonly string[]).includes(status)
  return {
    ...platformChartOf(counts.months, counts.companies),
    brands: counts.brands
      .map(({ id, name, n }) => ({ id, name, value: n }))
      .sort((one, other) => other.value - one.value || (one.name < other.name ? -1 : 1)),
    site,
    seller: sellersOf(sellers),
    reporting: reportingOf(dates),
    platforms: Object.fromEntries([
      ...visiblePlatforms.map(
        ({ platform }) => [platform.key, chartOf((row) => row.platform === platform.value)] as const,
      ),
      ...(eCommerceScope ? [['trapPurchase', chartOf(isPurchase)] as const] : []),
    ]),
    waiting: waiting.map(({ platform, ...row }) => ({ platform: platformOf(platform)!.key, ...row })),
  }
}

/** The chart numbers of one platform, with those only it has. Throws 403 for a foreign company or brand. */
export async function platformCharts<P extends FindingPlatform>(
  db: Db,
  session: Session,
  value: P,
  { query, zone }: { query: ChartsQuery; zone: string },
): Promise<ChartsOf<P>> {
  const range = requestedRange(query, zone)
  const scope = visible(platformOf(value)!, session, query)
  const isEmpty = seesNothing(scope)
  const [common, dates, own] = await Promise.all([
    isEmpty
      ? emptyChart
      : countsOf(db, [scope], range).then(({ months, companies }) => platformChartOf(months, companies)),
    isEmpty ? [] : newestDates(db, [scope], range),
    ownNumbers(db, scope, range, isEmpty),
  ])
  return { ...common, ...own, reporting: reportingOf(dates) } as unknown as ChartsOf<P>
}

async function ownNumbers(db: Db, scope: Scope, range: DayRange, isEmpty: boolean) {
  const parts = (kind: ValueKind): Promise<Parts> | Parts => (isEmpty ? [] : valuesOf(db, scope, kind, range))
  switch (scope.platform) {
    case 'e-commerce': {
      const [site, sellers] = await Promise.all([parts('site'), isEmpty ? [] : largestSellers(db, scope, range)])
      return { site, seller: sellersOf(sellers) }
    }
    case 'domain':
      return { tld: await parts('tld') }
    case 'social-media':
      return { socialMediaPie: await parts('platform') }
    default:
      return {}
  }
}

const emptyBar: Bar = { labels: [], series: [] }
const emptyChart: PlatformChart = platformChartOf([], [])
