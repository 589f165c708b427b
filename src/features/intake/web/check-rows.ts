import { type CellProblem, type Columns, isEmpty, readRow, required } from '#columns/column.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { statusesOf } from '#vocabulary/status-moves.ts'
import { readStatus } from '#vocabulary/statuses.ts'
import { invalidReasonCodeText, reasons } from '#features/staging-rows/messages.ts'

const noProblems: readonly CellProblem[] = []

/**
 * The problems of a single row, cell by cell, found with the same readers as on the server. Duplicates, white lists and
 * stored pictures are known only to the server. Brand cells are compared with `brandName`, unless it is undefined.
 * `statuses` are those that a row may have; those that staff may set without them.
 */
export function checkRow(
  platform: FindingPlatformDefinition,
  brandName: string | undefined,
  row: GridRow,
  statuses: readonly string[] = statusesOf(platform.value),
): readonly CellProblem[] {
  const problems: CellProblem[] = readRow(platform.columns, checkedColumns(platform), row).problems.map((problem) =>
    problem.column === 'reasonCode' ? { ...problem, message: invalidReasonCodeText } : problem,
  )
  const status = readStatus(row['status'])
  if (status === undefined) problems.push({ column: 'status', message: reasons.status })
  else if (!statuses.includes(status)) problems.push({ column: 'status', message: 'Status is not valid' })
  if (isEmpty(row['image']) && isEmpty(row['s3FullImagePath']))
    problems.push({ column: 'image', message: reasons.noImage })
  const brand = row['brand']
  if (
    brandName !== undefined &&
    !isEmpty(brand) &&
    String(brand).trim().toLowerCase() !== brandName.trim().toLowerCase()
  ) {
    problems.push({ column: 'brand', message: reasons.brand })
  }
  return problems.length === 0 ? noProblems : problems
}

/** The columns of a sheet of new rows: these need a picture, which stored findings may be without. */
export const newRowColumns = ({ columns }: FindingPlatformDefinition): Columns => ({
  ...columns,
  image: required(columns['image']!),
})

const columnNamesCache = new WeakMap<FindingPlatformDefinition, string[]>()

/** Columns checked by their kind alone: brand and status have their own rules, the date is overwritten. */
function checkedColumns(platform: FindingPlatformDefinition): string[] {
  const known = columnNamesCache.get(platform)
  if (known) return known
  const names = [...platform.imported, ...platform.importedIfNamed].filter(
    (name) => !['brand', 'dateAdded', 'status'].includes(name),
  )
  columnNamesCache.set(platform, names)
  return names
}
