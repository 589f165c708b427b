import { useQuery } from '@tanstack/react-query'
import { companies } from '#features/companies/contract.ts'
import { call } from '#kit/web/call.ts'
import { type Picked, type PickLook, SearchPick } from '#kit/web/SearchPick.tsx'

/** How many a picker asks for at once (C-344, A-149); typing finds the rest. */
const perPage = 100

type Props = {
  chosen: Picked | undefined
  choose: (company: Picked | undefined) => void
  label?: string
  /** Only companies that may be a parent, without this one (G100). */
  parentsFor?: string | undefined
  error?: string | undefined
  isOff?: boolean
  clearable?: boolean
  look?: PickLook
}

/** Chooses a company; the server searches names and legal names. */
export function CompanyPick({ parentsFor, label = 'Company', ...of }: Props) {
  const parents = parentsFor === undefined ? {} : { showParentCompany: true, excludeIds: parentsFor }
  return (
    <SearchPick
      label={label}
      {...of}
      find={{
        name: ['company', parents],
        ask: async (search, signal) => {
          const { docs, totalDocs } = await call(companies.list, { page: 1, perPage, search, ...parents }, { signal })
          return { found: docs, total: totalDocs }
        },
      }}
    />
  )
}

/** The company of an id, for a picker that only knows the id. */
export function useCompany(id: string | undefined): Picked | undefined {
  const { data } = useQuery({
    queryKey: ['company', id],
    queryFn: ({ signal }) => call(companies.list, { ids: id ?? '', page: 1, perPage: 1 }, { signal }),
    enabled: id !== undefined,
  })
  return data?.docs[0]
}
