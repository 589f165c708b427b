import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { brands, type PickedBrand } from '#features/brands/contract.ts'
import { companies } from '#features/companies/contract.ts'
import { call } from '#kit/web/call.ts'
import { largestPage } from '#kit/contract/page.ts'
import { pickOrder, platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { earliestReportingDate } from '#vocabulary/dates.ts'
import styles from './Upload.module.css'

export type Company = { id: string; name: string }
export type ChosenScope = {
  company: Company | undefined
  brand: PickedBrand | undefined
  platform: FindingPlatformDefinition | undefined
}

/** Platforms the brand has (S-005), all before a brand is chosen. */
export function platformsOf(brand: PickedBrand | undefined): readonly FindingPlatformDefinition[] {
  return brand ? platforms.filter((platform) => Boolean(brand.platform[platform.flag])) : platforms
}

/** The platform a brand begins with (S-007). */
export function firstPlatform(brand: PickedBrand): FindingPlatformDefinition | undefined {
  return (
    pickOrder.find((platform) => Boolean(brand.platform[platform.flag])) ??
    platforms.find((platform) => platform.value === 'domain')
  )
}

/** Company, brand, platform and reporting date, each with what the server said about it (S-026). */
export function UploadScope({
  scope,
  reportingDate,
  latest,
  errors,
  disabled,
  onScope,
  onDate,
}: {
  scope: ChosenScope
  reportingDate: string
  /** Today in the business zone. */
  latest: string
  errors: Readonly<Record<string, string>>
  disabled: boolean
  onScope: (scope: ChosenScope) => void
  onDate: (day: string) => void
}) {
  const { company, brand, platform } = scope
  const allCompanies = useQuery({
    queryKey: ['upload', 'companies'],
    queryFn: ({ signal }) => call(companies.list, { perPage: largestPage }, { signal }),
  })
  const allBrands = useQuery({
    queryKey: ['upload', 'brands', company?.id],
    enabled: company !== undefined,
    queryFn: ({ signal }) =>
      call(brands.ofCompany, { companyId: company!.id, perPage: largestPage, status: true }, { signal }),
  })
  const companyList = allCompanies.data?.docs ?? (company ? [company] : [])
  const brandList = allBrands.data?.docs ?? (brand ? [brand] : [])
  const choosePlatform = (value: string | null) => {
    const chosen = platforms.find((one) => one.value === value)
    if (chosen && chosen !== platform) onScope({ ...scope, platform: chosen })
  }
  const chooseBrand = (id: string | null) => {
    const chosen = brandList.find((one) => one.id === id)
    if (chosen && chosen.id !== brand?.id) onScope({ company, brand: chosen, platform: firstPlatform(chosen) })
  }
  const chooseCompany = (id: string | null) => {
    const chosen = companyList.find((one) => one.id === id)
    if (chosen && chosen.id !== company?.id)
      onScope({ company: { id: chosen.id, name: chosen.name }, brand: undefined, platform: undefined })
  }
  const failed = allCompanies.isError ? 'Companies cannot be loaded' : undefined
  const brandFailed = allBrands.isError ? 'Brands cannot be loaded' : undefined
  return (
    <div className={styles['scope']}>
      <Select
        label="Company"
        placeholder={allCompanies.isPending ? 'Loading …' : 'Choose a company'}
        searchable
        data={companyList.map((one) => ({ value: one.id, label: one.name }))}
        value={company?.id ?? null}
        onChange={chooseCompany}
        error={errors['company'] ?? failed}
        disabled={disabled}
        nothingFoundMessage="No company of that name"
        allowDeselect={false}
      />
      <Select
        label="Brand"
        placeholder={company ? (allBrands.isPending ? 'Loading …' : 'Choose a brand') : 'Choose a company first'}
        searchable
        data={brandList.map((one) => ({ value: one.id, label: one.brandName }))}
        value={brand?.id ?? null}
        onChange={chooseBrand}
        error={errors['brand'] ?? brandFailed}
        disabled={disabled || !company}
        nothingFoundMessage="No brand of that name"
        allowDeselect={false}
      />
      <Select
        label="Platform"
        placeholder={brand ? 'Choose a platform' : 'Choose a brand first'}
        data={platformsOf(brand).map((one) => ({ value: one.value, label: one.title }))}
        value={platform?.value ?? null}
        onChange={choosePlatform}
        error={errors['platform']}
        disabled={disabled || !brand}
        allowDeselect={false}
      />
      <TextInput
        type="date"
        label="Reporting Date"
        min={earliestReportingDate}
        max={latest}
        value={reportingDate}
        onChange={(event) => onDate(event.currentTarget.value)}
        error={errors['reportingDate']}
        disabled={disabled}
      />
    </div>
  )
}
