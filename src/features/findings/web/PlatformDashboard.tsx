import { Alert, Button, Group } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SavedViews } from '#features/views/web/SavedViews.tsx'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { addressOf } from '#kit/web/call.ts'
import { DateRange } from '#kit/web/DateRange.tsx'
import { ListHeader } from '#kit/web/ListHeader.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { visibleColumns } from '#kit/web/table-settings.ts'
import { TableSettingsMenu } from '#kit/web/TableSettingsMenu.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type FindingCalls, findings } from '#features/findings/contract.ts'
import { ApproveBar } from './ApproveBar.tsx'
import { isFiltered, linkOf, savedViewOf, viewOf } from './dashboard-view.ts'
import { DecisionMenu } from './DecisionMenu.tsx'
import { DownloadButtons } from './DownloadButtons.tsx'
import type { Finding } from './finding.ts'
import { FindingFilters, FindingTable, knownCount, NoFindings } from './FindingTable.tsx'
import classes from './PlatformDashboard.module.css'
import { Peek } from './Peek.tsx'
import type { LinkOf } from './PeekFacts.tsx'
import { texts } from './texts.ts'
import { useTriage } from './use-triage.ts'
import { type Dashboard, useDashboard, useOpenRows } from './use-dashboard.ts'
import { useNewFindings } from './use-new-findings.ts'

type Props = {
  platform: FindingPlatformDefinition
  /** The calls of a view of a platform that has its own. */
  calls?: Pick<FindingCalls, 'list' | 'download'>
  /** What such a view adds to an opened row. */
  more?: (row: Finding) => ReactNode
}

/** Values that lead to all findings that share them. */
const linkedNames: readonly string[] = ['site', 'platform', 'store', 'tld', 'reasonCode']

/** The dashboard of a platform, built from its definition: filters, list, details, comments, approval, downloads. */
export function PlatformDashboard({ platform, calls = findings[platform.value], more }: Props) {
  const dashboard = useDashboard(platform, calls)
  const { view, change, list, approving, mayApprove } = dashboard
  const opened = useOpenRows(dashboard)
  const triage = useTriage(platform, {
    list,
    peek: { now: view.peek, set: (peek) => change({ peek }) },
    selected: approving.ids.length,
  })
  const linkTo: LinkOf = (name, value) =>
    value !== '' && linkedNames.includes(name) && platform.filteredBy.includes(name)
      ? `?${new URLSearchParams({ [name]: value, ...view.range }).toString()}`
      : undefined
  const filtered = isFiltered(platform, view)
  return (
    <div className={classes.screen}>
      <DashboardHeader dashboard={dashboard} download={calls.download} />
      {view.notification === undefined ? (
        <DashboardFilters dashboard={dashboard} />
      ) : (
        <NotificationBanner onLeave={dashboard.leaveNotification} />
      )}
      <NewFindings platform={platform.value} onShow={list.reload} />
      <div className={classes.approve}>
        <ApproveBar approving={approving} loaded={list.rows.length} total={list.total} open={mayApprove} />
      </div>
      <div className={classes.list}>
        <FindingTable
          label={texts.tableOf(platform.title)}
          table={dashboard.table}
          settings={dashboard.settings}
          sort={{ now: view.sort, set: (sort) => change({ sort }) }}
          selection={mayApprove ? approving.selection : undefined}
          opened={opened}
          beside={triage.beside}
          more={{ below: more }}
          empty={
            <NoFindings
              list={list}
              title={texts.nothing(platform.title)}
              hint={view.notification ? texts.nothingOfNotification : texts.nothingHint(view.range, filtered)}
              onClear={filtered ? () => change({ filters: {} }) : undefined}
            />
          }
        />
        <Peek
          platform={platform}
          triage={triage}
          linkOf={linkTo}
          openPicture={dashboard.table.openPicture}
          more={more}
        />
      </div>
    </div>
  )
}

function DashboardHeader({ dashboard, download }: { dashboard: Dashboard; download: FindingCalls['download'] }) {
  const { platform, view, change, list, query } = dashboard
  return (
    <ListHeader
      title={platform.title}
      count={knownCount(list)}
      size={{ now: view.size, offered: platform.pageSizes, set: (size) => change({ size }) }}
    >
      {view.notification === undefined && (
        <DateRange label={texts.reportingDate} value={view.range} onChange={(range) => change({ range })} />
      )}
      <DownloadButtons
        platform={platform}
        count={list.total}
        addressOf={(type) => addressOf(download, { ...query, type }).url}
      />
      {platform.abilities.includes('approve') && (
        <DecisionMenu
          platform={platform}
          count={list.total}
          address={addressOf(findings[platform.value].decisionSheet, query).url}
          onDecided={dashboard.approving.offerUndo}
        />
      )}
      <TableSettingsMenu columns={dashboard.table.columns} settings={dashboard.settings} />
    </ListHeader>
  )
}

function DashboardFilters({ dashboard: { platform, view, change, settings } }: { dashboard: Dashboard }) {
  const today = businessToday()
  const shown = visibleColumns(platform.listed, settings.now)
  return (
    <FindingFilters platform={platform} texts={view.filters} onFilters={(filters) => change({ filters })}>
      <SavedViews
        list={platform.module}
        currentSearch={savedViewOf(view, shown, today)}
        link={() => `${window.location.origin}${window.location.pathname}?${linkOf(view, shown, today)}`}
        open={(search) => change(viewOf(platform, { ...search, ...view.range }, today))}
      />
    </FindingFilters>
  )
}

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

/** Says that findings were added since the list was loaded. */
function NewFindings({ platform, onShow }: { platform: string; onShow: () => void }) {
  const [hasNewFindings, markSeen] = useNewFindings(platform)
  if (!hasNewFindings) return null
  const show = () => {
    markSeen()
    onShow()
  }
  return (
    <BulkBar summary={texts.newFindings}>
      <Button size="xs" variant="default" onClick={show}>
        {texts.showNew}
      </Button>
    </BulkBar>
  )
}
