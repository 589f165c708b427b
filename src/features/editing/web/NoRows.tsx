import { Button } from '@mantine/core'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import type { Edits } from './useEdits.ts'

/** What is shown in place of the sheet: rows are loading, could not be loaded, do not exist or were not fetched. */
export function NoRows({ edits, onClearFilters }: { edits: Edits; onClearFilters: () => void }) {
  if (edits.grid.work === 'fetch') return <LoadingRows rows={14} height={28} />
  if (edits.failure !== undefined) return <ErrorState error={edits.failure} retry={() => void edits.retry()} />
  if (!edits.fetched)
    return (
      <EmptyState
        title="No data fetched"
        hint="Choose a company, brand, platform and reporting date, then click “Fetch Data”."
      />
    )
  if (Object.keys(edits.form.query.filters).length === 0)
    return <EmptyState title="No findings on this day" hint="Choose another reporting date." />
  return (
    <EmptyState title="No findings match these filters" hint="Clear them to see all findings of the day.">
      <Button variant="default" onClick={onClearFilters}>
        Clear filters
      </Button>
    </EmptyState>
  )
}
