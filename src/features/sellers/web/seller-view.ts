import type { DashboardView } from '#features/findings/web/dashboard-view.ts'
import { uniqueSeller } from '#platforms/unique-seller.ts'
import { type DayRange, monthOf } from '#vocabulary/dates.ts'

/** What the address of the seller's page keeps: whose page it is and the toggle, beside what dashboards keep. */
export const sellerList = {
  ...uniqueSeller,
  value: 'unique-seller',
  filteredBy: ['sellerName', 'allData', ...uniqueSeller.filteredBy],
}

/** The page remembers its view under its own name: the e-commerce dashboard would open with a seller otherwise. */
export const sellerPage = { ...sellerList, module: sellerList.value }

export type SellerView = { view: DashboardView; change: (change: Partial<DashboardView>) => void }

type Texts = Readonly<Record<string, string>>

/** The filters a person has set; the seller and the toggle are none. */
export function setFilters(texts: Texts): Texts {
  const { sellerName: _seller, allData: _toggle, ...filters } = texts
  return filters
}

/** Every filter taken away, the seller and the toggle kept. */
export function clearedFilters({ sellerName = '', allData }: Texts): Texts {
  return { sellerName, ...(allData ? { allData } : {}) }
}

/** One filter set to a text, or taken away with the empty one. */
export function withFilter(filters: Texts, name: string, text: string): Texts {
  const { [name]: _before, ...rest } = filters
  return text === '' ? rest : { ...rest, [name]: text }
}

/** The days of a chart's month (YYYY-MM) that lie in a range. */
export function monthWithin(range: DayRange, month: string): DayRange {
  const { startDate, endDate } = monthOf(`${month}-01`)
  return {
    startDate: startDate > range.startDate ? startDate : range.startDate,
    endDate: endDate < range.endDate ? endDate : range.endDate,
  }
}
