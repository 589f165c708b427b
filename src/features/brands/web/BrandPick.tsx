import { useQuery, useQueryClient } from '@tanstack/react-query'
import { brands, type PickedBrand } from '#features/brands/contract.ts'
import { call } from '#kit/web/call.ts'
import { type Picked, type PickerAppearance, SearchPick } from '#kit/web/SearchPick.tsx'
import { findBrands, markedName, perPage } from './lookups.ts'

type Found = PickedBrand & { name: string }

type Props = {
  /** The company whose brands are offered; without one the picker only shows what is chosen, and is disabled otherwise. */
  companyId: string | undefined
  chosen: Picked | undefined
  choose: (brand: PickedBrand | undefined) => void
  error?: string | undefined
  isOff?: boolean
  clearable?: boolean
  appearance?: PickerAppearance
  /** Brands loaded before somebody types; the shared picker of staff loads 100. */
  size?: number
  /** Offers disabled brands too, marked as such: for records that outlive a brand. */
  withDisabled?: boolean
}

/** Picker for a brand of a company, by default an enabled one; the server searches. */
export function BrandPick({ companyId, isOff = false, size = perPage.brands, withDisabled = false, ...props }: Props) {
  const client = useQueryClient()
  return (
    <SearchPick<Found | Picked>
      label="Brand"
      {...props}
      choose={(one) => {
        if (one) client.setQueryData(brandQueryKey(one.id), one)
        props.choose(one as Found | undefined)
      }}
      isOff={isOff || !(companyId || props.chosen)}
      find={{
        name: ['brand', companyId, size, withDisabled],
        fetch: (search, signal) => findBrands(search, { companyId, size, withDisabled, signal }),
      }}
    />
  )
}

/** The brand of an id with its platforms, even a disabled one, for screens that have only the id. */
export function useBrand(id: string | undefined): PickedBrand | undefined {
  return useFoundBrand(id) ?? undefined
}

/** The same for a filter in an address: a brand that does not exist, or is not shown to the person, can be removed. */
export function useFilterBrand(id: string | undefined): Picked | undefined {
  const found = useFoundBrand(id)
  if (found) return { id: found.id, name: markedName(found) }
  return found === null && id !== undefined ? { id, name: 'Unknown brand' } : undefined
}

/** Null: there is none; undefined: not known yet. */
function useFoundBrand(id: string | undefined): PickedBrand | null | undefined {
  const { data } = useQuery({
    queryKey: brandQueryKey(id),
    queryFn: async ({ signal }): Promise<PickedBrand | null> =>
      (await call(brands.list, { ids: id ?? '', page: 1, perPage: 1, disabledBrands: true }, { signal })).docs[0] ??
      null,
    enabled: id !== undefined,
  })
  return data
}

/** Cache key of one brand. Selecting a brand writes it there, so that it is not fetched again. */
const brandQueryKey = (id: string | undefined) => ['brand', id]
