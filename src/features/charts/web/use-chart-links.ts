import { useRouter } from '@tanstack/react-router'
import type { ChartActions, ChartSegment } from '#kit/web/chart/chart.ts'

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
