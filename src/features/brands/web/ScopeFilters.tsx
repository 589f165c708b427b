import { CompanyPick, useFilterCompany } from '#features/companies/web/CompanyPick.tsx'
import { FilterSelect } from '#kit/web/FilterSelect.tsx'
import { platforms } from '#platforms/all.ts'
import { BrandPick, useFilterBrand } from './BrandPick.tsx'

type Filters = Readonly<Record<string, string>>
type Props = {
  filters: Filters
  /** Gets the changed filters; an empty text removes one. */
  change: (changed: Filters) => void
  /** The platforms to choose from; all when absent. */
  among?: readonly { value: string; title: string }[]
}

const appearance = { w: 150, size: 'xs', isBare: true }

/** Filters of a list: company, brand and platform. Changing the company clears the brand. */
export function ScopeFilters({ filters, change, among = platforms }: Props) {
  const company = useFilterCompany(filters['company'])
  const brand = useFilterBrand(filters['brand'])
  return (
    <>
      <CompanyPick
        chosen={company}
        choose={(one) => change({ company: one?.id ?? '', brand: '' })}
        clearable
        appearance={{ ...appearance, placeholder: 'Company' }}
      />
      <BrandPick
        companyId={filters['company']}
        chosen={brand}
        choose={(one) => change({ brand: one?.id ?? '' })}
        clearable
        appearance={{ ...appearance, placeholder: 'Brand' }}
      />
      <FilterSelect
        label="Platform"
        data={among.map(({ value, title }) => ({ value, label: title }))}
        value={filters['platform']}
        choose={(value) => change({ platform: value ?? '' })}
      />
    </>
  )
}
