import type { WorkItem } from '#features/work/contract.ts'
import { CutText, PriorityMark, StatusMark } from '#kit/web/cells.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { platformOf } from '#platforms/all.ts'
import { showDay } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'
import classes from './work.module.css'

/** The columns of assigned work. */
export const workColumns: readonly TableColumn<WorkItem>[] = [
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
  { name: 'status', label: 'Status', width: 140, pinned: true, cell: ({ status }) => <StatusMark code={status} /> },
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
