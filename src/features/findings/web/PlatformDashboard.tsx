import { Alert, Button, Group } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { memo, type ReactNode, useCallback, useState } from 'react'
import type { SavedView } from '#features/views/contract.ts'
import { openedSearch } from '#features/views/web/readable-view.ts'
import { SavedViews } from '#features/views/web/SavedViews.tsx'
import { ViewTabs } from '#features/views/web/ViewTabs.tsx'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { addressOf } from '#kit/web/call.ts'
import { DateRange } from '#kit/web/DateRange.tsx'
import { ListHeader } from '#kit/web/ListHeader.tsx'
import { useNarrow } from '#kit/web/narrow.ts'
import { businessToday } from '#kit/web/settings.ts'
import { visibleColumns } from '#kit/web/table-settings.ts'
import { TableSettingsMenu } from '#kit/web/TableSettingsMenu.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type FindingCalls, findings } from '#features/findings/contract.ts'
import { approved } from '#vocabulary/statuses.ts'
import { ApproveBar } from './ApproveBar.tsx'
import { defaultSize, knownOf, savedViewOf, viewOf } from './dashboard-view.ts'
import { DashboardList } from './DashboardList.tsx'
import { DecideBar, DecideMenu, ManyDecisions, type ManyDialog } from './DecideMany.tsx'
import { DownloadButtons } from './DownloadButtons.tsx'
import type { Finding } from './finding.ts'
import { FindingFilters, knownCount } from './FindingTable.tsx'
import { MoreActions } from './MoreActions.tsx'
import classes from './PlatformDashboard.module.css'
import { CardSizes, ShownAs } from './ShownAs.tsx'
import { texts } from './texts.ts'
import { type ListControls, useDashboard } from './use-dashboard.ts'
import { useFilterCounts } from './use-filter-counts.ts'
import { useNewFindings } from './use-new-findings.ts'

type Props = {
  platform: FindingPlatformDefinition
  /** The calls of a view of a platform that has its own. */
  calls?: Pick<FindingCalls, 'list' | 'download'>
  /** What such a view adds to an opened row. */
  more?: (row: Finding) => ReactNode
}

/** The dashboard of a platform, built from its definition: filters, list, details, comments, decisions, downloads. */
export function PlatformDashboard({ platform, calls = findings[platform.value], more }: Props) {
  const dashboard = useDashboard(platform, calls)
  const { view, list, approving, mayApprove } = dashboard
  // A view of a platform shows a part of its findings, none of which are new.
  const isWhole = calls === findings[platform.value]
  const isNarrow = useNarrow()
  const [isSelecting, setSelecting] = useState(false)
  const [dialog, openDialog] = useState<ManyDialog>()
  const startSelecting = useCallback(() => setSelecting(true), [])
  return (
    <div className={classes.screen}>
      <DashboardHeader
        controls={dashboard.controls}
        count={knownCount(list)}
        total={list.total}
        download={calls.download}
        select={mayApprove || isSelecting ? undefined : startSelecting}
      />
      {view.notification === undefined ? (
        <DashboardFilters controls={dashboard.controls} hasCounts={isWhole} />
      ) : (
        <NotificationBanner onLeave={dashboard.leaveNotification} />
      )}
      {isWhole && view.notification === undefined && (
        <NewFindings platform={platform.value} requestedAt={list.requestedAt} onShow={list.reload} />
      )}
      <div className={classes.approve}>
        <ApproveBar approving={approving} loaded={list.rows.length} total={list.total} open={mayApprove}>
          {(approving.ids.length > 0 || !isNarrow) && (
            <DecideMenu platform={platform} count={approving.ids.length} open={openDialog} />
          )}
        </ApproveBar>
        {isSelecting && !mayApprove && (
          <DecideBar
            platform={platform}
            approving={approving}
            loaded={list.rows.length}
            total={list.total}
            open={openDialog}
            end={() => setSelecting(false)}
          />
        )}
      </div>
      <DashboardList
        dashboard={dashboard}
        selection={mayApprove || isSelecting ? approving.selection : undefined}
        // 'Approve All' has the key while the list is one of what awaits approval.
        onMany={(status) => !(mayApprove && status === approved) && openDialog({ kind: 'decide', status })}
        more={more}
      />
      <ManyDecisions
        platform={platform}
        dialog={dialog}
        selected={approving.matching === 'selected' ? { list: dashboard.query } : { ids: approving.ids }}
        close={() => openDialog(undefined)}
        onChanged={() => {
          approving.selectNone()
          list.reload()
        }}
      />
    </div>
  )
}

type HeaderProps = {
  controls: ListControls
  /** The number of records; undefined until it is known. */
  count: number | undefined
  total: number
  download: FindingCalls['download']
  /** Begins to select rows; undefined while they can be selected. */
  select: (() => void) | undefined
}

// A decision changes a row; the header and the filters are not rendered again for it.
const DashboardHeader = memo(function DashboardHeader({ controls, count, total, download, select }: HeaderProps) {
  const { platform, view, change, query, columns, settings, offerUndo } = controls
  return (
    <ListHeader
      title={platform.title}
      count={count}
      size={{ now: view.size, offered: platform.pageSizes, set: (size) => change({ size }) }}
      beside={<ShownAs cards={view.cards} choose={(cards) => change({ cards })} />}
    >
      {view.notification === undefined && (
        <DateRange label={texts.reportingDate} value={view.range} onChange={(range) => change({ range })} />
      )}
      <DownloadButtons
        platform={platform}
        count={total}
        addressOf={(type) => addressOf(download, { ...query, type }).url}
      />
      <MoreActions
        platform={platform}
        count={total}
        address={addressOf(findings[platform.value].decisionSheet, query).url}
        onDecided={offerUndo}
        select={select}
      />
      {view.cards ? (
        <CardSizes size={view.cards} choose={(cards) => change({ cards })} />
      ) : (
        <TableSettingsMenu columns={columns} settings={settings} />
      )}
    </ListHeader>
  )
})

type FilterProps = { controls: ListControls; hasCounts: boolean }

const DashboardFilters = memo(function DashboardFilters({ controls, hasCounts }: FilterProps) {
  const { platform, view, change, settings, linkOf } = controls
  const counts = useFilterCounts(platform, view)
  const today = businessToday()
  const shown = visibleColumns(platform.listed, settings.now)
  const currentSearch = savedViewOf(view, shown, today)
  const openSearch = (search: Readonly<Record<string, string>>) =>
    change(({ range }) => viewOf(platform, { ...search, ...range }, today))
  const open = (saved: SavedView) => openSearch(openedSearch(knownOf(platform), saved))
  return (
    <>
      <ViewTabs
        list={platform.module}
        currentSearch={currentSearch}
        open={open}
        openAll={() => openSearch(view.size === defaultSize ? {} : { size: String(view.size) })}
      />
      <FindingFilters
        platform={platform}
        texts={view.filters}
        onFilters={(filters) => change({ filters })}
        counts={hasCounts ? counts : undefined}
      >
        <SavedViews
          list={platform.module}
          currentSearch={currentSearch}
          link={() => `${window.location.origin}${window.location.pathname}?${linkOf(shown, today)}`}
          open={open}
        />
      </FindingFilters>
    </>
  )
})

function NotificationBanner({ onLeave }: { onLeave: () => void }) {
  return (
    <Alert icon={<IconBell size={16} />} py={8} className={classes.banner}>
      <Group gap="sm" justify="space-between">
        {texts.ofNotification}
        <Button size="compact-sm" variant="default" onClick={onLeave}>
          {texts.allRecords}
        </Button>
      </Group>
    </Alert>
  )
}

type NewsProps = { platform: string; requestedAt: number; onShow: () => void }

/** Says that findings were added since the list was loaded. */
function NewFindings({ platform, requestedAt, onShow }: NewsProps) {
  if (!useNewFindings(platform, requestedAt)) return null
  return (
    <BulkBar summary={texts.newFindings}>
      <Button size="xs" variant="default" onClick={onShow}>
        {texts.showNew}
      </Button>
    </BulkBar>
  )
}
