import type { Bar, PlatformChart } from '#features/charts/contract.ts'
import { maxColumns } from '#features/charts/contract.ts'
import { sum } from '#vocabulary/numbers.ts'
import { awaitingApproval, noAction, chartStatuses, chartStatusOf } from '#vocabulary/statuses.ts'
import { type Day, type DayRange, daysAfter } from '#vocabulary/dates.ts'
import type { CompanyCount, DateCount, DayCount, MonthCount } from './queries.ts'

/** The numbers common to all chart calls (G60), from counts by month and by company. */
export function platformChartOf(months: readonly MonthCount[], companies: readonly CompanyCount[]): PlatformChart {
  const byStatus = new Map<string, number>()
  for (const { status, n } of months) byStatus.set(status, (byStatus.get(status) ?? 0) + n)
  const total = sum([...byStatus.values()])
  const unenforced = (byStatus.get(awaitingApproval) ?? 0) + (byStatus.get(noAction) ?? 0)
  const names = largestFirst(companies.map(({ company, n }) => [company, n]))
  return {
    totalDocs: total,
    currentMonth: total === 0 ? 0 : Math.round(((total - unenforced) / total) * 1000) / 10,
    pie: chartStatuses.flatMap(({ name }) => {
      const value = sum(
        [...byStatus].filter(([status]) => chartStatusOf(status).name === name).map(([, count]) => count),
      )
      return value > 0 ? [{ name, value }] : []
    }),
    bar: [
      statusBar(
        monthsBetween(months.map(({ month }) => month.slice(0, 7))),
        months.map(({ month, status, n }) => ({ label: month.slice(0, 7), status, n })),
      ),
      statusBar(
        names,
        companies.map(({ company, status, n }) => ({ label: company, status, n })),
      ),
    ],
  }
}

/** Findings by reporting date and status; dates without findings are omitted. */
export function reportingOf(dates: readonly DateCount[]): Bar {
  return statusBar(
    [...new Set(dates.map(({ date }) => date))],
    dates.map(({ date, status, n }) => ({ label: date, status, n })),
  )
}

/** Findings by day and status, for every day of the range, whose end is not before its start. */
export function daysOf(counts: readonly DayCount[], { startDate, endDate }: DayRange): Bar {
  const labels: Day[] = [startDate]
  // Compared for equality: after the last possible day there is no other.
  while (labels.at(-1)! !== endDate) labels.push(daysAfter(labels.at(-1)!, 1))
  return statusBar(
    labels,
    counts.map(({ date, status, n }) => ({ label: date, status, n })),
  )
}

/** Sellers in the given order. Not split by status, because seller counters do not store it. */
export function sellersOf(counts: readonly { name: string; value: number }[]): Bar {
  if (counts.length === 0) return { labels: [], series: [] }
  return {
    labels: counts.map(({ name }) => name),
    series: [{ code: '', name: 'Infringements', data: counts.map(({ value }) => value) }],
  }
}

function statusBar(labels: readonly string[], counts: readonly { label: string; status: string; n: number }[]): Bar {
  const indexOfLabel = new Map(labels.map((label, index) => [label, index]))
  const data = new Map<string, number[]>()
  for (const { label, status, n } of counts) {
    const index = indexOfLabel.get(label)
    if (index === undefined) continue
    const { name } = chartStatusOf(status)
    const numbers = data.get(name) ?? labels.map(() => 0)
    data.set(name, numbers)
    numbers[index]! += n
  }
  return {
    labels: [...labels],
    series: chartStatuses.flatMap(({ code, name }) => (data.has(name) ? [{ code, name, data: data.get(name)! }] : [])),
  }
}

/** Every month from the first to the last of these (YYYY-MM), including months without findings. */
function monthsBetween(months: readonly string[]): string[] {
  if (months.length === 0) return []
  const sorted = months.toSorted()
  const all: string[] = []
  for (let month = sorted[0]!; month <= sorted.at(-1)!; month = nextMonth(month)) all.push(month)
  return all
}

function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** Names with their sums, the largest first, `maxColumns` at most; equal ones by name. */
function largestFirst(counts: readonly (readonly [name: string, n: number])[]): string[] {
  const sums = new Map<string, number>()
  for (const [name, n] of counts) sums.set(name, (sums.get(name) ?? 0) + n)
  return [...sums]
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, maxColumns)
    .map(([name]) => name)
}
