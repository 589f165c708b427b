import { Button } from '@mantine/core'
import { useState } from 'react'
import { type ClientRequest, requests } from '#features/requests/contract.ts'
import { call } from '#kit/web/call.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { useSettings } from '#kit/web/settings.ts'
import { usePages } from '#kit/web/use-pages.ts'
import { sortedByOf } from '#kit/web/view-slots.ts'
import { DeclineDialog } from './DeclineDialog.tsx'
import { inboxColumns } from './inbox-columns.tsx'
import { MainAction, OtherActions } from './InboxActions.tsx'
import { inboxChoices, InboxFilters, inboxFilters } from './InboxFilters.tsx'
import { requestLists } from './lists.ts'
import { Line, RequestDetails } from './RequestDetails.tsx'
import { inbox } from './texts.ts'
import { useRequestActions } from './use-request-actions.ts'

/** Client requests for staff, newest first. Taking one opens the upload screen with its row (G62). */
export function InboxScreen() {
  const { businessZone } = useSettings()
  const [declined, setDeclined] = useState<ClientRequest>()
  const actions = useRequestActions()
  const pages = usePages<ClientRequest>({
    name: requestLists.all,
    filters: inboxFilters,
    load: (query, signal) => call(requests.list, query as Parameters<typeof call<typeof requests.list>>[1], { signal }),
  })
  const open = takeableTogether(pages.rows)
  const columns: readonly TableColumn<ClientRequest>[] = [
    ...inboxColumns(businessZone),
    { name: 'action', label: 'Action', width: 116, cell: (row) => <MainAction row={row} actions={actions} /> },
  ]
  return (
    <PageFrame
      title={inbox.title}
      views={{ filters: inboxFilters, sortedBy: sortedByOf(columns), choices: inboxChoices }}
    >
      <MasterTable
        label={inbox.title}
        pages={pages}
        columns={columns}
        details={(row) => (
          <RequestDetails request={row}>
            <Line label="Owner" text={row.owner?.name ?? ''} />
            <OtherActions row={row} actions={actions} onDecline={() => setDeclined(row)} />
          </RequestDetails>
        )}
        empty={<EmptyState title={inbox.none} hint={inbox.noneHint} />}
      >
        <InboxFilters view={pages.view} filter={pages.filter} />
        {open.length > 1 ? (
          <Button size="xs" variant="default" onClick={() => void actions.take(open)}>
            {inbox.takeAll(open.length)}
          </Button>
        ) : null}
      </MasterTable>
      {declined ? <DeclineDialog key={declined.id} request={declined} close={() => setDeclined(undefined)} /> : null}
    </PageFrame>
  )
}

/** The ids of the page's open requests if all have one brand and platform, as one upload sheet requires; else none. */
function takeableTogether(rows: readonly ClientRequest[]): string[] {
  const open = rows.filter((row) => row.status === 'Open')
  const [first] = open
  const isSameSheet = open.every((row) => row.brand.id === first?.brand.id && row.platform === first.platform)
  return isSameSheet ? open.map((row) => row.id) : []
}
