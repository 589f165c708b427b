import { findings } from '#features/findings/contract.ts'
import { useScope } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'
import type { CountSource } from '#kit/web/filter-fields.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { DashboardView } from './dashboard-view.ts'
import { queryOf } from './platform-filters.ts'

/** Where the filters of a dashboard read how many findings each of their choices leaves. */
export function useFilterCounts(platform: FindingPlatformDefinition, view: DashboardView): CountSource {
  const { query: scopeParams } = useScope()
  return {
    key: [platform.value, scopeParams, view.range],
    load: (name, filters, signal) => {
      const query = { ...queryOf(platform, { ...view, filters, sort: null }), ...scopeParams, name }
      return call(findings[platform.value].filterCounts, query, { signal })
    },
  }
}
