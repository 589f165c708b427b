import { Button } from '@mantine/core'
import { BrandPick, useFilterBrand } from '#features/brands/web/BrandPick.tsx'
import { CompanyPick, useFilterCompany } from '#features/companies/web/CompanyPick.tsx'
import { DateRange } from '#kit/web/DateRange.tsx'
import { platformNames, trapPurchaseName } from '#vocabulary/platform-names.ts'
import { statuses } from '#vocabulary/statuses.ts'
import { Choice, TextFilter } from './FilterInputs.tsx'
import { withFilter } from './log-view.ts'
import { texts } from './texts.ts'
import { type LogDraftProps, useLogDraft } from './use-log-draft.ts'
import classes from './Log.module.css'

type FilterName = Parameters<typeof withFilter>[1]

type Props = LogDraftProps & { isBusy: boolean }

/** Every filter of the log; nothing is requested before Fetch Log. */
export function LogFilters({ isBusy, ...log }: Props) {
  const { draft, setDraft, send, reset } = useLogDraft(log)
  const company = useFilterCompany(draft.filters.company)
  const brand = useFilterBrand(draft.filters.brand)
  const change = (name: FilterName) => (text: string | null) =>
    setDraft((now) => withFilter(now, name, text ?? undefined))
  const fieldOf = (name: FilterName) => ({ value: draft.filters[name], change: change(name) })
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
        chosen={brand}
        choose={(one) => change('brand')(one?.id ?? null)}
        clearable
        appearance={pickProps}
      />
      <Choice label="Platform" options={platformOptions} {...fieldOf('platform')} />
      <TextFilter label="Username" {...fieldOf('username')} />
      <TextFilter label="Search Term" {...fieldOf('searchTerm')} />
      <Choice label="Status From" options={statusOptions} {...fieldOf('selectedFromStatus')} />
      <Choice label="Status To" options={statusOptions} {...fieldOf('selectedToStatus')} />
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
const platformOptions = [...platformNames, trapPurchaseName].map(({ value, title }) => ({ value, label: title }))
const statusOptions = statuses.map(({ code, name }) => ({ value: code, label: name }))
