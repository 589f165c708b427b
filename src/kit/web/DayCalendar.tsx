import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'
import type { Day } from '#vocabulary/dates.ts'

type Choosing = {
  value: Day
  choose: (day: Day) => void
  offered?: { first?: Day; last?: Day } | undefined
}

/** The month a day is taken from; apart, so that a form comes without the calendar's script. */
export function DayCalendar({ value, choose, offered }: Choosing) {
  return (
    <DatePicker
      size="sm"
      value={value || null}
      defaultDate={value || offered?.last}
      minDate={offered?.first}
      maxDate={offered?.last}
      weekendDays={[]}
      __stopPropagation
      onChange={(day) => day && choose(day)}
    />
  )
}
