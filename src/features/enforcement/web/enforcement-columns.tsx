import { findingColumns } from '#features/findings/web/finding-columns.tsx'
import { CutText, StatusMark } from '#kit/web/cells.tsx'
import type { Option } from '#kit/web/filter-fields.ts'
import type { TableColumn } from '#kit/web/record-parts.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { showEnforcementDay } from '#vocabulary/dates.ts'
import { priorities } from '#vocabulary/priorities.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import type { EnforcedFinding } from './enforced-finding.ts'
import classes from './Enforcement.module.css'

/** The platform's columns with a read-only status, the last action, and the client's comment where it is shown (S-042); no TLD column. */
export function enforcementColumns(
  platform: FindingPlatformDefinition,
  openPicture: (id: string) => void,
): TableColumn<EnforcedFinding>[] {
  const nothing = () => undefined
  const columns = findingColumns(platform, { openPicture, onStatus: nothing, onStale: nothing })
    .filter(({ name }) => name !== 'tld')
    .map(
      (column): TableColumn<EnforcedFinding> =>
        column.name === 'status' ? { ...column, width: 152, cell: (row) => <StatusMark code={row.status} /> } : column,
    )
  const comment: TableColumn<EnforcedFinding> = {
    name: 'clientComment',
    label: 'Client Comment',
    width: 160,
    grows: true,
    cell: (row) => <CutText text={String(row['clientComment'] ?? '')} />,
  }
  const last: TableColumn<EnforcedFinding> = {
    name: 'lastAction',
    label: 'Last Action',
    width: 200,
    cell: ({ enforcementData: [newest] }) =>
      newest ? (
        <span className={classes['last']}>
          <CutText text={newest.actionTaken} />
          <time dateTime={newest.date}>{showEnforcementDay(newest.date)}</time>
        </span>
      ) : null,
  }
  return platform.detailed.includes('clientComment') ? [...columns, comment, last] : [...columns, last]
}

/** The options of column searches that offer a list of values. */
export function optionsOf(platform: FindingPlatformDefinition): (name: string) => readonly Option[] | undefined {
  return (name) => {
    const kind = platform.columns[name]?.kind
    if (kind === 'priority') return priorities.map((priority) => ({ value: priority, label: priority }))
    if (kind === 'reasonCode') return reasonCodes.map(({ code, name: label }) => ({ value: code, label }))
    return undefined
  }
}
