import '@mantine/dates/styles.css'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { daysAfter, monthOf, type DayRange } from '#vocabulary/dates.ts'
import { businessToday } from './settings.ts'
import classes from './DateRange.module.css'

type Props = {
  label: string
  value: DayRange
  onChange: (range: DayRange) => void
  /** Format of the days; DD/MM/YYYY unless the screen uses another one (C-342). */
  format?: string
}

/** Picker of the first and last day a screen shows. `onChange` is called once both ends are chosen. */
export function DateRange({ label, value, onChange, format = 'DD/MM/YYYY' }: Props) {
  const id = useId()
  const { startDate, endDate } = value
  const [chosen, setChosen] = useState<[string | null, string | null]>([startDate, endDate])
  const [previous, setPrevious] = useState(value)
  if (previous.startDate !== startDate || previous.endDate !== endDate) {
    setPrevious(value)
    setChosen([startDate, endDate])
  }
  return (
    <span className={classes['box']}>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      <DatePickerInput
        id={id}
        type="range"
        size="xs"
        className={classes['input']!}
        valueFormat={format}
        labelSeparator="–"
        allowSingleDateInRange
        presets={presets()}
        leftSection={<IconCalendar size={14} aria-hidden />}
        value={chosen}
        onChange={(next) => {
          setChosen(next)
          if (next[0] && next[1]) onChange({ startDate: next[0], endDate: next[1] })
        }}
        popoverProps={{ onClose: () => setChosen([startDate, endDate]) }}
      />
    </span>
  )
}

function presets(): { label: string; value: [string, string] }[] {
  const now = businessToday()
  const month = monthOf(now)
  const before = monthOf(daysAfter(month.startDate, -1))
  const days = (count: number): [string, string] => [daysAfter(now, 1 - count), now]
  return [
    { label: 'This month', value: [month.startDate, month.endDate] },
    { label: 'Last month', value: [before.startDate, before.endDate] },
    { label: 'Last 7 days', value: days(7) },
    { label: 'Last 30 days', value: days(30) },
    { label: 'Last 90 days', value: days(90) },
    { label: 'Last 12 months', value: days(365) },
  ]
}
