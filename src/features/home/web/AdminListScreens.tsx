import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FailedJob, home, type HomeCompany } from '#features/home/contract.ts'
import { companyLists } from '#features/home/rules.ts'
import { call } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { useSettings } from '#kit/web/settings.ts'
import { usePages } from '#kit/web/use-pages.ts'
import { useTitle } from '#kit/web/use-title.ts'
import { showDay, showMoment } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import { texts } from './texts.ts'

/** Companies without data of this week or without a signer of notices, as the address says. */
export function CompanyListScreen() {
  const pages = usePages<HomeCompany>({
    name: 'home-companies',
    filters: ['of'],
    subject: ['of'],
    load: ({ page, perPage, of }, signal) =>
      call(home.companies, { page, perPage, of: companyLists.find((one) => one === of) ?? 'without-data' }, { signal }),
  })
  const of = companyLists.find((one) => one === pages.view.filters['of']) ?? 'without-data'
  useTitle(texts.lists[of])
  return (
    <PageFrame title={texts.lists[of]}>
      <MasterTable
        label={texts.lists[of]}
        pages={pages}
        columns={companyColumns}
        hasSearch={false}
        empty={<EmptyState title={texts.none[of]} />}
      />
    </PageFrame>
  )
}

const companyColumns: readonly TableColumn<HomeCompany>[] = [
  {
    name: 'name',
    label: texts.columns.company,
    width: 220,
    grows: true,
    onCard: 'title',
    cell: ({ name }) => (
      <Anchor component={Link} to={`/companies?${new URLSearchParams({ search: name }).toString()}`} size="sm" inherit>
        <CutText text={name} />
      </Anchor>
    ),
  },
  {
    name: 'newest',
    label: texts.columns.newest,
    width: 140,
    cell: ({ newest }) => (newest ? showDay(newest) : texts.never),
  },
  {
    name: 'approved',
    label: texts.columns.approved,
    width: 170,
    align: 'right',
    cell: ({ approved }) => countText(approved),
  },
]

/** Jobs that failed for good. */
export function FailedJobsScreen() {
  const { businessZone: zone } = useSettings()
  const pages = usePages<FailedJob>({
    name: 'home-failed-jobs',
    load: ({ page, perPage }, signal) => call(home.failedJobs, { page, perPage }, { signal }),
  })
  const columns: readonly TableColumn<FailedJob>[] = [
    {
      name: 'name',
      label: texts.columns.job,
      width: 220,
      onCard: 'title',
      cell: ({ name }) => <CutText text={name} />,
    },
    {
      name: 'at',
      label: texts.columns.failedAt,
      width: 170,
      cell: ({ at }) => showMoment(at, zone),
    },
    {
      name: 'problem',
      label: texts.columns.problem,
      width: 240,
      grows: true,
      onCard: 'wide',
      cell: ({ problem }) => <CutText text={problem} />,
    },
  ]
  return (
    <PageFrame title={texts.lists.failedJobs}>
      <MasterTable
        label={texts.lists.failedJobs}
        pages={pages}
        columns={columns}
        hasSearch={false}
        empty={<EmptyState title={texts.none.failedJobs} />}
      />
    </PageFrame>
  )
}
