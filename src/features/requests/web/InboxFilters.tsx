import { Select } from '@mantine/core'
import { BrandPick, useBrand } from '#features/brands/web/BrandPick.tsx'
import { CompanyPick, useCompany } from '#features/companies/web/CompanyPick.tsx'
import { requestStatuses } from '#features/requests/contract.ts'
import { type PageView, withFilter } from '#kit/web/page-view.ts'
import { platforms } from '#platforms/all.ts'
import { inbox } from './texts.ts'

/** Filters of the inbox by their names in the address and in the call. */
export const inboxFilters: readonly string[] = ['status', 'company', 'brand', 'platform', 'mine']

const look = { w: 150, size: 'xs', isBare: true }

/** Status, company, brand, platform, and what the caller has taken. */
export function InboxFilters({ view, change }: { view: PageView; change: (change: Partial<PageView>) => void }) {
  const { filters } = view
  const company = useCompany(filters['company'])
  const brand = useBrand(filters['brand'])
  const filter = (name: string) => (text: string | null | undefined) =>
    change({ filters: withFilter(filters, name, text ?? '') })
  const choose = (label: string, name: string, data: { value: string; label: string }[], width = 120) => (
    <Select
      size="xs"
      w={width}
      aria-label={label}
      placeholder={label}
      clearable
      data={data}
      value={filters[name] ?? null}
      onChange={filter(name)}
    />
  )
  return (
    <>
      {choose(
        'Status',
        'status',
        requestStatuses.map((value) => ({ value, label: value })),
      )}
      <CompanyPick
        chosen={company}
        choose={(one) => change({ filters: withFilter(withFilter(filters, 'brand', ''), 'company', one?.id ?? '') })}
        clearable
        look={{ ...look, placeholder: 'Company' }}
      />
      <BrandPick
        companyId={filters['company']}
        chosen={brand && { id: brand.id, name: brand.brandName }}
        choose={(one) => filter('brand')(one?.id)}
        clearable
        look={{ ...look, placeholder: 'Brand' }}
      />
      {choose(
        'Platform',
        'platform',
        platforms.map(({ value, title }) => ({ value, label: title })),
      )}
      {choose('Owner', 'mine', [{ value: '1', label: inbox.mine }], 130)}
    </>
  )
}
