import { findingColumns } from '#features/findings/web/finding-columns.tsx'
import { CutText, StatusMark } from '#kit/web/cells.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { showEnforcementDay } from '#vocabulary/dates.ts'
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
    .map((column): TableColumn<EnforcedFinding> => {
      if (column.name === 'status') return { ...column, width: 152, cell: (row) => <StatusMark code={row.status} /> }
      // Wide enough for the longest of the usual codes, which else stand on two lines.
      return column.name === 'reasonCode' ? { ...column, width: 156, grows: false } : column
    })
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
    // The day stands first, so that the action is cut where the screen is small.
    width: 104,
    grows: true,
    cell: ({ enforcementData: [newest] }) =>
      newest ? (
        <span className={classes['last']}>
          <time dateTime={newest.date}>{showEnforcementDay(newest.date)}</time>
          <CutText text={newest.actionTaken} />
        </span>
      ) : null,
  }
  return platform.detailed.includes('clientComment') ? [...columns, comment, last] : [...columns, last]
}
