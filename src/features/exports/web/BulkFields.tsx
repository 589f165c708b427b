import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findBrands, perPage } from '#features/brands/web/lookups.ts'
import { CompanyPick, useCompany } from '#features/companies/web/CompanyPick.tsx'
import { exportCalls } from '#features/exports/contract.ts'
import { allBrands, type ChoiceName, choicesOf, exportFormats, type ExportFormat } from '#features/exports/rules.ts'
import { call } from '#kit/web/call.ts'
import { DateRange } from '#kit/web/DateRange.tsx'
import { previousOf } from '#kit/web/previous-of.ts'
import { refusable } from '#kit/web/refusable.ts'
import { platforms } from '#platforms/all.ts'
import { showDay } from '#vocabulary/dates.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import classes from './Exports.module.css'
import { texts } from './texts.ts'
import { type KnownBrands, offeredPlatforms, platformAfter } from './offered-platforms.ts'
import { type BulkDownload, brandsAfter } from './use-bulk-download.ts'

/** The fields of a bulk download (S-060, S-062). */
export function BulkFields({ bulk, email }: { bulk: BulkDownload; email: string }) {
  const { form, change, missing } = bulk
  const company = useCompany(form.company)
  const [known, setKnown] = useState<KnownBrands>(new Map())
  const offered = offeredPlatforms(form.brand, known)
  return (
    <div className={classes['fields']}>
      <CompanyPick
        chosen={company}
        choose={(one) => change({ company: one?.id, brand: [], choices: noChoices })}
        error={missing.company}
        appearance={{ required: true }}
      />
      <BrandsPick bulk={bulk} error={missing.brand} known={known} learn={setKnown} />
      <Select
        label="Platform"
        required
        placeholder="Choose platform"
        data={platforms
          .filter(({ value }) => offered.includes(value))
          .map(({ value, title }) => ({ value, label: title }))}
        value={form.platform ?? null}
        error={missing.platform}
        onChange={(value) =>
          change({ platform: (value ?? undefined) as FindingPlatform | undefined, choices: noChoices })
        }
      />
      <DateRange
        field="sm"
        label={texts.dates}
        value={form.range}
        onChange={(range) => change({ range, choices: noChoices })}
      />
      <TextInput label={texts.email} value={email} readOnly />
      {choicesOf(form.platform).map((name) => (
        <ChoicePick key={name} name={name} bulk={bulk} />
      ))}
      <Select
        label={texts.format}
        data={exportFormats.map((value) => ({ value, label: texts.formats[value] }))}
        value={form.format}
        onChange={(value) => change({ format: (value ?? 'xlsx') as ExportFormat })}
      />
    </div>
  )
}

const noChoices = { reasonCode: [], seller: [], status: [], actionDate: [] } as const

type BrandsProps = {
  bulk: BulkDownload
  error: string | undefined
  /** The brands that were listed before, and what remembers them. */
  known: KnownBrands
  learn: (known: KnownBrands) => void
}

/** Picks brands of the company, or All; the server searches. */
function BrandsPick({ bulk: { form, change }, error, known: before, learn }: BrandsProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const list = ['export brands', form.company]
  const { data, isError } = useQuery({
    queryKey: [...list, search],
    queryFn: ({ signal }) => findBrands(search, { companyId: form.company, size: perPage.brands, signal }),
    placeholderData: previousOf(list),
    enabled: form.company !== undefined,
  })
  const found = data?.found ?? []
  const known: KnownBrands = new Map([...before, ...found.map((one) => [one.id, one] as const)])
  const listed = [...new Set([...form.brand, ...found.map(({ id }) => id)])].filter((id) => id !== allBrands)
  return (
    <MultiSelect
      label={texts.brand}
      required
      placeholder={form.brand.length === 0 ? texts.brandHint : ''}
      searchable
      {...refusable(error)}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear brands' }}
      disabled={form.company === undefined}
      maxDropdownHeight={320}
      nothingFoundMessage="Nothing found"
      error={error ?? (isError ? 'Could not be loaded' : undefined)}
      data={[
        { value: allBrands, label: texts.all },
        ...listed.map((id) => ({ value: id, label: known.get(id)?.name ?? id })),
      ]}
      value={[...form.brand]}
      onSearchChange={setTyped}
      onChange={(after) => {
        learn(known)
        const brand = brandsAfter(form.brand, after)
        const platform = platformAfter(form.platform, brand, known)
        change({ brand, platform, choices: noChoices })
      }}
    />
  )
}

const callOf = {
  reasonCode: exportCalls.reasonCodes,
  seller: exportCalls.sellers,
  status: exportCalls.statuses,
  actionDate: exportCalls.actionDates,
} as const

const reasonNames = new Map(reasonCodes.map(({ code, name }) => [code, `${code} ${name}`]))
const labelOf: Readonly<Record<ChoiceName, (value: string) => string>> = {
  reasonCode: (code) => reasonNames.get(code) ?? code,
  seller: (name) => name,
  status: (code) => statusDisplay(code).name,
  actionDate: showDay,
}

/** What is searched in the values: sellers as typed, days as they are written here. */
const searchOf: Readonly<Record<ChoiceName, (typed: string) => string>> = {
  reasonCode: () => '',
  seller: (typed) => typed,
  status: () => '',
  actionDate: (typed) => typed.split('/').toReversed().join('-'),
}

/** Picks values of one filter from those that the findings have which the other filters select. */
function ChoicePick({ name, bulk: { form, change, query } }: { name: ChoiceName; bulk: BulkDownload }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(searchOf[name](typed.trim()), 250)
  const scope = query && { ...query, [name]: [] }
  const list = ['export choices', name, scope]
  const { data, isError } = useQuery({
    queryKey: [...list, search],
    queryFn: ({ signal }) => call(callOf[name], { ...scope!, search }, { signal }),
    enabled: scope !== undefined,
    placeholderData: previousOf(list),
  })
  const values = [...new Set([...form.choices[name], ...(data ?? [])])]
  return (
    <MultiSelect
      label={texts.choices[name]}
      placeholder={form.choices[name].length === 0 ? texts.any : ''}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${texts.choices[name]}` }}
      disabled={scope === undefined}
      maxDropdownHeight={320}
      limit={100}
      nothingFoundMessage="Nothing found"
      error={isError ? 'Could not be loaded' : undefined}
      data={values.map((value) => ({ value, label: labelOf[name](value) }))}
      value={[...form.choices[name]]}
      onSearchChange={setTyped}
      onChange={(chosen) => change({ choices: { ...form.choices, [name]: chosen } })}
    />
  )
}
