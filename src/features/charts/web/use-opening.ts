import { useRouter } from '@tanstack/react-router'
import type { ChartPlace } from '#kit/web/chart/chart.ts'
import type { ChartDeeds } from '#kit/web/chart/ChartCard.tsx'

/** What a press on a part of a chart does where every part has an address: it goes there. */
export function useOpening(): (addressOf: (place: ChartPlace) => string | undefined) => ChartDeeds {
  const router = useRouter()
  return (addressOf) => ({
    addressOf,
    open: (place) => {
      const address = addressOf(place)
      if (address) router.history.push(address)
    },
  })
}
