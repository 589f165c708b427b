import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { CompanyPick, useCompany } from '#features/companies/web/CompanyPick.tsx'
import type { PickedBrand } from '#features/brands/contract.ts'
import {
  type AdminPlatform,
  adminPlatformKey,
  platformNames,
  platformTitleOf,
  trapPurchaseName,
} from '#vocabulary/platform-names.ts'
import { BrandPick, useBrand } from './BrandPick.tsx'
import { markedName } from './lookups.ts'

/** Company, brand and platform of an admin record; '' when none is selected. */
export type Subject = { company: string; brand: string; platform: string }

type Props = {
  subject: Subject
  change: (subject: Subject) => void
  errors: Readonly<Record<string, string>>
  /** Brand and platform may be left blank, which means all of them. */
  mayBeAll?: boolean
}

/** Company, Brand and Platform of a form: the brands of the company, the platforms of the brand. */
export function SubjectFields({ subject, change, errors, mayBeAll = false }: Props) {
  const company = useCompany(subject.company || undefined)
  const brand = useBrand(subject.brand || undefined)
  const offered = offeredFor(brand, mayBeAll)
  const blank = (all: string) => (mayBeAll ? { placeholder: all, clearable: true } : { required: true })
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <CompanyPick
        chosen={company}
        choose={(one) => change({ company: one?.id ?? '', brand: '', platform: '' })}
        error={errors['company']}
        appearance={{ required: true, isFirst: true }}
      />
      <BrandPick
        companyId={subject.company || undefined}
        withDisabled
        chosen={brand && { id: brand.id, name: markedName(brand) }}
        choose={(one) => change({ ...subject, brand: one?.id ?? '', platform: '' })}
        clearable={mayBeAll}
        error={errors['brand']}
        // Not marked as required although the form needs it (G105).
        appearance={mayBeAll ? { placeholder: 'All brands' } : {}}
      />
      <Select
        label="Platform"
        {...blank('All platforms')}
        disabled={offered.length === 0}
        data={offered.map((value) => ({ value, label: platformTitleOf(value) }))}
        value={subject.platform || null}
        allowDeselect={mayBeAll}
        error={errors['platform']}
        onChange={(platform) => change({ ...subject, platform: platform ?? '' })}
      />
    </SimpleGrid>
  )
}

/** The same three fields, read-only. */
export function LockedSubject({ company, brand, platform }: Subject) {
  const locked = { disabled: true, readOnly: true }
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <TextInput label="Company" value={company} {...locked} />
      <TextInput label="Brand" value={brand} {...locked} />
      <TextInput label="Platform" value={platform} {...locked} />
    </SimpleGrid>
  )
}

/** The platforms of a brand, TMCH included, and trap purchases where a record may be about several. */
function offeredFor(brand: PickedBrand | undefined, mayBeAll: boolean): readonly AdminPlatform[] {
  const all = [...platformNames.map(({ value }) => value), ...(mayBeAll ? [trapPurchaseName.value] : [])]
  if (!brand) return mayBeAll ? all : []
  return all.filter((value) => Boolean(brand.platform[adminPlatformKey(value)]))
}
