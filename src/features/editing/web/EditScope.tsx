import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ScopeBar } from '#features/brands/web/ScopeBar.tsx'
import { editing } from '#features/editing/contract.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { refusable } from '#kit/web/refusable.ts'
import { showDay } from '#vocabulary/dates.ts'
import { type SheetQuery, scopeOf } from './edit-query.ts'

/** Pickers of company, brand, platform and one of their reporting dates (S-027). */
export function EditScope({
  query,
  errors,
  isFixed,
  onChange,
}: {
  query: SheetQuery
  errors: Readonly<Record<string, string>>
  isFixed: boolean
  onChange: (query: SheetQuery) => void
}) {
  const { scope, reportingDate } = query
  const isComplete = Boolean(scope.companyId && scope.brandId && scope.platform)
  const dates = useQuery({
    queryKey: ['reporting-dates', scope],
    queryFn: ({ signal }) => call(editing.dates, scopeOf(scope), { signal }),
    enabled: isComplete,
    retry: false,
  })
  const { error } = dates
  useEffect(() => {
    // S-261
    if (error) toastError(sentenceOf(error))
  }, [error])
  const days = dates.data ?? []
  const offered = reportingDate && !days.includes(reportingDate) ? [reportingDate, ...days] : days
  return (
    <ScopeBar
      scope={scope}
      change={(next) => onChange({ scope: next, reportingDate: '', filters: {} })}
      isFixed={isFixed}
      errors={errors}
    >
      <Select
        label="Reporting Date"
        w={170}
        searchable
        placeholder={
          dates.isFetching ? 'Loading …' : isComplete && dates.data?.length === 0 ? 'No findings yet' : 'Choose date'
        }
        nothingFoundMessage="Nothing found"
        data={offered.map((day) => ({ value: day, label: showDay(day) }))}
        value={reportingDate || null}
        disabled={isFixed || !isComplete}
        {...refusable(errors['reportingDate'] ?? (error ? 'Could not be loaded' : undefined))}
        maxDropdownHeight={320}
        onChange={(day) => onChange({ ...query, reportingDate: day ?? '' })}
      />
    </ScopeBar>
  )
}
