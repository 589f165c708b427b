import { FindingLink } from '#features/findings/web/FindingLink.tsx'
import { home, type AnsweredFinding, type HomeFinding } from '#features/home/contract.ts'
import { mailKinds } from '#features/home/rules.ts'
import { useScope } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'
import { CutText, StatusMark } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { useSettings } from '#kit/web/settings.ts'
import { usePages } from '#kit/web/use-pages.ts'
import { useTitle } from '#kit/web/use-title.ts'
import { platformOf } from '#platforms/all.ts'
import { showDayOf } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'

/** What was taken down since the client's last visit, or within a month. */
export function TakenDownScreen() {
  const { query: scope } = useScope()
  const pages = usePages<HomeFinding>({
    name: `taken-down ${JSON.stringify(scope)}`,
    table: 'taken-down',
    load: ({ page, perPage }, signal) => call(home.takenDown, { page, perPage, ...scope }, { signal }),
  })
  const columns = useColumns<HomeFinding>(texts.columns.takenDownAt)
  return (
    <PageFrame title={texts.lists.takenDown}>
      <MasterTable
        label={texts.lists.takenDown}
        pages={pages}
        columns={columns}
        hasSearch={false}
        empty={<EmptyState title={texts.none.takenDown} />}
      />
    </PageFrame>
  )
}

/** Open findings whose last notice was answered by a person or bounced, as the address says. */
export function AnswersScreen() {
  const pages = usePages<AnsweredFinding>({
    name: 'home-answers',
    filters: ['kind'],
    subject: ['kind'],
    load: ({ page, perPage, kind }, signal) =>
      call(home.answers, { page, perPage, kind: mailKinds.find((one) => one === kind) ?? 'reply' }, { signal }),
  })
  const kind = mailKinds.find((one) => one === pages.view.filters['kind']) ?? 'reply'
  useTitle(texts.lists[kind])
  const common = useColumns<AnsweredFinding>(texts.columns.receivedAt)
  const columns = [...common.slice(0, 1), ...mailColumns, ...common.slice(1)]
  return (
    <PageFrame title={texts.lists[kind]}>
      <MasterTable
        label={texts.lists[kind]}
        pages={pages}
        columns={columns}
        hasSearch={false}
        empty={<EmptyState title={texts.none[kind]} />}
      />
    </PageFrame>
  )
}

const mailColumns: readonly TableColumn<AnsweredFinding>[] = [
  { name: 'sender', label: texts.columns.from, width: 150, cell: ({ sender }) => <CutText text={sender ?? ''} /> },
  { name: 'subject', label: texts.columns.subject, width: 160, cell: ({ subject }) => <CutText text={subject} /> },
]

function useColumns<Row extends HomeFinding>(atLabel: string): readonly TableColumn<Row>[] {
  const { businessZone: zone } = useSettings()
  return [
    {
      name: 'title',
      label: texts.columns.address,
      width: 170,
      grows: true,
      onCard: 'title',
      cell: (finding) => (
        <FindingLink finding={finding}>
          <CutText text={finding.title} />
        </FindingLink>
      ),
    },
    { name: 'at', label: atLabel, width: 120, cell: ({ at }) => showDayOf(at, zone) },
    { name: 'status', label: texts.columns.status, width: 140, cell: ({ status }) => <StatusMark code={status} /> },
    { name: 'company', label: texts.columns.company, width: 130, cell: ({ company }) => <CutText text={company} /> },
    { name: 'brand', label: texts.columns.brand, width: 120, cell: ({ brand }) => <CutText text={brand} /> },
    {
      name: 'platform',
      label: texts.columns.platform,
      width: 110,
      cell: ({ platform }) => platformOf(platform)?.title ?? platform,
    },
  ]
}
