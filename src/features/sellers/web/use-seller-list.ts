import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Bar } from '#features/charts/contract.ts'
import type { Finding } from '#features/findings/web/finding.ts'
import { useFreshRows } from '#features/findings/web/use-fresh-rows.ts'
import { sellers } from '#features/sellers/contract.ts'
import { call } from '#kit/web/call.ts'
import { type List, useList } from '#kit/web/use-list.ts'
import { uniqueSeller } from '#platforms/unique-seller.ts'

export type SellerBars = { months: Bar; companies: Bar }

/** A seller's findings with their numbers by month and company, from one call. */
export function useSellerList(
  query: Readonly<Record<string, string>>,
  size: number,
): [List<Finding>, SellerBars | undefined] {
  const client = useQueryClient()
  const barsKey = ['seller-bars', query]
  const { data: bars } = useQuery<SellerBars>({
    queryKey: barsKey,
    queryFn: skipToken,
    placeholderData: keepPreviousData,
  })
  const list = useList<Finding>({
    name: ['unique-seller', query],
    size,
    growth: uniqueSeller.scrolling,
    load: async ({ page, perPage }, signal) => {
      const { data } = await call(
        sellers.list,
        { ...query, page: String(page), perPage: String(perPage), dropdownCount: String(perPage) },
        { signal },
      )
      const [found, months, companies] = data
      client.setQueryData<SellerBars>(barsKey, { months, companies })
      return found
    },
  })
  useFreshRows(uniqueSeller.value, list)
  return [list, bars]
}
