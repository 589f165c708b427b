import type { ChartPlace } from '#kit/web/chart/chart.ts'
import { type Day, type DayRange, earliestReportingDate, monthOf } from '#vocabulary/dates.ts'
import { platformNames } from '#vocabulary/platform-names.ts'

/** Where a platform's dashboard is; trapPurchase has one too. */
export function dashboardOf(key: string): string {
  if (key === 'trapPurchase') return '/trap-purchase-dashboard'
  return `/${platformNames.find((names) => names.key === key)?.path ?? key}-dashboard`
}

/** A dashboard that shows what a part of a chart counts: its list has the chart's number of records. */
export function filtered(key: string, range: DayRange, filters: Readonly<Record<string, string>>): string {
  return `${dashboardOf(key)}?${new URLSearchParams({ ...filters, ...range }).toString()}`
}

/** What each kind of chart's part leads to; undefined where no filter says the same. */
export const addressesOf = (key: string, range: DayRange) => ({
  status: ({ code }: ChartPlace) => (code ? filtered(key, range, { status: code }) : undefined),
  month: ({ code, mark }: ChartPlace) =>
    code && mark ? filtered(key, within(range, monthOf(`${mark}-01`)), { status: code }) : undefined,
  day: ({ code, mark }: ChartPlace) =>
    code && mark ? filtered(key, { startDate: mark, endDate: mark }, { status: code }) : undefined,
  value:
    (filter: string) =>
    ({ code }: ChartPlace) =>
      code ? filtered(key, range, { [filter]: code }) : undefined,
})

/** A seller's own page. */
export const sellerAddress = ({ mark }: ChartPlace): string | undefined =>
  mark ? `/unique-seller-dashboard?${new URLSearchParams({ sellerName: mark }).toString()}` : undefined

/** Everything that waits for a decision, whenever it was reported. */
export function waitingAddress(key: string, today: Day, filters: Readonly<Record<string, string>>): string {
  return filtered(key, { startDate: earliestReportingDate, endDate: monthOf(today).endDate }, filters)
}

function within(range: DayRange, month: DayRange): DayRange {
  return {
    startDate: month.startDate > range.startDate ? month.startDate : range.startDate,
    endDate: month.endDate < range.endDate ? month.endDate : range.endDate,
  }
}
