import type { Columns } from '#columns/column.ts'
import { operatorsOf } from '#columns/conditions.ts'
import { filterFields, type FilterField, type Option } from '#kit/web/filter-fields.ts'
import { conditionedNames, type FindingPlatformDefinition } from '#platforms/platform.ts'
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

/** The platform's filters with their options and conditions; `facets` are the values that the findings have. */
export function filterFieldsOf(
  platform: FindingPlatformDefinition,
  facets: Readonly<Record<string, readonly string[]>>,
): FilterField[] {
  const { columns, filteredBy, filterAliases } = platform
  const names = conditionedNames(platform)
  return filterFields(columns, names, filterAliases, (name) => optionsOf(platform, facets, name)).map((field) =>
    withConditions(field, {
      column: filterAliases[field.name] ?? field.name,
      columns,
      isExtra: !filteredBy.includes(field.name),
    }),
  )
}

/** A filter with the conditions that its column has; columns that always have a value cannot be empty. */
export function withConditions(
  field: FilterField,
  { column, columns, isExtra }: { column: string; columns: Columns; isExtra: boolean },
): FilterField {
  const { kind, required } = columns[column]!
  const isNeverEmpty = required || column === 'reportingDate'
  return {
    ...field,
    isExtra,
    operators: operatorsOf(kind).filter((operator) => operator !== 'is' || !isNeverEmpty),
    ...(field.search === 'many' ? { counted: column } : {}),
  }
}

/** The options of a filter that picks values; undefined for the others. */
export function optionsOf(
  platform: FindingPlatformDefinition,
  facets: Readonly<Record<string, readonly string[]>>,
  name: string,
): readonly Option[] | undefined {
  if (name === 'status') return platform.statuses.map((code) => statusOption(code))
  if (name === 'priority') return priorities.map((priority) => ({ value: priority, label: priority }))
  if (name === 'reasonCode') return reasonCodeOptions
  if (platform.columns[name]?.kind === 'yesNo') return yesOrNo
  return facets[name]?.map((value) => ({ value, label: value }))
}

const yesOrNo: readonly Option[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** Each code of a group follows it in the table and begins with its code. */
const reasonCodeOptions: readonly Option[] = reasonCodes.map(({ code, name: label, level }) => {
  const group = reasonCodes.find((one) => one.level === 'top' && code.startsWith(one.code))
  return level === 'sub' && group ? { value: code, label, within: group.code } : { value: code, label }
})

/** The filter shown as the search box: the first one that matches parts of a text. */
export function searchFieldOf(platform: FindingPlatformDefinition): string {
  const search = ['title', 'heading', 'appName', platform.identity]
  return search.find((name) => platform.filteredBy.includes(name)) ?? platform.filteredBy[0]!
}

function statusOption(code: string): Option {
  const { name, colour } = statusDisplay(code)
  return { value: code, label: name, colour }
}
