import { useQuery } from '@tanstack/react-query'
import { useScope } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { findings } from '#features/findings/contract.ts'

const none: Readonly<Record<string, readonly string[]>> = {}

/** The sites, stores or top-level domains in the person's scope, or another, to pick from; empty until loaded. */
export function useFacets(
  platform: FindingPlatformDefinition,
  scope?: Readonly<Record<string, string>>,
): Readonly<Record<string, readonly string[]>> {
  const { query: ownScope } = useScope()
  const scopeParams = scope ?? ownScope
  const query = useQuery({
    queryKey: ['facets', platform.value, scopeParams],
    queryFn: ({ signal }) => call(findings[platform.value].facets, scopeParams, { signal }),
    staleTime: 5 * 60_000,
  })
  return query.data ?? none
}
