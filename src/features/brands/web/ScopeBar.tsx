import { Group, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { perPage, useBrands, useCompanies } from './lookups.ts'
import { platformsOf, type StaffScope, withBrand, withCompany, withPlatform } from './staff-scope.ts'

type Props = {
  scope: StaffScope
  /** Gets the new choice; whatever was loaded for the old one is to be cleared (S-006, S-008). */
  change: (scope: StaffScope) => void
  /** While work runs that belongs to the choice. */
  isFixed?: boolean
  /** What the server said about the choice, by field (S-026). */
  errors?: Readonly<Record<string, string>>
  /** Further inputs of the same row. */
  children?: ReactNode
}

/** Company, Brand and Platform for staff. The platforms are those of the brand (S-005). */
export function ScopeBar({ scope, change, isFixed = false, errors = {}, children }: Props) {
  const companies = useCompanies()
  const brands = useBrands(scope.companyId, perPage.sharedBrands)
  const brand = brands.data?.find(({ id }) => id === scope.brandId)
  return (
    <Group gap="sm" align="flex-start">
      <Choice
        label="Company"
        value={scope.companyId}
        options={companies.data?.map(({ id, name }) => ({ value: id, label: name }))}
        isOff={isFixed}
        error={errors['company'] ?? notLoaded(companies.error)}
        choose={(id) => change(withCompany(id))}
      />
      <Choice
        label="Brand"
        value={scope.brandId}
        options={scope.companyId ? brands.data?.map(({ id, brandName }) => ({ value: id, label: brandName })) : []}
        isOff={isFixed || !scope.companyId}
        error={errors['brand'] ?? notLoaded(brands.error)}
        choose={(id) =>
          change(
            withBrand(
              scope,
              brands.data?.find((one) => one.id === id),
            ),
          )
        }
      />
      <Choice
        label="Platform"
        value={scope.platform}
        options={platformsOf(brand).map((value) => ({ value, label: platformOf(value)?.title ?? value }))}
        isOff={isFixed || !brand}
        error={errors['platform']}
        choose={(value) => change(withPlatform(scope, value as FindingPlatform | undefined))}
      />
      {children}
    </Group>
  )
}

type ChoiceProps = {
  label: string
  value: string | undefined
  options: { value: string; label: string }[] | undefined
  isOff: boolean
  error: string | undefined
  choose: (value: string | undefined) => void
}

function Choice({ label, value, options, isOff, error, choose }: ChoiceProps) {
  return (
    <Select
      label={label}
      w={208}
      searchable
      placeholder={options || isOff ? `Choose ${label.toLowerCase()}` : 'Loading …'}
      nothingFoundMessage="Nothing found"
      data={options ?? []}
      value={value ?? null}
      disabled={isOff}
      error={error}
      allowDeselect={false}
      maxDropdownHeight={320}
      onChange={(chosen) => choose(chosen ?? undefined)}
    />
  )
}

const notLoaded = (error: Error | null) => (error ? 'Could not be loaded' : undefined)
