import { ScopeFilters } from '#features/brands/web/ScopeFilters.tsx'
import { stateName, stepName } from './texts.ts'
import { runStates, stepKinds } from '#features/escalations/rules.ts'
import { FilterSelect } from '#kit/web/FilterSelect.tsx'
import { type PageView, withFilter } from '#kit/web/page-view.ts'
import { mailPlatforms } from '#platforms/all.ts'

/** Names of the filters in the URL and in the API call. */
export const nextStepFilters: readonly string[] = ['state', 'kind', 'company', 'brand', 'platform']

/** Filters by state, step, company, brand and platform. */
export function NextStepFilters({ view, change }: { view: PageView; change: (change: Partial<PageView>) => void }) {
  const { filters } = view
  const set = (next: PageView['filters']) => change({ filters: next })
  return (
    <>
      <FilterSelect
        label="State"
        data={runStates.map((value) => ({ value, label: stateName[value] }))}
        value={filters['state']}
        choose={(value) => set(withFilter(filters, 'state', value ?? ''))}
        width={150}
      />
      <FilterSelect
        label="Step"
        data={stepKinds.map((value) => ({ value, label: stepName[value] }))}
        value={filters['kind']}
        choose={(value) => set(withFilter(filters, 'kind', value ?? ''))}
        width={150}
      />
      <ScopeFilters filters={filters} change={set} among={mailPlatforms} />
    </>
  )
}
