import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ScopeFilters } from '#features/brands/web/ScopeFilters.tsx'
import { useSelection } from '#features/enforcement/web/use-selection.ts'
import { type Proposal, revisits } from '#features/revisits/contract.ts'
import { messages } from '#features/revisits/messages.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { call } from '#kit/web/call.ts'
import { CutText, StatusMark } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { Segments } from '#kit/web/Segments.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { useKey } from '#kit/web/use-key.ts'
import { usePages } from '#kit/web/use-pages.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { showDayOf } from '#vocabulary/dates.ts'
import { OutcomeMark } from './OutcomeMark.tsx'
import { texts } from './texts.ts'
import { titles } from './titles.ts'
import { Evidence } from './VisitsTable.tsx'
import { VisitsOfFinding } from './VisitsOfFinding.tsx'

/** What the address filters, and the views of the list may name. */
const views = {
  filters: ['kind', 'company', 'brand', 'platform'],
  sortedBy: [],
  choices: {
    kind: { label: 'Proposal', values: ['success', 'reopen'] },
    platform: { label: 'Platform', values: platforms.map(({ value }) => value) },
  },
}
const none = { success: 0, reopen: 0 }

/** Proposals of re-visits, for a person to accept or dismiss, one or a page of them. */
export function ProposalsScreen() {
  const [counts, setCounts] = useState(none)
  const pages = usePages<Proposal>({
    name: 'proposals',
    filters: views.filters,
    load: async (query, signal) => {
      const found = await call(revisits.proposals, query as Parameters<typeof call<typeof revisits.proposals>>[1], {
        signal,
      })
      setCounts(found.counts)
      return found
    },
  })
  const { selection, ids, selectNone } = useSelection(pages.rows)
  const { decide, isBusy } = useDecide(selectNone)
  const canDecide = ids.length > 0 && !isBusy
  useKey('a', canDecide ? () => decide({ ids, accept: true }) : undefined)
  useKey('d', canDecide ? () => decide({ ids, accept: false }) : undefined)
  const columns = useColumns()
  const { filters } = pages.view
  return (
    <PageFrame title={titles.proposals} views={views}>
      <MasterTable
        label={titles.proposals}
        pages={pages}
        columns={columns}
        selection={{ ...selection, disabled: isBusy }}
        details={(row) => (
          <>
            <Evidence visit={row.visit} />
            <VisitsOfFinding row={{ id: row.findingId }} />
          </>
        )}
        empty={<EmptyState title={texts.none} hint={texts.noneHint} />}
      >
        <KindChoice kind={filters['kind'] ?? ''} counts={counts} choose={(kind) => pages.filter({ kind })} />
        <ScopeFilters filters={filters} change={pages.filter} />
        {ids.length > 0 ? (
          <SelectedBar
            count={ids.length}
            isBusy={isBusy}
            decide={(accept) => decide({ ids, accept })}
            selectNone={selectNone}
          />
        ) : null}
      </MasterTable>
    </PageFrame>
  )
}

type KindChoiceProps = { kind: string; counts: typeof none; choose: (kind: string) => void }

/** All proposals, or those of one kind, with how many there are. */
function KindChoice({ kind, counts, choose }: KindChoiceProps) {
  return (
    <Segments
      label="Kind"
      choices={[
        { value: '', label: texts.allKinds },
        { value: 'success', label: texts.ofKind.success(counts.success) },
        { value: 'reopen', label: texts.ofKind.reopen(counts.reopen) },
      ]}
      value={kind}
      onChange={choose}
    />
  )
}

type SelectedBarProps = {
  count: number
  isBusy: boolean
  decide: (accept: boolean) => void
  selectNone: () => void
}

function SelectedBar({ count, isBusy, decide, selectNone }: SelectedBarProps) {
  return (
    <BulkBar summary={texts.selected(count)} onClear={selectNone}>
      <Group gap={6}>
        <Button size="compact-sm" loading={isBusy} onClick={() => decide(true)}>
          {texts.accept}
        </Button>
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => decide(false)}>
          {texts.dismiss}
        </Button>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {texts.keys}
        </Text>
      </Group>
    </BulkBar>
  )
}

type Decision = { ids: readonly string[]; accept: boolean }

function useDecide(done: () => void) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ ids, accept }: Decision) => call(revisits.decide, { ids: [...ids], accept }),
    onSuccess: ({ message }) => {
      done()
      toastSuccess(message)
    },
    onError: (error) => toastError(sentenceOf(error)),
    // A proposal that somebody else decided disappears, and the rest can be tried again.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['pages', 'proposals'] }),
        queries.invalidateQueries({ queryKey: ['revisits'] }),
      ]),
  })
  return { decide: mutate, isBusy: isPending }
}

function useColumns(): readonly TableColumn<Proposal>[] {
  const { businessZone } = useSettings()
  return [
    { name: 'kind', label: 'Proposal', width: 84, cell: ({ kind }) => messages.kind[kind] },
    {
      name: 'address',
      label: 'Address',
      width: 140,
      grows: true,
      onCard: 'title',
      cell: ({ visit }) => <SuspiciousLink isShort address={visit.address} />,
    },
    { name: 'outcome', label: 'Last visit', width: 112, cell: ({ visit }) => <OutcomeMark visit={visit} /> },
    { name: 'streak', label: 'Consecutive checks', width: 128, align: 'right', cell: ({ streak }) => streak },
    { name: 'since', label: 'Since', width: 98, cell: ({ since }) => showDayOf(since, businessZone) },
    {
      name: 'change',
      label: 'Status',
      width: 210,
      onCard: 'wide',
      cell: ({ from, to }) => (
        <Group gap={6} wrap="nowrap">
          <StatusMark code={from} />
          <span aria-label="to">→</span>
          <StatusMark code={to} />
        </Group>
      ),
    },
    {
      name: 'platform',
      label: 'Platform',
      width: 100,
      cell: ({ platform }) => platformOf(platform)?.title ?? platform,
    },
    { name: 'brand', label: 'Brand', width: 96, cell: ({ brand }) => <CutText text={brand} /> },
    { name: 'company', label: 'Company', width: 108, cell: ({ company }) => <CutText text={company} /> },
  ]
}
