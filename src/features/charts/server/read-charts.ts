import type { Bar, HomeCharts, Parts, PlatformChart, PlatformNumbers } from '#features/charts/contract.ts'
import { requestedRange } from '#features/findings/server/range.ts'
import { type RequestedScope, type Scope, seesNothing, visible } from '#features/findings/server/visible.ts'
import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { platformOf, platforms, sellerPlatform } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { isPurchaseStatus, trapPurchase } from '#platforms/trap-purchase.ts'
import { type Day, type DayRange, monthOf } from '#vocabulary/dates.ts'
import { awaitingApproval, clientReview } from '#vocabulary/statuses.ts'
import { daysOf, platformChartOf, reportingOf, sellersOf } from './chart-numbers.ts'
import { countsOf, dayCountsOf, largestSellers, newestDates, valuesOf, waitingOf } from './queries.ts'

export type ChartsQuery = RequestedScope & { startDate?: Day | undefined; endDate?: Day | undefined }

/**
 * The numbers of the client home, from counters: all platforms in the caller's scope, together and separately, and the
 * findings waiting for a decision. Throws 403 for a foreign company or brand.
 */
export async function homeCharts(db: Db, session: Session, query: ChartsQuery, zone: string): Promise<HomeCharts> {
  const range = requestedRange(query, zone)
  const visiblePlatforms = platforms
    .map((platform) => ({ platform, scope: visible(platform, session, query) }))
    .filter(({ scope }) => !seesNothing(scope))
  const scopeOf = ({ value }: FindingPlatformDefinition) =>
    visiblePlatforms.find(({ platform }) => platform.value === value)?.scope
  const sellerScope = scopeOf(sellerPlatform)
  const scopes = visiblePlatforms.map(({ scope }) => scope)
  if (scopes.length === 0)
    return { ...emptyChart, brands: [], site: [], seller: emptyBar, reporting: emptyBar, platforms: {}, waiting: [] }
  // In parallel: as slow as the slowest query.
  const [counts, dates, site, sellers, waiting, days] = await Promise.all([
    countsOf(db, scopes, range),
    newestDates(db, scopes, range),
    sellerScope ? valuesOf(db, sellerScope, sellerPlatform.seller!.site, range) : [],
    sellerScope ? largestSellers(db, sellerScope, range) : [],
    waitingOf(db, scopes, [awaitingApproval, clientReview]),
    isWithinMonth(range) ? dayCountsOf(db, scopes, range) : undefined,
  ])
  const chartOf = (matches: (row: { platform: string; status: string }) => boolean) => ({
    ...platformChartOf(counts.months.filter(matches), counts.companies.filter(matches)),
    ...(days && { days: daysOf(days.filter(matches), range) }),
  })
  const isPurchase = ({ platform, status }: { platform: string; status: string }) =>
    platform === trapPurchase.value && isPurchaseStatus(status)
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
      ...(scopeOf(trapPurchase) ? [[trapPurchase.path, chartOf(isPurchase)] as const] : []),
    ]),
    waiting: waiting.map(({ platform, ...row }) => ({ platform: platformOf(platform)!.key, ...row })),
  }
}

/** The chart numbers of one platform, with those only it has. Throws 403 for a foreign company or brand. */
export async function platformCharts(
  db: Db,
  session: Session,
  platform: FindingPlatformDefinition,
  { query, zone }: { query: ChartsQuery; zone: string },
): Promise<PlatformNumbers> {
  const range = requestedRange(query, zone)
  const scope = visible(platform, session, query)
  const isEmpty = seesNothing(scope)
  const [common, dates, own, days] = await Promise.all([
    isEmpty
      ? emptyChart
      : countsOf(db, [scope], range).then(({ months, companies }) => platformChartOf(months, companies)),
    isEmpty ? [] : newestDates(db, [scope], range),
    isEmpty ? noOwnNumbers(platform) : ownNumbers(db, platform, scope, range),
    !isWithinMonth(range) ? undefined : isEmpty ? [] : dayCountsOf(db, [scope], range),
  ])
  return { ...common, ...(days && { days: daysOf(days, range) }), ...own, reporting: reportingOf(dates) }
}

/** Then months say little: there is one. */
const isWithinMonth = ({ startDate, endDate }: DayRange): boolean => endDate <= monthOf(startDate).endDate

type OwnNumbers = { seller?: Bar } & Record<string, Parts | Bar>

/** The numbers of the charts that only this platform's definition has. */
async function ownNumbers(
  db: Db,
  { valueChart, seller }: FindingPlatformDefinition,
  scope: Scope,
  range: DayRange,
): Promise<OwnNumbers> {
  const [values, sellers] = await Promise.all([
    valueChart && valuesOf(db, scope, valueChart.column, range),
    seller && largestSellers(db, scope, range),
  ])
  return {
    ...(valueChart && values ? { [valueChart.field]: values } : {}),
    ...(sellers ? { seller: sellersOf(sellers) } : {}),
  }
}

const noOwnNumbers = ({ valueChart, seller }: FindingPlatformDefinition): OwnNumbers => ({
  ...(valueChart ? { [valueChart.field]: [] } : {}),
  ...(seller ? { seller: emptyBar } : {}),
})

const emptyBar: Bar = { labels: [], series: [] }
const emptyChart: PlatformChart = platformChartOf([], [])
