import { listOfValues } from '#columns/value-list.ts'
import { dashboardPath } from '#features/findings/web/dashboard-path.ts'
import { sellerAddress } from '#features/findings/web/seller-address.ts'
import type { ChartSegment } from '#kit/web/chart/chart.ts'
import { type Day, type DayRange, earliestReportingDate, monthOf } from '#vocabulary/dates.ts'
import { trapPurchase } from '#platforms/trap-purchase.ts'
import { platformNames } from '#vocabulary/platform-names.ts'

/** The path of a platform's dashboard; `trapPurchase` has one too. */
export function dashboardOf(key: string): string {
  if (key === trapPurchase.path) return dashboardPath({ path: trapPurchase.module })
  return dashboardPath(platformNames.find((names) => names.key === key) ?? { path: key })
}

/** A dashboard filtered to what a chart part counts: its list has as many records. */
export function filteredDashboard(key: string, range: DayRange, filters: Readonly<Record<string, string>>): string {
  return `${dashboardOf(key)}?${new URLSearchParams({ ...filters, ...range }).toString()}`
}

/** The link of a chart part, by kind of chart; undefined where no filter is equivalent. */
export const addressesOf = (key: string, range: DayRange) => ({
  status: ({ code }: ChartSegment) => (code ? filteredDashboard(key, range, { status: code }) : undefined),
  month: ({ code, mark }: ChartSegment) =>
    code && mark ? filteredDashboard(key, within(range, monthOf(`${mark}-01`)), { status: code }) : undefined,
  day: ({ code, mark }: ChartSegment) =>
    code && mark ? filteredDashboard(key, { startDate: mark, endDate: mark }, { status: code }) : undefined,
  value:
    (filter: string) =>
    ({ code }: ChartSegment) =>
      code ? filteredDashboard(key, range, { [filter]: listOfValues([code]) }) : undefined,
})

/** The address of a seller's page with the dates of the chart. */
export const sellerAddresses =
  (range: DayRange) =>
  ({ mark }: ChartSegment): string | undefined =>
    mark ? sellerAddress(mark, range) : undefined

/** The dashboard with all findings waiting for a decision, whatever their reporting date. */
export function waitingAddress(key: string, today: Day, filters: Readonly<Record<string, string>>): string {
  return filteredDashboard(key, { startDate: earliestReportingDate, endDate: monthOf(today).endDate }, filters)
}

function within(range: DayRange, month: DayRange): DayRange {
  return {
    startDate: month.startDate > range.startDate ? month.startDate : range.startDate,
    endDate: month.endDate < range.endDate ? month.endDate : range.endDate,
  }
}
