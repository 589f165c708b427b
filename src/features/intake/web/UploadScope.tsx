import { ScopeBar } from '#features/brands/web/ScopeBar.tsx'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import { DayInput } from '#kit/web/DayInput.tsx'
import { dateProblem } from './upload-form.ts'
import { earliestReportingDate } from '#vocabulary/dates.ts'

/** Company, brand, platform and reporting date, each with its field error (S-012, S-013, S-026). */
export function UploadScope({
  scope,
  reportingDate,
  latest,
  errors,
  isFixed,
  onScope,
  onDate,
}: {
  scope: StaffScope
  reportingDate: string
  /** Today in the business time zone. */
  latest: string
  errors: Readonly<Record<string, string>>
  isFixed: boolean
  onScope: (scope: StaffScope) => void
  onDate: (day: string) => void
}) {
  return (
    <ScopeBar scope={scope} change={onScope} isFixed={isFixed} errors={errors}>
      <DayInput
        label="Reporting Date"
        w={160}
        offered={{ first: earliestReportingDate, last: latest }}
        value={reportingDate}
        onDay={onDate}
        error={errors['reportingDate'] ?? dateProblem(reportingDate, latest)}
        disabled={isFixed}
      />
    </ScopeBar>
  )
}
