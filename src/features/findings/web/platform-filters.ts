import { filterFields, type FilterField, type Option } from '#kit/web/filter-fields.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { priorities } from '#vocabulary/priorities.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import type { DashboardView } from './dashboard-view.ts'

/** A view's parameters for the list and download calls, without company, brand and page. */
export function queryOf(platform: { module: string }, view: DashboardView): Record<string, string> {
  const sort: Record<string, string> = view.sort ? { sortBy: view.sort.by, sortOrder: view.sort.order } : {}
  if (view.notification !== undefined)
    return { ...sort, ...view.range, module: platform.module, notification: view.notification }
  return { ...view.filters, ...sort, ...view.range, module: platform.module }
}

/** The platform's filters with their options; `facets` are the values that the findings have. */
export function filterFieldsOf(
  platform: FindingPlatformDefinition,
  facets: Readonly<Record<string, readonly string[]>>,
): FilterField[] {
  return filterFields(platform.columns, platform.filteredBy, platform.filterAliases, (name) => {
    if (name === 'status') return platform.statuses.map((code) => statusOption(code))
    if (name === 'priority') return priorities.map((priority) => ({ value: priority, label: priority }))
    if (name === 'reasonCode') return reasonCodes.map(({ code, name: label }) => ({ value: code, label }))
    return facets[name]?.map((value) => ({ value, label: value }))
  })
}

/** The filter shown as the search box: the first one that matches parts of a text. */
export function searchFieldOf(platform: FindingPlatformDefinition): string {
  const search = ['title', 'heading', 'appName', platform.identity]
  return search.find((name) => platform.filteredBy.includes(name)) ?? platform.filteredBy[0]!
}

function statusOption(code: string): Option {
  const { name, colour } = statusDisplay(code)
  return { value: code, label: name, colour }
}
