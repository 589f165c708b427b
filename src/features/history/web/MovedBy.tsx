import { useQuery } from '@tanstack/react-query'
import type { Finding } from '#features/findings/web/finding.ts'
import { history } from '#features/history/contract.ts'
import { call } from '#kit/web/call.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { whoMade } from './who-made.ts'

type Props = { platform: FindingPlatformDefinition; row: Finding; status: string }

/** Who moved a finding to this status; nothing while it is not known, or could not be loaded. */
export function MovedBy({ platform, row: { id }, status }: Props) {
  const { data } = useQuery({
    queryKey: ['changes of finding', id, status],
    queryFn: ({ signal }) => call(history.changes, { id, platform: platform.value }, { signal }),
    retry: false,
  })
  const newest = data?.changes[0]
  return newest?.statusTo === status ? <span>· {whoMade(newest)}</span> : null
}
