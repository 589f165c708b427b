import { isEmpty } from '#columns/column.ts'
import type { DraftItem } from '#features/staging/contract-schemas.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { readStatus, statusDisplay } from '#vocabulary/statuses.ts'
import { shorten } from '#vocabulary/truncate.ts'
import { editedColumns, pictureParts } from './sheet-rows.ts'

/** What another person wrote into a row where it differs from what is written here: column, theirs and mine. */
export function differences(
  platform: FindingPlatformDefinition,
  mine: GridRow,
  { data: theirs }: Pick<DraftItem, 'data'>,
): { label: string; theirs: string; mine: string }[] {
  return editedColumns(platform, mine, { ...theirs, sn: mine.sn })
    .filter((name) => !pictureParts.includes(name))
    .map((name) => ({
      label: platform.columns[name]?.label ?? name,
      theirs: cellText(name, theirs[name]),
      mine: cellText(name, mine[name]),
    }))
}

function cellText(name: string, cell: unknown): string {
  if (isEmpty(cell)) return ''
  const text = String(cell)
  const status = name === 'status' ? readStatus(text) : undefined
  return shorten(status === undefined ? text : statusDisplay(status).name, shownCharacters)
}

/** Characters of a cell that a list of differences shows. */
const shownCharacters = 80
