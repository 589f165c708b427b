import { Button } from '@mantine/core'
import { useSession } from '#features/sessions/web/session-context.tsx'
import type { ClientRequest } from '#features/requests/contract.ts'
import { inbox } from './texts.ts'
import type { RequestActions } from './use-request-actions.ts'

type Props = { row: ClientRequest; actions: RequestActions }

/** The next step of a request, in its row: take it, or upload what was taken. */
export function MainAction({ row, actions }: Props) {
  const { user } = useSession()
  if (row.status === 'Open')
    return <RequestAction row={row} label={inbox.take} run={() => actions.take([row.id])} isMain />
  if (row.status === 'Taken' && row.owner?.id === user?.id)
    return <RequestAction row={row} label={inbox.upload} run={() => actions.upload([row.id])} />
  return null
}

/** The other steps of a request, in its details: release and decline. */
export function OtherActions({ row, actions, onDecline }: Props & { onDecline: () => void }) {
  const { user } = useSession()
  const isMine = row.owner?.id === user?.id || user?.role === 'Admin'
  const isMineTaken = row.status === 'Taken' && isMine
  return (
    <div>
      {isMineTaken || row.status === 'Declined' ? (
        <RequestAction row={row} label={inbox.release} run={() => actions.release(row.id)} />
      ) : null}
      {row.status === 'Open' || isMineTaken ? <RequestAction row={row} label={inbox.decline} run={onDecline} /> : null}
    </div>
  )
}

type RequestActionProps = { row: ClientRequest; label: string; run: () => unknown; isMain?: boolean }

function RequestAction({ row, label, run, isMain = false }: RequestActionProps) {
  return (
    <Button
      size="compact-xs"
      mr={6}
      variant={isMain ? 'filled' : 'default'}
      aria-label={`${label}: ${row.domain}`}
      onClick={(event) => {
        event.stopPropagation()
        void run()
      }}
    >
      {label}
    </Button>
  )
}
