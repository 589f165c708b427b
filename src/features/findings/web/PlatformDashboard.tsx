import { Alert, Button, Group } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useScope, useSession } from '#features/sessions/web/session-context.tsx'
import { SavedViews } from '#features/views/web/SavedViews.tsx'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { addressOf, call } from '#kit/web/call.ts'
import { DateRange } from '#kit/web/DateRange.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { FilterBar } from '#kit/web/FilterBar.tsx'
import { Lightbox } from '#kit/web/Lightbox.tsx'
import { ListHeader } from '#kit/web/ListHeader.tsx'
import { TableSettingsMenu } from '#kit/web/TableSettingsMenu.tsx'
import { RecordTable } from '#kit/web/RecordTable.tsx'
import { withFilter } from '#kit/web/page-view.ts'
import { businessToday } from '#kit/web/settings.ts'
import { withOnlyColumns, visibleColumns, type TableSettings, useTableSettings } from '#kit/web/table-settings.ts'
import { useList } from '#kit/web/use-list.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { awaitingApproval } from '#vocabulary/statuses.ts'
import { type FindingCalls, findings } from '#features/findings/contract.ts'
import { ApproveBar } from './ApproveBar.tsx'
import { DecisionMenu } from './DecisionMenu.tsx'
import { DownloadButtons } from './DownloadButtons.tsx'
import { captionOf, type Finding } from './finding.ts'
import { findingColumns } from './finding-columns.tsx'
import { FindingDetails } from './FindingDetails.tsx'
import { queryOf, filterFieldsOf, searchFieldOf } from './platform-filters.ts'
import classes from './PlatformDashboard.module.css'
import { texts } from './texts.ts'
import { useApproving } from './use-approving.ts'
import { useLostAccess } from './use-lost-access.ts'
import { useNewFindings } from './use-new-findings.ts'
import { useFacets } from './use-facets.ts'
import { useDashboardView } from './use-dashboard-view.ts'
import { isFiltered, savedViewOf, linkOf, viewOf } from './dashboard-view.ts'

type Props = {
  platform: FindingPlatformDefinition
  /** The calls of a view of a platform that has its own. */
  calls?: Pick<FindingCalls, 'list' | 'download'>
  /** What such a view adds to an opened row. */
  more?: (row: Finding) => ReactNode
}

/** The dashboard of a platform, built from its definition: filters, list, details, comments, approval, downloads. */
export function PlatformDashboard({ platform, calls = findings[platform.value], more }: Props) {
  const { user } = useSession()
  const scope = useScope()
  const [view, change, leaveNotification] = useDashboardView(platform)
  const [ownSettings, setOwnSettings] = useTableSettings(user?.id ?? '', platform.module)
  const tableSettings = {
    now: withOnlyColumns(ownSettings, platform.listed, view.columns),
    set: (next: TableSettings) => {
      setOwnSettings(next)
      // Arranging the columns replaces those of the address.
      if (view.columns) change({ columns: undefined })
    },
  }
  const [picture, setPicture] = useState<string>()
  const drafts = useRef(new Map<string, string>())

  const query = { ...queryOf(platform, view), ...scope.query }
  const list = useList<Finding>({
    name: [platform.module, query],
    size: view.size,
    growth: platform.scrolling,
    load: ({ page, perPage }, signal) =>
      call(
        calls.list,
        { ...query, page: String(page), perPage: String(perPage), dropdownCount: String(perPage) },
        { signal },
      ),
  })
  const facets = useFacets(platform)
  const approving = useApproving(platform, { rows: list.rows, total: list.total, query }, list.reload)
  const mayApprove = view.filters['status'] === awaitingApproval && view.notification === undefined
  const columns = findingColumns(platform, {
    openPicture: setPicture,
    onStatus: (row, status) => list.change(row.id, (old) => ({ ...old, status })),
    onStale: list.reload,
  })
  const [hasNewFindings, markSeen] = useNewFindings(platform.value)
  const openIds = view.open?.join(',') ?? ''
  const opened = useMemo(() => new Set(openIds === '' ? [] : openIds.split(',')), [openIds])
  const today = businessToday()
  const shown = visibleColumns(platform.listed, tableSettings.now)
  const filtered = isFiltered(platform, view)
  const isKnown = list.state === 'ready' || list.state === 'reloading'
  useLostAccess(list)

  return (
    <div className={classes.screen}>
      <ListHeader
        title={platform.title}
        count={isKnown || list.rows.length > 0 ? list.total : undefined}
        size={{ now: view.size, offered: platform.pageSizes, set: (size) => change({ size }) }}
      >
        {view.notification === undefined && (
          <DateRange label={texts.reportingDate} value={view.range} onChange={(range) => change({ range })} />
        )}
        <DownloadButtons
          platform={platform}
          count={list.total}
          addressOf={(type) => addressOf(calls.download, { ...query, type }).url}
        />
        {platform.abilities.includes('approve') && (
          <DecisionMenu
            platform={platform}
            count={list.total}
            address={addressOf(findings[platform.value].decisionSheet, query).url}
            onDecided={approving.offerUndo}
          />
        )}
        <TableSettingsMenu columns={columns} settings={tableSettings} />
      </ListHeader>
      {view.notification === undefined ? (
        <FilterBar
          fields={filterFieldsOf(platform, facets)}
          texts={view.filters}
          searchBy={searchFieldOf(platform)}
          onFilter={(name, text) => change({ filters: withFilter(view.filters, name, text) })}
          onClear={() => change({ filters: {} })}
        >
          <SavedViews
            list={platform.module}
            currentSearch={savedViewOf(view, shown, today)}
            link={() => `${window.location.origin}${window.location.pathname}?${linkOf(view, shown, today)}`}
            open={(search) => change(viewOf(platform, { ...search, ...view.range }, today))}
          />
        </FilterBar>
      ) : (
        <Alert icon={<IconBell size={16} />} py={8} className={classes.banner}>
          <Group gap="sm" justify="space-between">
            {texts.ofNotification}
            <Button size="compact-sm" variant="default" onClick={leaveNotification}>
              {texts.allRecords}
            </Button>
          </Group>
        </Alert>
      )}
      {hasNewFindings && (
        <BulkBar summary={texts.newFindings}>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              markSeen()
              list.reload()
            }}
          >
            {texts.showNew}
          </Button>
        </BulkBar>
      )}
      <ApproveBar approving={approving} loaded={list.rows.length} total={list.total} open={mayApprove} />
      <RecordTable
        label={texts.tableOf(platform.title)}
        list={list}
        columns={columns}
        settings={tableSettings}
        sort={{ now: view.sort, set: (sort) => change({ sort }) }}
        selection={mayApprove ? approving.selection : undefined}
        opened={{ now: opened, set: (open) => change({ open: [...open] }) }}
        details={(row) => (
          <FindingDetails
            platform={platform}
            row={row}
            drafts={drafts.current}
            openPicture={() => setPicture(row.id)}
            onComment={(clientComment) => list.change(row.id, (old) => ({ ...old, clientComment }))}
          >
            {more?.(row)}
          </FindingDetails>
        )}
        empty={
          list.state === 'failed' ? (
            <ErrorState error={list.error} retry={list.reload} />
          ) : (
            <EmptyState
              title={texts.nothing(platform.title)}
              hint={view.notification ? texts.nothingOfNotification : texts.nothingHint(view.range, filtered)}
            >
              {filtered && (
                <Button size="xs" variant="default" onClick={() => change({ filters: {} })}>
                  {texts.clearFilters}
                </Button>
              )}
            </EmptyState>
          )
        }
      />
      <Lightbox
        pictures={list.rows.flatMap((row) =>
          row.imageUrl ? [{ id: row.id, source: row.imageUrl, caption: captionOf(platform, row) }] : [],
        )}
        open={picture}
        onOpen={setPicture}
      />
    </div>
  )
}
