import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useMemo } from 'react'
import { call } from '#kit/web/call.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { FilterBar } from '#kit/web/FilterBar.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { ListHeader } from '#kit/web/ListHeader.tsx'
import { Pager } from '#kit/web/Pager.tsx'
import type { List } from '#kit/web/use-list.ts'
import { useTableSettings } from '#kit/web/table-settings.ts'
import { TableSettingsMenu } from '#kit/web/TableSettingsMenu.tsx'
import type { DecisionCalls } from '#features/findings/web/DecideMany.tsx'
import { enforcement } from '#features/enforcement/contract.ts'
import { captionOf } from '#features/findings/web/finding.ts'
import type { SavedView } from '#features/views/contract.ts'
import { enforcementViews } from '#features/views/rules.ts'
import { openedSearch } from '#features/views/web/readable-view.ts'
import { SavedViews } from '#features/views/web/SavedViews.tsx'
import { ViewTabs } from '#features/views/web/ViewTabs.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'
import { EnforcedRows } from './EnforcedRows.tsx'
import { enforcementColumns } from './enforcement-columns.tsx'
import { enforcementCounts, knownOfEnforcement, useEnforcementFields } from './enforcement-filters.ts'
import {
  type EnforcementView,
  type GoTo,
  pageSizes,
  savedViewOf,
  searchOf,
  viewOf,
  wholeListOf,
} from './enforcement-view.ts'
import { texts } from './texts.ts'
import { type EnforcementListState, useEnforcementList } from './use-enforcement-list.ts'
import classes from './Enforcement.module.css'

const BulkSendDialog = lazyPart(() => import('./BulkSendDialog.tsx').then((module) => module.BulkSendDialog))
const EnforcementDialog = lazyPart(() => import('./EnforcementDialog.tsx').then((module) => module.EnforcementDialog))

// The same switch as on the dashboards; the screen is read before it is there.
const ShownAs = lazyPart(() => import('#features/findings/web/ShownAs.tsx').then((module) => module.ShownAs))
const Lightbox = lazyPart(() => import('#kit/web/Lightbox.tsx').then((module) => module.Lightbox))
const PictureTools = lazyPart(() => import('./PictureTools.tsx').then((module) => module.PictureTools))
// They come with the first selected row, and are shown with the second.
const BulkActions = lazyPart(() => import('./BulkActions.tsx').then((module) => module.BulkActions))
const ManyDecisions = lazyPart(() =>
  import('#features/findings/web/DecideMany.tsx').then((module) => module.ManyDecisions),
)

type Props = {
  platform: FindingPlatformDefinition
  view: EnforcementView
  /** Goes to the view that follows from the one in the address, which may be newer than `view`. */
  go: GoTo
  /** How often 'Fetch Data' was clicked: the same query again reloads the list. */
  fetchCount: number
}

/** The findings of the query: searched, sorted, paged, opened to their enforcement, selected for bulk actions. */
export function EnforcementList({ platform, view, go, fetchCount }: Props) {
  const state = useEnforcementList(platform, view, go, fetchCount)
  const { list, pageCount, selecting, dialogs } = state
  const { selection, ids } = selecting
  const [tableSettings, setTableSettings] = useTableSettings(`enforcement.${platform.value}`)
  const columns = useMemo(() => enforcementColumns(platform, dialogs.openPicture), [platform, dialogs.openPicture])
  const isSelecting = ids.length > 0
  useEffect(() => {
    if (isSelecting) void BulkActions.preload()
  }, [isSelecting])
  const change = (part: Partial<EnforcementView>) => go((now) => ({ ...now, page: 1, peek: undefined, ...part }))
  const isKnown = list.state === 'ready' || list.state === 'reloading'
  const isFiltered = Object.keys(view.filters).length > 0
  const settings = { now: tableSettings, set: setTableSettings }
  return (
    <div className={classes['list']}>
      <Head
        platform={platform}
        view={view}
        go={go}
        change={change}
        count={isKnown ? list.total : undefined}
        tools={
          view.cards ? (
            <PictureTools
              selection={selection}
              size={view.cards}
              choose={(cards) => go((now) => ({ ...now, cards }))}
            />
          ) : (
            <TableSettingsMenu columns={columns} settings={settings} />
          )
        }
      />
      {ids.length > 1 || selecting.isAllMatching ? (
        <BulkActions
          platform={platform}
          view={view}
          selecting={selecting}
          rows={list.rows}
          total={list.total}
          onOpen={dialogs.open}
          onDecide={dialogs.decideMany}
        />
      ) : null}
      <EnforcedRows
        platform={platform}
        scope={view.scope}
        walk={state.walk}
        selected={ids.length}
        onMany={(status) => dialogs.decideMany({ kind: 'decide', status })}
        onAdd={dialogs.addTo}
        openPicture={dialogs.openPicture}
        table={{
          label: `Findings to enforce, ${platform.title}`,
          list,
          cards: view.cards,
          columns,
          settings,
          sort: { now: view.sort, set: (sort) => change({ sort }) },
          selection,
          empty: <NoRecords list={list} onClear={isFiltered ? () => change({ filters: {} }) : undefined} />,
          children:
            pageCount > 1 ? (
              <Pager
                page={view.page}
                pages={pageCount}
                go={(page) => go((now) => ({ ...now, page, peek: undefined }))}
              />
            ) : null,
        }}
      />
      <Dialogs platform={platform} view={view} state={state} />
    </div>
  )
}

type DialogsProps = Pick<Props, 'platform' | 'view'> & { state: EnforcementListState }

/** What is open above the list: a decision on many, adding to one or many, an enlarged picture. */
function Dialogs({ platform, view, state: { list, selecting, dialogs, finish, reloadAll } }: DialogsProps) {
  const { many, dialog, viewer } = dialogs
  return (
    <>
      {many ? (
        <ManyDecisions
          platform={platform}
          dialog={many}
          selected={selecting.isAllMatching ? { calls: () => callsOn(view) } : { ids: selecting.ids }}
          close={() => dialogs.decideMany(undefined)}
          onChanged={reloadAll}
        />
      ) : null}
      {dialog?.kind === 'mails' ? (
        <BulkSendDialog platform={platform} ids={dialog.ids} close={dialogs.close} done={finish} />
      ) : null}
      {dialog && dialog.kind !== 'mails' ? (
        <EnforcementDialog platform={platform} subject={dialog} close={dialogs.close} done={finish} />
      ) : null}
      {viewer ? (
        <Lightbox
          pictures={list.rows.flatMap((row) =>
            row.imageUrl ? [{ id: row.id, source: row.imageUrl, caption: captionOf(platform, row) }] : [],
          )}
          open={viewer.open}
          onOpen={dialogs.openPicture}
        />
      ) : null}
    </>
  )
}

type HeadProps = Pick<Props, 'platform' | 'view' | 'go'> & {
  /** Changes the view and shows its first page. */
  change: (part: Partial<EnforcementView>) => void
  count: number | undefined
  /** Beside the switch between table and pictures. */
  tools: ReactNode
}

/** Title, number of findings, saved views and filters. */
function Head({ platform, view, go, change, count, tools }: HeadProps) {
  const fields = useEnforcementFields(platform, view)
  const views = { list: enforcementViews(platform.value), currentSearch: savedViewOf(view) }
  const open = (saved: SavedView) =>
    go(({ scope }) => ({ ...viewOf(openedSearch(knownOfEnforcement(platform), saved)), scope }))
  return (
    <>
      <ListHeader
        title={platform.title}
        level={2}
        count={count}
        size={{ now: view.size, offered: pageSizes, set: (size) => change({ size }) }}
        beside={<ShownAs cards={view.cards} choose={(cards) => go((now) => ({ ...now, cards }))} />}
      >
        {tools}
      </ListHeader>
      <ViewTabs
        {...views}
        open={open}
        openAll={() => go(({ scope, size, cards }) => ({ ...viewOf({}), scope, size, cards }))}
      />
      <FilterBar
        fields={fields}
        texts={view.filters}
        searchBy={platform.identity}
        onFilters={(filters) => change({ filters })}
        counts={enforcementCounts(view)}
      >
        <SavedViews
          {...views}
          link={() => `${window.location.origin}${window.location.pathname}?${linkText(view)}`}
          open={open}
        />
      </FilterBar>
    </>
  )
}

/** Decides on everything that the list matches, on all of its pages. */
function callsOn(view: EnforcementView): DecisionCalls {
  const list = wholeListOf(view)
  return {
    preview: (move, signal) => call(enforcement.previewDecision, { ...move, list }, { signal }),
    start: (move) => call(enforcement.startDecision, { ...move, list }),
  }
}

/** The address that shows somebody else the same list, of the same company and brand. */
const linkText = (view: EnforcementView): string =>
  new URLSearchParams(searchOf({ ...view, page: 1, peek: undefined })).toString()

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
