import { useRouter } from '@tanstack/react-router'
import type { ChartSegment } from '#kit/web/chart/chart.ts'
import type { ChartActions } from '#kit/web/chart/ChartCard.tsx'

/** Makes chart parts links: selecting a part opens its address, if it has one. */
export function useChartLinks(): (addressOf: (part: ChartSegment) => string | undefined) => ChartActions {
  const router = useRouter()
  return (addressOf) => ({
    addressOf,
    open: (part) => {
      const address = addressOf(part)
      if (address) router.history.push(address)
    },
  })
}
