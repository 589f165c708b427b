import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
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
import type { DecisionCalls, ManyDialog } from '#features/findings/web/DecideMany.tsx'
import { enforcement } from '#features/enforcement/contract.ts'
import { bulkDecisionCap } from '#features/findings/contract-schemas.ts'
import { captionOf } from '#features/findings/web/finding.ts'
import { useListSelection } from '#features/findings/web/use-list-selection.ts'
import { changePeeked } from '#features/findings/web/use-peeked-row.ts'
import type { NamedHost } from '#features/replies/contract.ts'
import type { SavedView } from '#features/views/contract.ts'
import { viewLists } from '#features/views/rules.ts'
import { openedSearch } from '#features/views/web/readable-view.ts'
import { SavedViews } from '#features/views/web/SavedViews.tsx'
import { ViewTabs } from '#features/views/web/ViewTabs.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { BulkSubject } from './BulkActions.tsx'
import type { EnforcedFinding } from './enforced-finding.ts'
import { EnforcedRows } from './EnforcedRows.tsx'
import { enforcementColumns } from './enforcement-columns.tsx'
import { enforcementCounts, knownOfEnforcement, useEnforcementFields } from './enforcement-filters.ts'
import { type EnforcementView, pageSizes, savedViewOf, searchOf, viewOf, wholeListOf } from './enforcement-view.ts'
import { texts } from './texts.ts'
import { usePageOfFindings } from './use-page-of-findings.ts'
import type { DialogSubject, Outcome } from './use-enforcement-form.ts'
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
  go: (to: (now: EnforcementView) => EnforcementView) => void
  /** How often 'Fetch Data' was clicked: the same query again reloads the list. */
  fetchCount: number
}

/** The findings of the query: searched, sorted, paged, opened to their enforcement, selected for bulk actions. */
export function EnforcementList({ platform, view, go, fetchCount }: Props) {
  const { list, count: pageCount, read } = usePageOfFindings(platform, view)
  const client = useQueryClient()
  const [dialog, setDialog] = useState<DialogSubject | BulkSubject>()
  /** The picture that is enlarged; undefined until the first one is. */
  const [viewer, setViewer] = useState<{ open: string | undefined }>()
  const openPicture = useCallback((open: string | undefined) => setViewer({ open }), [])
  const [tableSettings, setTableSettings] = useTableSettings(`enforcement.${platform.value}`)
  const selecting = useListSelection({
    rows: list.rows,
    total: list.total,
    query: wholeListOf(view),
    cap: bulkDecisionCap,
  })
  const { selection, ids, selectNone } = selecting
  const reload = list.reload
  useEffect(() => {
    if (fetchCount > 0) reload()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reloads only when the button was clicked
  }, [fetchCount])
  const isSelecting = ids.length > 0
  useEffect(() => {
    if (isSelecting) void BulkActions.preload()
  }, [isSelecting])
  const change = (part: Partial<EnforcementView>) => go((now) => ({ ...now, page: 1, peek: undefined, ...part }))
  const [many, openMany] = useState<ManyDialog>()
  const columns = useMemo(() => enforcementColumns(platform, openPicture), [platform, openPicture])
  const addTo = useCallback((row: EnforcedFinding, host?: NamedHost) => setDialog({ kind: 'one', row, host }), [])
  const chooseCards = (cards: EnforcementView['cards']) => go((now) => ({ ...now, cards }))
  const isKnown = list.state === 'ready' || list.state === 'reloading'
  const isFiltered = Object.keys(view.filters).length > 0
  const finish = ({ row, batch }: Outcome) => {
    setDialog(undefined)
    if (row) {
      list.change(row.id, () => row)
      changePeeked(client, platform, row.id, () => row)
    } else {
      selectNone()
      list.reload()
    }
    if (batch) go((now) => ({ ...now, batch }))
  }
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
            <PictureTools selection={selection} size={view.cards} choose={chooseCards} />
          ) : (
            <TableSettingsMenu columns={columns} settings={{ now: tableSettings, set: setTableSettings }} />
          )
        }
      />
      {ids.length > 1 || selecting.isAllMatching ? (
        <BulkActions
          platform={platform}
          view={view}
          selecting={selecting}
          total={list.total}
          onOpen={setDialog}
          onDecide={openMany}
        />
      ) : null}
      <EnforcedRows
        platform={platform}
        scope={view.scope}
        walk={{
          peek: { now: view.peek, set: (peek) => go((now) => ({ ...now, peek })) },
          pages: {
            page: view.page,
            count: pageCount,
            before: (view.page - 1) * view.size,
            read,
            go: (page, peek) => go((now) => ({ ...now, page, peek })),
          },
        }}
        selected={ids.length}
        onMany={(status) => openMany({ kind: 'decide', status })}
        onAdd={addTo}
        openPicture={openPicture}
        table={{
          label: `Findings to enforce, ${platform.title}`,
          list,
          cards: view.cards,
          columns,
          settings: { now: tableSettings, set: setTableSettings },
          sort: { now: view.sort, set: (sort) => change({ sort }) },
          selection,
          empty: <NoRecords list={list} onClear={isFiltered ? () => change({ filters: {} }) : undefined} />,
        }}
      />
      {many ? (
        <ManyDecisions
          platform={platform}
          dialog={many}
          selected={selecting.isAllMatching ? { calls: () => callsOn(view) } : { ids }}
          close={() => openMany(undefined)}
          onChanged={() => {
            selectNone()
            list.reload()
          }}
        />
      ) : null}
      {pageCount > 1 ? (
        <Group justify="flex-end">
          <Pager page={view.page} pages={pageCount} go={(page) => go((now) => ({ ...now, page, peek: undefined }))} />
        </Group>
      ) : null}
      {dialog ? <Dialog platform={platform} dialog={dialog} close={() => setDialog(undefined)} done={finish} /> : null}
      {viewer ? (
        <Lightbox
          pictures={list.rows.flatMap((row) =>
            row.imageUrl ? [{ id: row.id, source: row.imageUrl, caption: captionOf(platform, row) }] : [],
          )}
          open={viewer.open}
          onOpen={openPicture}
        />
      ) : null}
    </div>
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
  const views = { list: viewLists.enforcement(platform.value), currentSearch: savedViewOf(view) }
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

type DialogProps = {
  platform: FindingPlatformDefinition
  dialog: DialogSubject | BulkSubject
  close: () => void
  done: (outcome: Outcome) => void
}

function Dialog({ platform, dialog, close, done }: DialogProps) {
  return dialog.kind === 'mails' ? (
    <BulkSendDialog platform={platform} ids={dialog.ids} close={close} done={done} />
  ) : (
    <EnforcementDialog platform={platform} subject={dialog} close={close} done={done} />
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
