import type { DashboardView } from '#features/findings/web/dashboard-view.ts'
import type { ViewChange } from '#kit/web/use-address.ts'
import { uniqueSeller } from '#platforms/unique-seller.ts'
import { type DayRange, monthOf } from '#vocabulary/dates.ts'

/** The list of a seller's page: its address also holds the seller's name and the toggle for all brands. */
export const sellerList = {
  ...uniqueSeller,
  value: 'unique-seller',
  filteredBy: ['sellerName', 'allData', ...uniqueSeller.filteredBy],
}

/** The page remembers its view under its own name; otherwise the e-commerce dashboard would open with a seller. */
export const sellerPage = { ...sellerList, module: sellerList.value }

/** The view of the page, and how to change it. */
export type SellerView = { view: DashboardView; change: (change: ViewChange<DashboardView>) => void }

type Texts = Readonly<Record<string, string>>

/** The filters a person has set, without the seller and the toggle. */
export function activeFilters(texts: Texts): Texts {
  const { sellerName: _seller, allData: _toggle, ...filters } = texts
  return filters
}

/** Without filters, but with the seller and the toggle. */
export function clearedFilters({ sellerName = '', allData }: Texts): Texts {
  return { sellerName, ...(allData ? { allData } : {}) }
}

/** The days of a chart's month (YYYY-MM) within a range. */
export function monthWithin(range: DayRange, month: string): DayRange {
  const { startDate, endDate } = monthOf(`${month}-01`)
  return {
    startDate: startDate > range.startDate ? startDate : range.startDate,
    endDate: endDate < range.endDate ? endDate : range.endDate,
  }
}

/** Whether the page shows the findings of all brands: by the toggle, or because none is selected. */
export const showsAllBrands = (filters: Texts, brand: { id: string | null }): boolean =>
  brand.id === null || filters['allData'] === 'true'
