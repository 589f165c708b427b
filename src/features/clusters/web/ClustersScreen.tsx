import { Anchor, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ScopeFilters } from '#features/brands/web/ScopeFilters.tsx'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { type Cluster, clusters } from '#features/clusters/contract.ts'
import { valueKinds } from '#features/clusters/rules.ts'
import { call } from '#kit/web/call.ts'
import { CutText, Thumbnail, thumbnailOf } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { FilterSelect } from '#kit/web/FilterSelect.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { usePages } from '#kit/web/use-pages.ts'
import { sortedByOf } from '#kit/web/view-slots.ts'
import { platforms } from '#platforms/all.ts'
import { showDay } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import { clusterName, kindNames, texts } from './texts.ts'

const columns: readonly TableColumn<Cluster>[] = [
  {
    name: 'name',
    label: 'Cluster',
    width: 260,
    grows: true,
    onCard: 'title',
    cell: (cluster) => (
      <Group gap={8} wrap="nowrap" miw={0}>
        {cluster.kind === 'picture' ? <Thumbnail source={thumbnailOf(cluster.imageUrl)} label={texts.picture} /> : null}
        <Anchor component={Link} to={`/clusters/${cluster.id}` as never} size="sm" inherit miw={0}>
          <CutText text={clusterName(cluster)} />
        </Anchor>
      </Group>
    ),
  },
  { name: 'kind', label: 'Shared', width: 110, cell: ({ kind }) => kindNames[kind] },
  {
    name: 'company',
    label: 'Company',
    width: 190,
    grows: true,
    cell: ({ company }) => <CutText text={company.name} />,
  },
  { name: 'open', label: 'Open', width: 80, align: 'right', sortable: true, cell: ({ open }) => countText(open) },
  {
    name: 'findings',
    label: 'Findings',
    width: 96,
    align: 'right',
    sortable: true,
    cell: ({ findings }) => countText(findings),
  },
  { name: 'brands', label: 'Brands', width: 84, align: 'right', sortable: true, cell: ({ brands }) => brands },
  { name: 'firstSeen', label: 'First seen', width: 110, sortable: true, cell: ({ firstSeen }) => showDay(firstSeen) },
  { name: 'lastSeen', label: 'Last seen', width: 110, sortable: true, cell: ({ lastSeen }) => showDay(lastSeen) },
]

/** What the views of the list may name. */
const views = {
  filters: ['kind', 'company', 'brand', 'platform'],
  sortedBy: sortedByOf(columns),
  choices: {
    kind: { label: 'Shared', values: valueKinds },
    platform: { label: 'Platform', values: platforms.map(({ value }) => value) },
  },
}

/** Clusters by harm: those with most open findings first. */
export function ClustersScreen() {
  const isStaff = useSession().role !== 'Client'
  const pages = usePages<Cluster>({
    name: 'clusters',
    filters: views.filters,
    load: (query, signal) => call(clusters.list, query as Parameters<typeof call<typeof clusters.list>>[1], { signal }),
  })
  const { filters } = pages.view
  return (
    <PageFrame title={texts.title} views={views}>
      <MasterTable
        label={texts.title}
        pages={pages}
        columns={columns}
        empty={<EmptyState title={texts.empty} hint={texts.emptyHint} />}
      >
        <FilterSelect
          label="Shared"
          data={valueKinds.map((value) => ({ value, label: kindNames[value] }))}
          value={filters['kind']}
          choose={(value) => pages.filter({ kind: value ?? '' })}
          width={150}
        />
        {isStaff ? <ScopeFilters filters={filters} change={pages.filter} /> : null}
      </MasterTable>
    </PageFrame>
  )
}
