import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { charts, type HomeCharts, type PlatformNumbers } from '#features/charts/contract.ts'
import { useScope } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import type { HomeView, TabKey } from './home-view.ts'

/** The numbers of a tab and their date range. */
export type Numbers = { range: DayRange } & (
  | { tab: 'home'; numbers: HomeCharts }
  | { tab: TabKey; numbers: PlatformNumbers }
)

/** Loads the numbers of a tab, again when brand, company or range change (C-077). */
export function useNumbers({ tab, range }: HomeView) {
  const { query: scopeQuery } = useScope()
  return useQuery<Numbers>({
    queryKey: ['charts', tab, scopeQuery, range],
    queryFn: async ({ signal }) => {
      const input = { ...scopeQuery, ...range }
      if (tab === 'home') return { tab, range, numbers: await call(charts.home, input, { signal }) }
      return { tab, range, numbers: await call(charts[tab], input, { signal }) }
    },
    placeholderData: keepPreviousData,
  })
}
