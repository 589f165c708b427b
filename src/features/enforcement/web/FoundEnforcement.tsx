import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { enforcementCalls } from '#features/enforcement/contract.ts'
import type { Finding } from '#features/findings/web/finding.ts'
import { changeFound } from '#features/findings/web/use-found-rows.ts'
import { changePeeked } from '#features/findings/web/use-peeked-row.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { EnforcementDetails } from './EnforcementDetails.tsx'
import type { DialogSubject, Outcome } from './use-enforcement-form.ts'

const EnforcementDialog = lazyPart(() => import('./EnforcementDialog.tsx').then((module) => module.EnforcementDialog))

type Props = { platform: FindingPlatformDefinition; row: Finding }

/** For staff: the enforcement of a finding that is open beside another list than that of Enforcement. */
export function FoundEnforcement(props: Props) {
  const { role } = useSession()
  return role === 'Client' ? null : <Enforcement {...props} />
}

function Enforcement({ platform, row }: Props) {
  const client = useQueryClient()
  const [subject, setSubject] = useState<DialogSubject>()
  const queryKey = ['enforcement', 'found', row.id]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(enforcementCalls[platform.value].list, { id: row.id }, { signal })).data,
    retry: false,
  })
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : null
  const enforced = { ...row, enforcementData: data }
  const finish = ({ row: changed }: Outcome) => {
    setSubject(undefined)
    if (!changed) return
    client.setQueryData(queryKey, changed.enforcementData)
    changeFound(client, row.id, (old) => ({ ...old, ...changed }))
    changePeeked(client, platform, row.id, (old) => ({ ...old, ...changed }))
  }
  return (
    <>
      <EnforcementDetails
        platform={platform}
        row={enforced}
        onAdd={(host) => setSubject({ kind: 'one', row: enforced, host })}
      />
      {subject ? (
        <EnforcementDialog platform={platform} subject={subject} close={() => setSubject(undefined)} done={finish} />
      ) : null}
    </>
  )
}
