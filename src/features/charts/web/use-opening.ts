import { useRouter } from '@tanstack/react-router'
import type { ChartPlace } from '#kit/web/chart/chart.ts'
import type { ChartActions } from '#kit/web/chart/ChartCard.tsx'

/** Makes chart parts links: selecting a part opens its address, if it has one. */
export function useOpening(): (addressOf: (place: ChartPlace) => string | undefined) => ChartActions {
  const router = useRouter()
  return (addressOf) => ({
    addressOf,
    open: (place) => {
      const address = addressOf(place)
      if (address) router.history.push(address)
    },
  })
}
