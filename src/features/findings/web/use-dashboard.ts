import { useCallbackRef } from '@mantine/hooks'
import { useMemo } from 'react'
import { useScope } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'
import { type TableSettings, useTableSettings, withOnlyColumns } from '#kit/web/table-settings.ts'
import type { ViewChange } from '#kit/web/use-address.ts'
import { type LoadedList, useList } from '#kit/web/use-list.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Day } from '#vocabulary/dates.ts'
import { awaitingApproval } from '#vocabulary/statuses.ts'
import { type FindingCalls, findings } from '#features/findings/contract.ts'
import { approvalCap, bulkDecisionCap } from '#features/findings/contract-schemas.ts'
import { type DashboardView, linkOf } from './dashboard-view.ts'
import type { Finding } from './finding.ts'
import { queryOf } from './platform-filters.ts'
import { type Approving, useApproving } from './use-approving.ts'
import { useDashboardView } from './use-dashboard-view.ts'
import { type FindingTableState, useFindingTable } from './use-finding-table.ts'
import { useLostAccess } from './use-lost-access.ts'

/** What the header and the filters of a dashboard need; the same object while none of it changes. */
export type ListControls = {
  platform: FindingPlatformDefinition
  view: ListView
  change: (change: ViewChange<DashboardView>) => void
  settings: { now: TableSettings; set: (settings: TableSettings) => void }
  /** The parameters of the list and its downloads. */
  query: Readonly<Record<string, string>>
  columns: FindingTableState['columns']
  offerUndo: Approving['offerUndo']
  /** The query of the address of what is shown now, with these columns. */
  linkOf: (columns: readonly string[], today: Day) => string
}

/** A view without what is open in it: walking from one finding to the next changes the list in nothing. */
type ListView = Omit<DashboardView, 'open' | 'peek'>

export type Dashboard = Omit<ListControls, 'view' | 'columns' | 'offerUndo' | 'linkOf'> & {
  view: DashboardView
  controls: ListControls
  leaveNotification: () => void
  list: LoadedList<Finding>
  table: FindingTableState
  approving: Approving
  /** Whether the list shows exactly what awaits approval (C-103). */
  mayApprove: boolean
}

/** The state of a dashboard: its view in the address, the list it shows, the table's settings and approving. */
export function useDashboard(platform: FindingPlatformDefinition, calls: Pick<FindingCalls, 'list'>): Dashboard {
  const scope = useScope()
  const [view, change, leaveNotification] = useDashboardView(platform)
  const listView = useListView(view)
  const settings = useDashboardSettings(platform, view, change)
  const query = useMemo(
    () => ({ ...queryOf(platform, listView), ...(listView.notification === undefined ? scope.query : {}) }),
    [platform, listView, scope.query],
  )
  const list = useList<Finding>({
    name: [platform.module, query],
    size: view.size,
    growth: platform.scrolling,
    load: ({ page, perPage }, signal) =>
      call(
        calls.list,
        { ...query, page: String(page), perPage: String(perPage), dropdownCount: String(perPage), total: 'later' },
        { signal },
      ),
    count: async (signal) => (await call(findings[platform.value].total, query, { signal })).totalDocs,
  })
  const mayApprove = view.filters['status'] === awaitingApproval && view.notification === undefined
  const cap = mayApprove ? approvalCap : bulkDecisionCap
  // All matching findings are offered with their number, so not before it is known.
  const total = list.isTotalKnown ? list.total : list.rows.length
  const approving = useApproving(platform, { rows: list.rows, total, query, cap }, list.reload)
  const table = useFindingTable(platform, list)
  useLostAccess(list)
  const offerUndo = useCallbackRef(approving.offerUndo)
  const link = useCallbackRef((shown: readonly string[], today: Day) => linkOf(view, shown, today))
  const { columns } = table
  const controls = useMemo(
    () => ({ platform, view: listView, change, settings, query, columns, offerUndo, linkOf: link }),
    [platform, listView, change, settings, query, columns, offerUndo, link],
  )
  return { platform, view, change, settings, query, controls, leaveNotification, list, table, approving, mayApprove }
}

/** The view of the list; the same object while none of it changes. */
function useListView(view: DashboardView): ListView {
  const { open: _, peek: __, ...listView } = view
  const json = JSON.stringify(listView)
  return useMemo(() => JSON.parse(json) as ListView, [json])
}

/** The person's table settings, with the columns of the address while it names some. */
function useDashboardSettings(
  platform: FindingPlatformDefinition,
  { columns }: DashboardView,
  change: Dashboard['change'],
): Dashboard['settings'] {
  const [own, setOwn] = useTableSettings(platform.module)
  const only = columns?.join(',')
  const now = useMemo(() => withOnlyColumns(own, platform.listed, only?.split(',')), [own, platform, only])
  const set = useCallbackRef((next: TableSettings) => {
    setOwn(next)
    // Arranging the columns replaces those of the address.
    if (columns) change({ columns: undefined })
  })
  return useMemo(() => ({ now, set }), [now, set])
}

/** The rows whose details are open, and how to change them. The same set while the address does not change. */
export function useOpenRows({ view, change }: Pick<Dashboard, 'view' | 'change'>) {
  const ids = view.open?.join(',') ?? ''
  const now: ReadonlySet<string> = useMemo(() => new Set(ids === '' ? [] : ids.split(',')), [ids])
  // Only what this change opens and closes: a row opened a moment before may not be on the screen yet.
  const set = (open: ReadonlySet<string>) =>
    change(({ open: latest = [] }) => ({
      open: [
        ...latest.filter((id) => open.has(id) || !now.has(id)),
        ...[...open].filter((id) => !now.has(id) && !latest.includes(id)),
      ],
    }))
  return { now, set }
}
