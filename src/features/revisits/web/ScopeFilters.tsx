import { Select } from '@mantine/core'
import { BrandPick, useBrand } from '#features/brands/web/BrandPick.tsx'
import { CompanyPick, useCompany } from '#features/companies/web/CompanyPick.tsx'
import { withFilter } from '#kit/web/page-view.ts'
import { platforms } from '#platforms/all.ts'

type Filters = Readonly<Record<string, string>>
const look = { w: 160, size: 'xs', isBare: true }

/** Company, brand and platform; another company has other brands. */
export function ScopeFilters({ filters, change }: { filters: Filters; change: (filters: Filters) => void }) {
  const company = useCompany(filters['company'])
  const brand = useBrand(filters['brand'])
  return (
    <>
      <CompanyPick
        chosen={company}
        choose={(one) => change(withFilter(withFilter(filters, 'brand', ''), 'company', one?.id ?? ''))}
        clearable
        look={{ ...look, placeholder: 'Company' }}
      />
      <BrandPick
        companyId={filters['company']}
        chosen={brand && { id: brand.id, name: brand.brandName }}
        choose={(one) => change(withFilter(filters, 'brand', one?.id ?? ''))}
        clearable
        look={{ ...look, placeholder: 'Brand' }}
      />
      <Select
        size="xs"
        w={130}
        aria-label="Platform"
        placeholder="Platform"
        clearable
        data={platforms.map(({ value, title }) => ({ value, label: title }))}
        value={filters['platform'] ?? null}
        onChange={(value) => change(withFilter(filters, 'platform', value ?? ''))}
      />
    </>
  )
}
