import { useDebouncedCallback } from '@mantine/hooks'
import { CompanyPick, useFilterCompany } from '#features/companies/web/CompanyPick.tsx'
import { dataLogTypes } from '#features/history/contract.ts'
import { dataLogVerb } from '#features/history/messages.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { delays } from '#kit/web/delays.ts'
import { useInputText } from '#kit/web/use-input-text.ts'
import { dataModels } from '#vocabulary/data-log.ts'
import type { DataLogFilter, DataLogView } from './data-log-view.ts'
import { Choice, TextFilter } from './FilterInputs.tsx'
import { texts } from './texts.ts'
import classes from './Log.module.css'

type Props = {
  view: DataLogView
  /** Some filters changed; a blank one is removed. */
  change: (changed: DataLogView) => void
}

/** Every filter of the data log; a choice applies at once, a text when nothing more is typed. */
export function DataLogFilters({ view, change }: Props) {
  const company = useFilterCompany(view.company)
  const choice = (name: DataLogFilter) => ({
    value: view[name],
    change: (text: string | null) => change({ [name]: text ?? '' }),
  })
  const day = (name: 'startDate' | 'endDate') => ({
    value: view[name] ?? '',
    onDay: (text: string) => change({ [name]: text }),
  })
  return (
    <form className={classes.filters} aria-label={texts.dataLogTitle} onSubmit={(event) => event.preventDefault()}>
      <Choice label={texts.type} options={typeOptions} {...choice('type')} />
      <Choice label={texts.model} options={modelOptions} {...choice('model')} />
      <LaterText label={texts.person} {...choice('person')} />
      <LaterText label={texts.subject} {...choice('subject')} />
      <CompanyPick
        chosen={company}
        choose={(one) => change({ company: one?.id ?? '' })}
        clearable
        appearance={{ size: 'xs', placeholder: 'All' }}
      />
      <DayInput size="xs" label={texts.from} {...day('startDate')} />
      <DayInput size="xs" label={texts.to} {...day('endDate')} />
    </form>
  )
}

const typeOptions = dataLogTypes.map((value) => ({ value, label: dataLogVerb(value) }))
const modelOptions = dataModels.map((value) => ({ value, label: value }))

type LaterTextProps = { label: string; value: string | undefined; change: (text: string) => void }

/** A text filter that is applied a second after the last key. */
function LaterText({ label, value = '', change }: LaterTextProps) {
  const { typed, setTyped, noteSent } = useInputText(value)
  const send = useDebouncedCallback((text: string) => {
    noteSent(text.trim())
    change(text.trim())
  }, delays.fetch)
  return (
    <TextFilter
      label={label}
      value={typed}
      change={(text) => {
        setTyped(text ?? '')
        send(text ?? '')
      }}
    />
  )
}
