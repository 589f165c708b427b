import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useScope, useSession } from '#features/sessions/web/session-context.tsx'

/** When findings of a platform were added last, in milliseconds, by brand. */
type Arrivals = Readonly<Record<string, number>>

const keyOf = (platform: string) => ['news of findings', platform]

/** Notes that findings of a platform and brand were added just now. */
export function noteNewFindings(client: QueryClient, { platform, brand }: { platform: string; brand: string }): void {
  client.setQueryData<Arrivals>(keyOf(platform), (before) => ({ ...before, [brand]: Date.now() }))
}

/** Whether findings of one of these brands were added since a list was requested. */
export const areNewer = (arrivals: Arrivals, brandIds: readonly string[], requestedAt: number): boolean =>
  brandIds.some((id) => (arrivals[id] ?? 0) > requestedAt)

/** Whether findings of a platform were added to the selected brands since the list on the screen was requested. */
export function useNewFindings(platform: string, requestedAt: number): boolean {
  const { brand } = useScope()
  const { brands } = useSession()
  const { data } = useQuery<Arrivals>({
    queryKey: keyOf(platform),
    // Set by the app frame; there is nothing to fetch.
    queryFn: () => ({}),
    enabled: false,
    initialData: {},
    gcTime: Infinity,
  })
  return areNewer(data, brand.id === null ? brands.map(({ id }) => id) : [brand.id], requestedAt)
}
