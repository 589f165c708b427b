import { conditionNames } from '#columns/conditions.ts'
import { enforcement } from '#features/enforcement/contract.ts'
import { searchPrefix } from '#features/findings/web/value-links.ts'
import { optionsOf, withConditions } from '#features/findings/web/platform-filters.ts'
import type { KnownList } from '#features/views/web/readable-view.ts'
import { useFacets } from '#features/findings/web/use-facets.ts'
import { call } from '#kit/web/call.ts'
import { type CountSource, filterFields, type FilterField } from '#kit/web/filter-fields.ts'
import { type FindingPlatformDefinition, searchedColumns } from '#platforms/platform.ts'
import { type EnforcementView, formFilterNames, type FormFilters, formQueryOf } from './enforcement-view.ts'

/** The searches in the list header, and the conditions on all searchable columns (S-038). */
export function useEnforcementFields(platform: FindingPlatformDefinition, { scope }: EnforcementView): FilterField[] {
  const facets = useFacets(platform, {
    ...(scope.companyId ? { clientCompanyId: scope.companyId } : {}),
    ...(scope.brandId ? { brand: scope.brandId } : {}),
  })
  const { columns } = platform
  const head = searchedInHead(platform)
  const names = [...head, ...searchedColumns(platform).filter((name) => !head.includes(name))]
  return filterFields(columns, names, {}, (name) => optionsOf(platform, facets, name)).map((field) =>
    withConditions(field, { column: field.name, columns, isExtra: !head.includes(field.name) }),
  )
}

/** The columns searchable in the list header, except those that the form above the list filters. */
const searchedInHead = (platform: FindingPlatformDefinition) =>
  [platform.identity, ...platform.listed.filter((name) => searchedColumns(platform).includes(name))].filter(
    (name, index, all) => all.indexOf(name) === index && !['status', 'reportingDate', 'site'].includes(name),
  )

/** Where the filters read how many findings to enforce each of their choices leaves. */
export function enforcementCounts(view: Parameters<typeof formQueryOf>[0]): CountSource {
  const query = formQueryOf(view)
  return {
    key: ['enforcement', query],
    load: (name, filters, signal) => call(enforcement.filterCounts, { ...query, filters, name }, { signal }),
  }
}

/**
 * The same for a choice of the form above the list, under its other choices as they are filled in; undefined while no
 * platform is chosen. Fetching ends the searches in the list header, so that they do not count here.
 */
export function formCounts(
  scope: EnforcementView['scope'],
  { formFilters, name }: { formFilters: FormFilters; name: keyof FormFilters },
): { column: string; source: CountSource } | undefined {
  if (!scope.platform) return undefined
  const { [name]: _own, ...others } = formFilters
  return { column: name, source: enforcementCounts({ scope, formFilters: others, saved: undefined }) }
}

/** What the list of a platform knows of a saved view. */
export function knownOfEnforcement(platform: FindingPlatformDefinition): KnownList {
  const names = searchedColumns(platform)
  const searches = [...names, ...conditionNames(platform.columns, names)]
  return {
    columns: Object.fromEntries(
      Object.entries(platform.columns).map(([name, column]) => [searchPrefix + name, column]),
    ),
    aliases: {},
    filters: searches.map((name) => searchPrefix + name),
    listed: [],
    sortedBy: platform.sortedBy,
    others: [...formFilterNames, 'size', 'cards'],
  }
}
