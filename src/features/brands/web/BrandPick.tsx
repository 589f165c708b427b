import { useQuery } from '@tanstack/react-query'
import { brands, type PickedBrand } from '#features/brands/contract.ts'
import { call } from '#kit/web/call.ts'
import { type Picked, type PickLook, SearchPick } from '#kit/web/SearchPick.tsx'
import { perPage } from './lookups.ts'

type Found = PickedBrand & { name: string }

type Props = {
  /** Its brands are offered; without one there is nothing to choose. */
  companyId: string | undefined
  chosen: Picked | undefined
  choose: (brand: PickedBrand | undefined) => void
  error?: string | undefined
  isOff?: boolean
  clearable?: boolean
  look?: PickLook
}

/** Chooses an enabled brand of a company; the server searches. */
export function BrandPick({ companyId, isOff = false, ...of }: Props) {
  return (
    <SearchPick<Found | Picked>
      label="Brand"
      {...of}
      choose={(one) => of.choose(one as Found | undefined)}
      isOff={isOff || !companyId}
      find={{
        name: ['brand', companyId],
        ask: async (search, signal) => {
          const asked = { company: companyId ?? '', page: 1, perPage: perPage.sharedBrands, search }
          const { docs, totalDocs } = await call(brands.list, asked, { signal })
          return { found: docs.map((doc) => ({ ...doc, name: doc.brandName })), total: totalDocs }
        },
      }}
    />
  )
}

/** The brand of an id with its platforms, for a screen that only knows the id. */
export function useBrand(id: string | undefined) {
  return useQuery({
    queryKey: ['brand', id],
    queryFn: async ({ signal }) =>
      (await call(brands.list, { ids: id ?? '', page: 1, perPage: 1 }, { signal })).docs[0],
    enabled: id !== undefined,
  })
}
