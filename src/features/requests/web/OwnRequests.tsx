import { Select, Title } from '@mantine/core'
import { type OwnRequest, requests, type RequestStatus, requestStatuses } from '#features/requests/contract.ts'
import { call } from '#kit/web/call.ts'
import { CutText, Mark } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { useSettings } from '#kit/web/settings.ts'
import { usePages } from '#kit/web/use-pages.ts'
import { platformOf } from '#platforms/all.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { requestLists } from './lists.ts'
import classes from './Request.module.css'
import { RequestDetails } from './RequestDetails.tsx'
import { statusColours, texts } from './texts.ts'

const filters = ['status']

/** The client's requests and their status, updated live. `isAlone` makes it the main content of the page. */
export function OwnRequests({ isAlone = false }: { isAlone?: boolean }) {
  const { businessZone } = useSettings()
  const pages = usePages<OwnRequest>({
    name: requestLists.own,
    filters,
    size: 10,
    load: (query, signal) => call(requests.own, query as Parameters<typeof call<typeof requests.own>>[1], { signal }),
  })
  const { view, filter } = pages
  return (
    <section className={classes.own}>
      <Title order={isAlone ? 1 : 2} size={isAlone ? 'h1' : 'h4'}>
        {texts.own}
      </Title>
      <div className={classes.sheet}>
        <MasterTable
          label={texts.requests}
          pages={pages}
          columns={columnsIn(businessZone)}
          details={(row) => <RequestDetails request={row} />}
          empty={<EmptyState title={texts.ownNone} hint={texts.ownNoneHint} />}
        >
          <Select
            size="xs"
            w={130}
            aria-label="Status"
            placeholder="Status"
            clearable
            data={[...requestStatuses]}
            value={view.filters['status'] ?? null}
            onChange={(status) => filter({ status: status ?? '' })}
          />
        </MasterTable>
      </div>
    </section>
  )
}

export const RequestStatusMark = ({ status }: { status: RequestStatus }) => (
  <Mark name={status} colour={statusColours[status]} />
)

const columnsIn = (zone: string): readonly TableColumn<OwnRequest>[] => [
  { name: 'status', label: 'Status', width: 104, cell: ({ status }) => <RequestStatusMark status={status} /> },
  {
    name: 'domain',
    label: 'Domain/Urls',
    width: 220,
    grows: true,
    onCard: 'title',
    cell: ({ domain }) => <CutText text={domain} />,
  },
  {
    name: 'platform',
    label: 'Platform',
    width: 120,
    cell: ({ platform }) => platformOf(platform)?.title ?? platform,
  },
  { name: 'brand', label: 'Brand', width: 130, cell: ({ brand }) => <CutText text={brand.brandName} /> },
  { name: 'remarks', label: 'Remarks', width: 200, onCard: 'wide', cell: ({ remarks }) => <CutText text={remarks} /> },
  {
    name: 'createdAt',
    label: 'Requested on',
    width: 184,
    cell: ({ createdAt }) => showMoment(createdAt, zone),
  },
]
