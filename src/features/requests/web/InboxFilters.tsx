import { ScopeFilters } from '#features/brands/web/ScopeFilters.tsx'
import { requestStatuses } from '#features/requests/contract.ts'
import { FilterSelect } from '#kit/web/FilterSelect.tsx'
import type { Pages } from '#kit/web/use-pages.ts'
import { platforms } from '#platforms/all.ts'
import { inbox } from './texts.ts'

/** Filters of the inbox, by their names in the page address and in the API call. */
export const inboxFilters: readonly string[] = ['status', 'company', 'brand', 'platform', 'mine']

/** The values of those that are a closed list. */
export const inboxChoices = {
  status: { label: 'Status', values: requestStatuses },
  platform: { label: 'Platform', values: platforms.map(({ value }) => value) },
}

/** Filters for status, company, brand, platform, and requests taken by the user. */
export function InboxFilters({ view: { filters }, filter }: Pick<Pages<never>, 'view' | 'filter'>) {
  return (
    <>
      <FilterSelect
        label="Status"
        data={requestStatuses.map((value) => ({ value, label: value }))}
        value={filters['status']}
        choose={(value) => filter({ status: value ?? '' })}
      />
      <ScopeFilters filters={filters} change={filter} />
      <FilterSelect
        label="Owner"
        data={[{ value: '1', label: inbox.mine }]}
        value={filters['mine']}
        choose={(value) => filter({ mine: value ?? '' })}
      />
    </>
  )
}
