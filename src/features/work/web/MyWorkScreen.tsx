import { Button, Checkbox, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { Activity } from '#features/activity/web/Activity.tsx'
import { useSelection } from '#features/enforcement/web/use-selection.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { viewLists } from '#features/views/rules.ts'
import { SavedViews } from '#features/views/web/SavedViews.tsx'
import { usePageViews } from '#features/views/web/use-page-views.ts'
import { ViewTabs } from '#features/views/web/ViewTabs.tsx'
import { work, type WorkItem } from '#features/work/contract.ts'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { call } from '#kit/web/call.ts'
import { CutText, PriorityMark, StatusMark } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { usePages } from '#kit/web/use-pages.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { showDay } from '#vocabulary/dates.ts'
import { AssignMenu } from './AssignMenu.tsx'
import { texts } from './texts.ts'
import { useBoard, useWorkChange } from './use-work.ts'
import classes from './work.module.css'

/** What the address filters. */
const filters = ['person', 'overdue', 'due']

/** The open findings of a person, the most urgent first: one's own, or those of the person in the address. */
export function MyWorkScreen() {
  const { user } = useSession()
  const pages = usePages<WorkItem>({
    name: 'work',
    filters,
    load: (query, signal) => call(work.list, query as Parameters<typeof call<typeof work.list>>[1], { signal }),
  })
  const views = usePageViews(pages, { list: viewLists.myWork, filters, sortedBy: [] })
  const { selection, ids, selectNone } = useSelection(pages.rows)
  const { person, overdue, due } = pages.view.filters
  const isOther = person !== undefined && person !== user?.id
  const { data: board } = useBoard(isOther)
  const name = board?.people.find(({ id }) => id === person)?.name
  const owner = person ?? user?.id ?? ''
  return (
    <PageFrame title={isOther && name ? texts.workOf(name) : texts.myWork} aside={isOther ? null : <TakeFromQueue />}>
      <ViewTabs {...views} />
      <MasterTable
        label={texts.myWork}
        pages={pages}
        columns={columns}
        selection={selection}
        details={({ id }) => <Activity subject="finding" id={id} />}
        empty={
          isOther ? <EmptyState title={texts.noneOfOther} /> : <EmptyState title={texts.none} hint={texts.noneHint} />
        }
      >
        <Group gap="md" ml={4}>
          <Checkbox
            size="xs"
            label={texts.overdueOnly}
            checked={overdue === 'true'}
            onChange={({ currentTarget }) => pages.filter({ overdue: currentTarget.checked ? 'true' : '' })}
          />
          <Checkbox
            size="xs"
            label={texts.dueTodayOnly}
            checked={due === 'today'}
            onChange={({ currentTarget }) => pages.filter({ due: currentTarget.checked ? 'today' : '' })}
          />
          <SavedViews {...views} />
        </Group>
        {ids.length > 0 ? (
          <BulkBar summary={texts.selected(ids.length)} onClear={selectNone}>
            <AssignMenu ids={ids} from={owner} onDone={selectNone} />
          </BulkBar>
        ) : null}
      </MasterTable>
    </PageFrame>
  )
}

/** Takes the oldest approved findings of a platform that nobody has. */
function TakeFromQueue() {
  const [platform, setPlatform] = useState<string>(platforms[0]!.value)
  const [isBusy, setBusy] = useState(false)
  const change = useWorkChange()
  const take = async () => {
    setBusy(true)
    await change(() => call(work.take, { platform, count: 10 }))
    setBusy(false)
  }
  return (
    <>
      <Select
        size="xs"
        w={150}
        aria-label={texts.platform}
        data={platforms.map(({ value, title }) => ({ value, label: title }))}
        value={platform}
        onChange={(chosen) => chosen && setPlatform(chosen)}
      />
      <Button size="xs" loading={isBusy} onClick={() => void take()}>
        {texts.take}
      </Button>
    </>
  )
}

const columns: readonly TableColumn<WorkItem>[] = [
  { name: 'due', label: texts.due, width: 164, cell: (item) => <Due {...item} /> },
  { name: 'priority', label: 'Priority', width: 96, cell: ({ priority }) => <PriorityMark priority={priority} /> },
  {
    name: 'title',
    label: 'Address',
    width: 180,
    grows: true,
    onCard: 'title',
    cell: ({ title }) => <SuspiciousLink isShort address={title} />,
  },
  { name: 'status', label: 'Status', width: 140, cell: ({ status }) => <StatusMark code={status} /> },
  { name: 'company', label: 'Company', width: 120, cell: ({ company }) => <CutText text={company} /> },
  { name: 'brand', label: 'Brand', width: 110, cell: ({ brand }) => <CutText text={brand} /> },
  { name: 'platform', label: 'Platform', width: 104, cell: ({ platform }) => platformOf(platform)?.title ?? platform },
  { name: 'reportingDate', label: 'Reporting Date', width: 120, cell: ({ reportingDate }) => showDay(reportingDate) },
]

function Due({ due, isOverdue }: WorkItem) {
  if (due === null) return null
  return (
    <span className={classes['due']} data-overdue={isOverdue || undefined}>
      <time dateTime={due}>{showDay(due)}</time>
      {isOverdue ? <b>{texts.overdue}</b> : null}
    </span>
  )
}
