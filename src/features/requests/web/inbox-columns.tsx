import type { ClientRequest } from '#features/requests/contract.ts'
import { CutText } from '#kit/web/cells.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { platformOf } from '#platforms/all.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { RequestStatusMark } from './OwnRequests.tsx'

/** The columns of client requests for staff, without the last one for actions. */
export const inboxColumns = (businessZone: string): readonly TableColumn<ClientRequest>[] => [
  {
    name: 'createdAt',
    label: 'Requested on',
    width: 184,
    sortable: true,
    cell: ({ createdAt }) => showMoment(createdAt, businessZone),
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
]
