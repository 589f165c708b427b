import { Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Mark } from '#features/trademarks/contract.ts'
import { messages } from '#features/trademarks/messages.ts'
import { isRevocationOpen } from '#features/trademarks/rules.ts'
import { CutText, Mark as Coloured } from '#kit/web/cells.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { showValue } from '#kit/web/show-value.ts'
import { trademark } from '#platforms/trademark.ts'
import { showDay } from '#vocabulary/dates.ts'
import classes from './Marks.module.css'

const colours: Readonly<Record<string, string>> = {
  New: '#1c7ed6',
  Verified: '#2f9e44',
  Incorrect: '#e03131',
  Corrected: '#0c8599',
  Invalid: '#c92a2a',
  Deactivated: '#868e96',
  Expired: '#e8590c',
}

type Name = keyof typeof trademark.columns
const widths: Partial<Record<Name, number>> = {
  markName: 130,
  markType: 156,
  status: 134,
  reportingDate: 118,
  notifications: 104,
}

/** Columns of the mark table by their names in the platform definition. */
export function markColumns(names: readonly Name[]): TableColumn<Mark>[] {
  return names.map((name) => {
    const column = trademark.columns[name]
    return {
      name,
      label: column.label,
      width: widths[name] ?? 98,
      grows: name === 'markName',
      align: column.kind === 'count' ? 'right' : 'left',
      sortable: (trademark.sortedBy as readonly string[]).includes(name),
      ...(name === 'markName' ? { onCard: 'title' as const } : {}),
      cell: (row) => <MarkCell name={name} row={row} />,
    }
  })
}

/** A value of a mark; a revoked mark has a warning next to its name. */
export function MarkCell({ name, row }: { name: Name; row: Mark }) {
  if (name === 'status') return <StatusCell row={row} />
  const text = <CutText text={showValue(trademark.columns[name], row[name])} />
  if (name !== 'markName' || !row.revokedAt) return text
  const warning = messages.revoked(showDay(row.revokedAt.slice(0, 10)))
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      {text}
      <IconAlertTriangle size={14} color="var(--mantine-color-red-7)" role="img" aria-label={warning}>
        <title>{warning}</title>
      </IconAlertTriangle>
    </Group>
  )
}

/** The status, and below it that nobody knows whether the signed mark was revoked. */
function StatusCell({ row }: { row: Mark }) {
  const status = <Coloured name={row.status} colour={colours[row.status] ?? colours['Deactivated']!} />
  if (!isRevocationOpen(row)) return status
  return (
    <span className={classes['status']}>
      {status}
      <span className={classes['remark']}>{messages.revocationOpen}</span>
    </span>
  )
}
