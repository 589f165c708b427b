import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { type ClientRequest, requests } from '#features/requests/contract.ts'
import { call } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { useSettings } from '#kit/web/settings.ts'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { usePages } from '#kit/web/use-pages.ts'
import { platformOf } from '#platforms/all.ts'
import { showSignIn } from '#vocabulary/dates.ts'
import { DeclineDialog } from './DeclineDialog.tsx'
import { InboxFilters, inboxFilters } from './InboxFilters.tsx'
import { requestLists } from './lists.ts'
import { RequestStatusMark } from './OwnRequests.tsx'
import { Line, RequestDetails } from './RequestDetails.tsx'
import { inbox } from './texts.ts'
import { useRequestActions } from './use-request-actions.ts'

/** Client requests for staff, newest first. Taking one opens the upload screen with its row (G62). */
export function InboxScreen() {
  const { user } = useSession()
  const { businessZone } = useSettings()
  const [declined, setDeclined] = useState<ClientRequest>()
  const requestActions = useRequestActions()
  const pages = usePages<ClientRequest>({
    name: requestLists.all,
    filters: inboxFilters,
    load: (query, signal) => call(requests.list, query as Parameters<typeof call<typeof requests.list>>[1], { signal }),
  })
  const open = takeableTogether(pages.rows)
  const isMine = (row: ClientRequest) => row.owner?.id === user?.id || user?.role === 'Admin'
  const actions = (row: ClientRequest) => (
    <>
      {row.status === 'Taken' && isMine(row) ? (
        <RequestAction row={row} label={inbox.release} run={() => requestActions.release(row.id)} />
      ) : null}
      {row.status === 'Declined' ? (
        <RequestAction row={row} label={inbox.release} run={() => requestActions.release(row.id)} />
      ) : null}
      {row.status === 'Open' || (row.status === 'Taken' && isMine(row)) ? (
        <RequestAction row={row} label={inbox.decline} run={() => setDeclined(row)} />
      ) : null}
    </>
  )
  const mainAction = (row: ClientRequest) => {
    if (row.status === 'Open')
      return <RequestAction row={row} label={inbox.take} run={() => requestActions.take([row.id])} isMain />
    if (row.status === 'Taken' && row.owner?.id === user?.id)
      return <RequestAction row={row} label={inbox.upload} run={() => requestActions.upload([row.id])} />
    return null
  }
  const columns: readonly TableColumn<ClientRequest>[] = [
    {
      name: 'createdAt',
      label: 'Requested on',
      width: 160,
      sortable: true,
      cell: ({ createdAt }) => showSignIn(createdAt, businessZone),
    },
    {
      name: 'company',
      label: 'Company',
      width: 116,
      sortable: true,
      cell: ({ company }) => <CutText text={company.name} />,
    },
    {
      name: 'brand',
      label: 'Brand',
      width: 104,
      sortable: true,
      cell: ({ brand }) => <CutText text={brand.brandName} />,
    },
    {
      name: 'platform',
      label: 'Platform',
      width: 104,
      sortable: true,
      cell: ({ platform }) => platformOf(platform)?.title ?? platform,
    },
    {
      name: 'domain',
      label: 'Domain/Urls',
      width: 170,
      grows: true,
      sortable: true,
      onCard: 'title',
      cell: ({ domain }) => <SuspiciousLink address={domain} />,
    },
    {
      name: 'remarks',
      label: 'Remarks',
      width: 110,
      onCard: 'wide',
      cell: ({ remarks }) => <CutText text={remarks} />,
    },
    {
      name: 'status',
      label: 'Status',
      width: 96,
      sortable: true,
      cell: ({ status }) => <RequestStatusMark status={status} />,
    },
    {
      name: 'owner',
      label: 'Owner',
      width: 96,
      sortable: true,
      cell: ({ owner }) => <CutText text={owner?.name ?? ''} />,
    },
    { name: 'action', label: 'Action', width: 116, cell: mainAction },
  ]
  return (
    <PageFrame title={inbox.title}>
      <MasterTable
        label={inbox.title}
        pages={pages}
        columns={columns}
        details={(row) => (
          <RequestDetails request={row}>
            <Line label="Owner" text={row.owner?.name ?? ''} />
            <div>{actions(row)}</div>
          </RequestDetails>
        )}
        empty={<EmptyState title={inbox.none} hint={inbox.noneHint} />}
      >
        <InboxFilters view={pages.view} change={pages.change} />
        {open.length > 1 ? (
          <Button size="xs" variant="default" onClick={() => void requestActions.take(open)}>
            {inbox.takeAll(open.length)}
          </Button>
        ) : null}
      </MasterTable>
      {declined ? <DeclineDialog key={declined.id} request={declined} close={() => setDeclined(undefined)} /> : null}
    </PageFrame>
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

/** The ids of the page's open requests if all have one brand and platform, as one upload sheet requires; else none. */
function takeableTogether(rows: readonly ClientRequest[]): string[] {
  const open = rows.filter((row) => row.status === 'Open')
  const [first] = open
  const isSameSheet = open.every((row) => row.brand.id === first?.brand.id && row.platform === first.platform)
  return isSameSheet ? open.map((row) => row.id) : []
}
