import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { daysAfter, type DayRange, monthOf } from '#vocabulary/dates.ts'
import { calendarLabels } from './calendar-labels.ts'
import { businessToday } from './settings.ts'
import classes from './RangeCalendar.module.css'

type Props = { value: DayRange; choose: (range: DayRange) => void }

/** Calendar of a range with presets. `choose` is called once both ends are chosen. */
export function RangeCalendar({ value, choose }: Props) {
  const [chosen, setChosen] = useState<[string | null, string | null]>([value.startDate, value.endDate])
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      ariaLabels={calendarLabels}
      presets={presets()}
      classNames={{ datePickerRoot: classes.root!, presetsList: classes.presets! }}
      defaultDate={value.endDate}
      value={chosen}
      onChange={(next) => {
        setChosen(next)
        if (next[0] && next[1]) choose({ startDate: next[0], endDate: next[1] })
      }}
    />
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
