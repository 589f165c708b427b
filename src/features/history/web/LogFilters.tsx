import { Button, Select, TextInput } from '@mantine/core'
import { BrandPick, useBrand } from '#features/brands/web/BrandPick.tsx'
import { markedName } from '#features/brands/web/lookups.ts'
import { CompanyPick, useCompany } from '#features/companies/web/CompanyPick.tsx'
import { DateRange } from '#kit/web/DateRange.tsx'
import { platformNames, trapPurchaseName } from '#vocabulary/platform-names.ts'
import { statuses } from '#vocabulary/statuses.ts'
import { withFilter } from './log-view.ts'
import { texts } from './texts.ts'
import { type LogDraftProps, useLogDraft } from './use-log-draft.ts'
import classes from './Log.module.css'

type Props = LogDraftProps & { isBusy: boolean }

/** Every filter of the log; nothing is requested before Fetch Log. */
export function LogFilters({ isBusy, ...log }: Props) {
  const { draft, setDraft, send, reset } = useLogDraft(log)
  const company = useCompany(draft.filters.company)
  const brand = useBrand(draft.filters.brand)
  const change = (name: Parameters<typeof withFilter>[1]) => (text: string | null) =>
    setDraft((now) => withFilter(now, name, text ?? undefined))
  const choose = (label: string, name: Parameters<typeof withFilter>[1], data: { value: string; label: string }[]) => (
    <Select
      size="xs"
      label={label}
      placeholder="All"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      nothingFoundMessage="Nothing found"
      data={data}
      value={draft.filters[name] ?? null}
      onChange={change(name)}
    />
  )
  const write = (label: string, name: Parameters<typeof withFilter>[1]) => (
    <TextInput
      size="xs"
      label={label}
      maxLength={200}
      value={draft.filters[name] ?? ''}
      onChange={(event) => change(name)(event.currentTarget.value)}
    />
  )
  return (
    <form
      className={classes.filters}
      aria-label={texts.logTitle}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <CompanyPick
        chosen={company}
        choose={(one) => change('company')(one?.id ?? null)}
        clearable
        appearance={pickProps}
      />
      <BrandPick
        companyId={draft.filters.company}
        withDisabled
        chosen={brand && { id: brand.id, name: markedName(brand) }}
        choose={(one) => change('brand')(one?.id ?? null)}
        clearable
        appearance={pickProps}
      />
      {choose(
        'Platform',
        'platform',
        [...platformNames, trapPurchaseName].map(({ value, title }) => ({ value, label: title })),
      )}
      {write('Username', 'username')}
      {write('Search Term', 'searchTerm')}
      {choose('Status From', 'selectedFromStatus', statusOptions)}
      {choose('Status To', 'selectedToStatus', statusOptions)}
      <div className={classes.last}>
        <DateRange
          field="xs"
          label="Date Range"
          value={draft.range}
          onChange={(range) => setDraft((now) => ({ ...now, range }))}
        />
        <span className={classes.buttons}>
          <Button size="xs" type="submit" loading={isBusy}>
            {texts.fetch}
          </Button>
          <Button size="xs" variant="default" onClick={reset}>
            {texts.reset}
          </Button>
        </span>
      </div>
    </form>
  )
}

const pickProps = { size: 'xs', placeholder: 'All' } as const
const statusOptions = statuses.map(({ code, name }) => ({ value: code, label: name }))
