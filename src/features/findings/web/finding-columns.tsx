import { kindOf, type KindName } from '#columns/kinds.ts'
import { CutText, PriorityMark, Thumbnail, thumbnailOf } from '#kit/web/cells.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { showValue } from '#kit/web/show-value.ts'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { captionOf, type CellActions, type Finding, valueOf } from './finding.ts'
import classes from './finding-columns.module.css'
import { SellerLink } from './SellerLink.tsx'
import { rowNotes } from './slots.ts'
import { StatusSelect } from './StatusSelect.tsx'

const widths: Partial<Record<KindName, number>> = {
  image: 52,
  link: 200,
  domain: 200,
  day: 114,
  priority: 80,
  status: 190,
  reasonCode: 142,
  money: 88,
  choice: 104,
}

/** Pixels of the number of similar findings beside a title, with its distance from it. */
const noteWidth = 68

/** The columns of a platform's table, in the order of its definition. */
export function findingColumns(platform: FindingPlatformDefinition, actions: CellActions): TableColumn<Finding>[] {
  const title = platform.listed.find((name) => ['text', 'link', 'domain'].includes(platform.columns[name]!.kind))
  return platform.listed.map((name) => {
    const column = platform.columns[name]!
    return {
      name,
      label: column.label,
      width: widths[column.kind] ?? (name === title ? 168 : 128),
      grows: ['link', 'domain', 'text', 'choice', 'reasonCode'].includes(column.kind),
      ...(name === title ? { noteWidth } : {}),
      align: kindOf(column.kind).align,
      sortable: platform.sortedBy.includes(name),
      ...(name === 'status' ? { pinned: true } : {}),
      ...(column.kind === 'image'
        ? { onCard: 'picture' as const }
        : name === title
          ? { onCard: 'title' as const }
          : ['link', 'domain'].includes(column.kind)
            ? { onCard: 'wide' as const }
            : {}),
      cell: (row) =>
        name === title ? (
          <span className={classes.titled}>
            <FindingCell platform={platform} name={name} row={row} actions={actions} />
            <rowNotes.Outlet row={row} />
          </span>
        ) : (
          <FindingCell platform={platform} name={name} row={row} actions={actions} />
        ),
    }
  })
}

type FindingCellProps = { platform: FindingPlatformDefinition; name: string; row: Finding; actions: CellActions }

function FindingCell({ platform, name, row, actions }: FindingCellProps) {
  const column = platform.columns[name]!
  if (column.kind === 'image')
    return (
      <Thumbnail
        source={thumbnailOf(row.imageUrl)}
        label={`Open the picture of ${captionOf(platform, row)}`}
        onOpen={() => actions.openPicture(row.id)}
      />
    )
  if (column.kind === 'status') return <StatusSelect platform={platform} row={row} actions={actions} />
  return <Value platform={platform} name={name} value={valueOf(row, name, column)} />
}

type ValueProps = { platform: FindingPlatformDefinition; name: string; value: unknown }

/** A value as tables and details show it; addresses are shown as suspicious, sellers are links. */
export function Value({ platform, name, value }: ValueProps) {
  const column = platform.columns[name]!
  const text = showValue(column, value)
  if (text === '') return null
  if (platform.seller?.name === name) return <SellerLink platform={platform} name={text} />
  if (column.kind === 'link' || column.kind === 'domain') return <SuspiciousLink address={text} />
  if (column.kind === 'priority') return <PriorityMark priority={text} />
  return <CutText text={text} />
}
