import { useQuery, useQueryClient } from '@tanstack/react-query'
import { companies } from '#features/companies/contract.ts'
import { call } from '#kit/web/call.ts'
import { type Picked, type PickerAppearance, SearchPick } from '#kit/web/SearchPick.tsx'
import { findCompanies } from './lookups.ts'

type Props = {
  chosen: Picked | undefined
  choose: (company: Picked | undefined) => void
  label?: string
  /** Only companies that may be a parent, without this one (G100). */
  parentsFor?: string | undefined
  error?: string | undefined
  isOff?: boolean
  clearable?: boolean
  appearance?: PickerAppearance
}

/** Picker for a company; the server searches names and legal names. */
export function CompanyPick({ parentsFor, label = 'Company', ...props }: Props) {
  const client = useQueryClient()
  return (
    <SearchPick
      label={label}
      {...props}
      choose={(company) => {
        if (company) client.setQueryData(companyQueryKey(company.id), company)
        props.choose(company)
      }}
      find={{
        name: ['company', parentsFor],
        fetch: (search, signal) => findCompanies(search, { parentsFor, signal }),
      }}
    />
  )
}

/** The company of an id, for a picker that only knows the id. */
export function useCompany(id: string | undefined): Picked | undefined {
  return useFoundCompany(id) ?? undefined
}

/** The same for a filter in an address: a company that does not exist, or is not shown to the person, can be removed. */
export function useFilterCompany(id: string | undefined): Picked | undefined {
  const found = useFoundCompany(id)
  return found === null && id !== undefined ? { id, name: 'Unknown company' } : (found ?? undefined)
}

/** Null: there is none; undefined: not known yet. */
function useFoundCompany(id: string | undefined): Picked | null | undefined {
  const { data } = useQuery({
    queryKey: companyQueryKey(id),
    queryFn: async ({ signal }): Promise<Picked | null> =>
      (await call(companies.list, { ids: id ?? '', page: 1, perPage: 1 }, { signal })).docs[0] ?? null,
    enabled: id !== undefined,
  })
  return data
}

/** Cache key of one company. Selecting a company writes it there, so that it is not fetched again. */
const companyQueryKey = (id: string | undefined) => ['company', id]
