import { DayInput } from '#kit/web/DayInput.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { earliestReportingDate, showEnforcementDay, type Day } from '#vocabulary/dates.ts'

type Props = { value: Day; error: string | undefined; onDay: (day: Day) => void }

/** The day of an enforcement: today or before. */
export function EnforcementDate({ value, error, onDay }: Props) {
  return (
    <DayInput
      label="Date"
      required
      write={showEnforcementDay}
      offered={{ first: earliestReportingDate, last: businessToday() }}
      value={value}
      error={error}
      onDay={onDay}
    />
  )
}
