import { ScopeFilters } from '#features/brands/web/ScopeFilters.tsx'
import { stateName, stepName } from './texts.ts'
import { runStates, stepKinds } from '#features/escalations/rules.ts'
import { FilterSelect } from '#kit/web/FilterSelect.tsx'
import type { Pages } from '#kit/web/use-pages.ts'
import { reportedPlatforms } from '#platforms/all.ts'

/** Names of the filters in the URL and in the API call. */
export const nextStepFilters: readonly string[] = ['state', 'kind', 'company', 'brand', 'platform']

/** The values of those that are a closed list. */
export const nextStepChoices = {
  state: { label: 'State', values: runStates },
  kind: { label: 'Step', values: stepKinds },
  platform: { label: 'Platform', values: reportedPlatforms.map(({ value }) => value) },
}

/** Filters by state, step, company, brand and platform. */
export function NextStepFilters({ view: { filters }, filter }: Pick<Pages<never>, 'view' | 'filter'>) {
  return (
    <>
      <FilterSelect
        label="State"
        data={runStates.map((value) => ({ value, label: stateName[value] }))}
        value={filters['state']}
        choose={(value) => filter({ state: value ?? '' })}
        width={150}
      />
      <FilterSelect
        label="Step"
        data={stepKinds.map((value) => ({ value, label: stepName[value] }))}
        value={filters['kind']}
        choose={(value) => filter({ kind: value ?? '' })}
        width={150}
      />
      <ScopeFilters filters={filters} change={filter} among={reportedPlatforms} />
    </>
  )
}
