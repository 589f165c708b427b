import { Button, Group } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { FilterBar } from '#kit/web/FilterBar.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Lightbox } from '#kit/web/Lightbox.tsx'
import { ListHeader } from '#kit/web/ListHeader.tsx'
import { Pager } from '#kit/web/Pager.tsx'
import type { List } from '#kit/web/use-list.ts'
import { useTableSettings } from '#kit/web/table-settings.ts'
import { TableSettingsMenu } from '#kit/web/TableSettingsMenu.tsx'
import { DecideMenu, ManyDecisions, type ManyDialog } from '#features/findings/web/DecideMany.tsx'
import { captionOf, type Finding } from '#features/findings/web/finding.ts'
import { useFreshRows } from '#features/findings/web/use-fresh-rows.ts'
import type { SavedView } from '#features/views/contract.ts'
import { viewLists } from '#features/views/rules.ts'
import { openedSearch } from '#features/views/web/readable-view.ts'
import { SavedViews } from '#features/views/web/SavedViews.tsx'
import { ViewTabs } from '#features/views/web/ViewTabs.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'
import { EnforcedRows } from './EnforcedRows.tsx'
import { enforcementColumns } from './enforcement-columns.tsx'
import { enforcementCounts, knownOfEnforcement, useEnforcementFields } from './enforcement-filters.ts'
import { type EnforcementView, pageSizes, savedViewOf, searchOf, viewOf } from './enforcement-view.ts'
import { selectionTools } from './slots.ts'
import { texts } from './texts.ts'
import { usePageOfFindings } from './use-page-of-findings.ts'
import { useSelection } from './use-selection.ts'
import type { DialogSubject, Outcome } from './use-enforcement-form.ts'
import classes from './Enforcement.module.css'

const BulkSendDialog = lazyPart(() => import('./BulkSendDialog.tsx').then((module) => module.BulkSendDialog))
const EnforcementDialog = lazyPart(() => import('./EnforcementDialog.tsx').then((module) => module.EnforcementDialog))

/** Notices for several findings. */
type BulkSubject = { kind: 'mails'; ids: readonly string[] }

type Props = {
  platform: FindingPlatformDefinition
  view: EnforcementView
  /** Goes to the view that follows from the one in the address, which may be newer than `view`. */
  go: (to: (now: EnforcementView) => EnforcementView) => void
  /** How often 'Fetch Data' was clicked: the same query again reloads the list. */
  fetchCount: number
}

/** The findings of the query: searched, sorted, paged, opened to their enforcement, selected for bulk actions. */
export function EnforcementList({ platform, view, go, fetchCount }: Props) {
  const { list, pages } = usePageOfFindings(platform, view)
  const [dialog, setDialog] = useState<DialogSubject | BulkSubject>()
  const [picture, setPicture] = useState<string>()
  const [tableSettings, setTableSettings] = useTableSettings(`enforcement.${platform.value}`)
  const { selection, ids, selectNone } = useSelection(list.rows)
  const reload = list.reload
  useEffect(() => {
    if (fetchCount > 0) reload()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reloads only when the button was clicked
  }, [fetchCount])
  const change = (part: Partial<EnforcementView>) => go((now) => ({ ...now, page: 1, peek: undefined, ...part }))
  const open = (saved: SavedView) =>
    go(({ scope }) => ({ ...viewOf(openedSearch(knownOfEnforcement(platform), saved)), scope }))
  const [many, openMany] = useState<ManyDialog>()
  // Live changes touch the fields of a finding only; its enforcement records stay.
  useFreshRows(platform.value, list as unknown as List<Finding>)
  const columns = useMemo(() => enforcementColumns(platform, setPicture), [platform])
  const addTo = useCallback((row: EnforcedFinding) => setDialog({ kind: 'one', row }), [])
  const fields = useEnforcementFields(platform, view)
  const isKnown = list.state === 'ready' || list.state === 'reloading'
  const isFiltered = Object.keys(view.filters).length > 0
  const finish = ({ row, batch }: Outcome) => {
    setDialog(undefined)
    if (row) list.change(row.id, () => row)
    else {
      selectNone()
      list.reload()
    }
    if (batch) go((now) => ({ ...now, batch }))
  }
  return (
    <div className={classes['list']}>
      <ListHeader
        title={platform.title}
        level={2}
        count={isKnown ? list.total : undefined}
        size={{ now: view.size, offered: pageSizes, set: (size) => change({ size }) }}
      >
        <TableSettingsMenu columns={columns} settings={{ now: tableSettings, set: setTableSettings }} />
      </ListHeader>
      <ViewTabs
        list={viewLists.enforcement(platform.value)}
        currentSearch={savedViewOf(view)}
        open={open}
        openAll={() => go(({ scope, size }) => ({ ...viewOf({}), scope, size }))}
      />
      <FilterBar
        fields={fields}
        texts={view.filters}
        searchBy={platform.identity}
        onFilters={(filters) => change({ filters })}
        counts={enforcementCounts(view)}
      >
        <SavedViews
          list={viewLists.enforcement(platform.value)}
          currentSearch={savedViewOf(view)}
          link={() => `${window.location.origin}${window.location.pathname}?${linkText(view)}`}
          open={open}
        />
      </FilterBar>
      {ids.length > 1 ? (
        <BulkActions
          platform={platform}
          view={view}
          ids={ids}
          onClear={selectNone}
          onOpen={setDialog}
          onDecide={openMany}
        />
      ) : null}
      <EnforcedRows
        platform={platform}
        scope={view.scope}
        peek={{ now: view.peek, set: (peek) => go((now) => ({ ...now, peek })) }}
        selected={ids.length}
        onMany={(status) => openMany({ kind: 'decide', status })}
        onAdd={addTo}
        openPicture={setPicture}
        table={{
          label: `Findings to enforce, ${platform.title}`,
          list,
          columns,
          settings: { now: tableSettings, set: setTableSettings },
          sort: { now: view.sort, set: (sort) => change({ sort }) },
          selection,
          empty: <NoRecords list={list} onClear={isFiltered ? () => change({ filters: {} }) : undefined} />,
        }}
      />
      <ManyDecisions
        platform={platform}
        dialog={many}
        selected={{ ids }}
        close={() => openMany(undefined)}
        onChanged={() => {
          selectNone()
          list.reload()
        }}
      />
      {pages > 1 ? (
        <Group justify="flex-end">
          <Pager page={view.page} pages={pages} go={(page) => go((now) => ({ ...now, page }))} />
        </Group>
      ) : null}
      {dialog?.kind === 'mails' ? (
        <BulkSendDialog platform={platform} ids={dialog.ids} close={() => setDialog(undefined)} done={finish} />
      ) : dialog ? (
        <EnforcementDialog platform={platform} subject={dialog} close={() => setDialog(undefined)} done={finish} />
      ) : null}
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

/** The address that shows somebody else the same list, of the same company and brand. */
const linkText = (view: EnforcementView): string =>
  new URLSearchParams(searchOf({ ...view, page: 1, peek: undefined })).toString()

type BulkProps = Pick<Props, 'platform' | 'view'> & {
  ids: readonly string[]
  onClear: () => void
  onOpen: (subject: DialogSubject | BulkSubject) => void
  onDecide: (dialog: ManyDialog) => void
}

function BulkActions({ platform, view, ids, onClear, onOpen, onDecide }: BulkProps) {
  const mayMail = platform.abilities.includes('mail') && view.scope.companyId && view.scope.brandId
  return (
    <BulkBar summary={texts.selected(ids.length)} onClear={onClear}>
      <Button size="compact-sm" variant="default" onClick={() => onOpen({ kind: 'many', ids })}>
        {texts.bulk}
      </Button>
      {mayMail ? (
        <Button size="compact-sm" variant="default" onClick={() => onOpen({ kind: 'mails', ids })}>
          {texts.bulkMail}
        </Button>
      ) : null}
      <DecideMenu platform={platform} count={ids.length} open={onDecide} />
      <selectionTools.Outlet platform={platform} ids={ids} />
    </BulkBar>
  )
}

function NoRecords({ list, onClear }: { list: List<EnforcedFinding>; onClear: (() => void) | undefined }) {
  if (list.state === 'failed') return <ErrorState error={list.error} retry={list.reload} />
  return (
    <EmptyState title={texts.noRecords} hint={texts.noRecordsHint}>
      {onClear ? (
        <Button size="xs" variant="default" onClick={onClear}>
          Clear searches
        </Button>
      ) : null}
    </EmptyState>
  )
}
