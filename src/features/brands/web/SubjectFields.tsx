import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { platformOf } from '#platforms/all.ts'
import { findingPlatforms } from '#vocabulary/platform-names.ts'
import { useBrands, useCompanies } from './lookups.ts'
import { platformsOf } from './staff-scope.ts'

/** What a record of the administration is about; '' stands for nothing chosen. */
export type Subject = { company: string; brand: string; platform: string }

type Props = {
  subject: Subject
  change: (subject: Subject) => void
  errors: Readonly<Record<string, string>>
  /** Brand and platform may stay blank, which means all of them. */
  mayBeAll?: boolean
}

/** Company, Brand and Platform of a form: the brands of the company, the platforms of the brand. */
export function SubjectFields({ subject, change, errors, mayBeAll = false }: Props) {
  const companies = useCompanies()
  const brands = useBrands(subject.company || undefined)
  const brand = brands.data?.find(({ id }) => id === subject.brand)
  const offered = brand ? platformsOf(brand) : mayBeAll ? findingPlatforms : []
  const blank = (all: string) => (mayBeAll ? { placeholder: all, clearable: true } : { required: true })
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <Select
        label="Company"
        required
        searchable
        limit={200}
        data-autofocus
        openOnFocus={false}
        nothingFoundMessage={companies.isError ? 'The companies could not be loaded.' : 'Nothing found'}
        data={companies.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={subject.company || null}
        allowDeselect={false}
        error={errors['company']}
        onChange={(company) => change({ company: company ?? '', brand: '', platform: '' })}
      />
      <Select
        label="Brand"
        // No star although the form needs one (G105).
        {...(mayBeAll ? blank('All brands') : {})}
        searchable
        limit={200}
        disabled={!subject.company}
        nothingFoundMessage={brands.isError ? 'The brands could not be loaded.' : 'Nothing found'}
        data={brands.data?.map(({ id, brandName }) => ({ value: id, label: brandName })) ?? []}
        value={subject.brand || null}
        allowDeselect={mayBeAll}
        error={errors['brand']}
        onChange={(id) => change({ ...subject, brand: id ?? '', platform: '' })}
      />
      <Select
        label="Platform"
        {...blank('All platforms')}
        disabled={offered.length === 0}
        data={offered.map((value) => ({ value, label: titleOf(value) }))}
        value={subject.platform || null}
        allowDeselect={mayBeAll}
        error={errors['platform']}
        onChange={(platform) => change({ ...subject, platform: platform ?? '' })}
      />
    </SimpleGrid>
  )
}

/** The same three once they are locked. */
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

/** What screens call a stored platform. */
export const titleOf = (platform: string): string => platformOf(platform)?.title ?? platform.toUpperCase()
