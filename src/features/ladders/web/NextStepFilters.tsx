import { Select } from '@mantine/core'
import { BrandPick, useBrand } from '#features/brands/web/BrandPick.tsx'
import { CompanyPick, useCompany } from '#features/companies/web/CompanyPick.tsx'
import { mailPlatforms } from '#features/ladders/contract.ts'
import { runStates, stateName, stepKinds, stepName } from '#features/ladders/messages.ts'
import { type PageView, withFilter } from '#kit/web/page-view.ts'
import { platformOf } from '#platforms/all.ts'

/** Filters of next steps by their names in the address and in the call. */
export const nextStepFilters: readonly string[] = ['state', 'kind', 'company', 'brand', 'platform']

const look = { w: 150, size: 'xs', isBare: true }

/** State, step, company, brand and platform. */
export function NextStepFilters({ view, change }: { view: PageView; change: (change: Partial<PageView>) => void }) {
  const { filters } = view
  const company = useCompany(filters['company'])
  const brand = useBrand(filters['brand'])
  const filter = (name: string) => (text: string | null | undefined) =>
    change({ filters: withFilter(filters, name, text ?? '') })
  const choose = (label: string, name: string, data: { value: string; label: string }[]) => (
    <Select
      size="xs"
      w={150}
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
        'State',
        'state',
        runStates.map((value) => ({ value, label: stateName[value] })),
      )}
      {choose(
        'Step',
        'kind',
        stepKinds.map((value) => ({ value, label: stepName[value] })),
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
        mailPlatforms.map((value) => ({ value, label: platformOf(value)!.title })),
      )}
    </>
  )
}
