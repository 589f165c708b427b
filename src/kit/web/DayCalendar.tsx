import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'
import type { Day } from '#vocabulary/dates.ts'
import { calendarLabels } from './calendar-labels.ts'

type Props = {
  value: Day
  choose: (day: Day) => void
  offered?: { first?: Day; last?: Day } | undefined
}

/** Month calendar to pick a day from. In a file of its own, so that a form loads without the calendar's script. */
export function DayCalendar({ value, choose, offered }: Props) {
  return (
    <DatePicker
      size="sm"
      ariaLabels={calendarLabels}
      value={value || null}
      defaultDate={value || offered?.last}
      minDate={offered?.first}
      maxDate={offered?.last}
      __stopPropagation
      onChange={(day) => day && choose(day)}
    />
  )
}
