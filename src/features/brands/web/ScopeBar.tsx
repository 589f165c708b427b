import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { CompanyPick, useFilterCompany } from '#features/companies/web/CompanyPick.tsx'
import { FieldRow } from '#kit/web/FieldRow.tsx'
import { refusable } from '#kit/web/refusable.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { BrandPick, useBrand } from './BrandPick.tsx'
import { perPage } from './lookups.ts'
import { platformsOf, type StaffScope, withBrand, withCompany, withPlatform } from './staff-scope.ts'

type Props = {
  scope: StaffScope
  /** Gets the new selection; the caller clears whatever was loaded for the old one (S-006, S-008). */
  change: (scope: StaffScope) => void
  /** Disables the fields while work for the current selection runs. */
  isFixed?: boolean
  /** The server's error messages by field (S-026). */
  errors?: Readonly<Record<string, string>>
  /** Further inputs in the same row. */
  children?: ReactNode
}

/** Company, Brand and Platform for staff. The platforms are those of the brand (S-005). */
export function ScopeBar({ scope, change, isFixed = false, errors = {}, children }: Props) {
  const company = useFilterCompany(scope.companyId)
  const brand = useBrand(scope.brandId)
  return (
    <FieldRow isLabelled>
      <CompanyPick
        chosen={company}
        isOff={isFixed}
        error={errors['company']}
        appearance={{ w: 208 }}
        choose={(one) => change(withCompany(one?.id, scope))}
      />
      <BrandPick
        companyId={scope.companyId}
        size={perPage.sharedBrands}
        chosen={brand && { id: brand.id, name: brand.brandName }}
        isOff={isFixed}
        error={errors['brand']}
        appearance={{ w: 208 }}
        choose={(one) => change(withBrand(scope, one))}
      />
      <Select
        label="Platform"
        w={208}
        searchable
        placeholder="Choose platform"
        data={(brand || !scope.platform ? platformsOf(brand) : [scope.platform]).map((value) => ({
          value,
          label: platformOf(value)?.title ?? value,
        }))}
        value={scope.platform ?? null}
        disabled={isFixed || !brand}
        {...refusable(errors['platform'])}
        onChange={(value) => change(withPlatform(scope, (value ?? undefined) as FindingPlatform | undefined))}
      />
      {children}
    </FieldRow>
  )
}
