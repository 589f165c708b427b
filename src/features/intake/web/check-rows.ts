import { type CellProblem, isEmpty, readRow } from '#columns/column.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { staffMaySet } from '#vocabulary/status-moves.ts'
import { readStatus } from '#vocabulary/statuses.ts'
import { invalidReasonCodeText, reasons } from '#features/intake/messages.ts'

const nothing: readonly CellProblem[] = []

/**
 * What is wrong with a row by itself, cell by cell, by the server's own readers. Duplicates, white lists and stored
 * pictures only the server knows. `brandName` is the chosen brand; without one brand cells are not judged.
 */
export function checkRow(
  platform: FindingPlatformDefinition,
  brandName: string | undefined,
  row: GridRow,
): readonly CellProblem[] {
  const problems: CellProblem[] = readRow(platform.columns, namesRead(platform), row).problems.map((problem) =>
    problem.column === 'reasonCode' ? { ...problem, message: invalidReasonCodeText } : problem,
  )
  const status = readStatus(row['status'])
  if (status === undefined) problems.push({ column: 'status', message: reasons.status })
  else if (!staffMaySet(platform.value, status)) problems.push({ column: 'status', message: 'Status is not valid' })
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
  return problems.length === 0 ? nothing : problems
}

const read = new WeakMap<FindingPlatformDefinition, string[]>()

/** Columns whose cells are read as they stand: brand and status have rules of their own, the date is overwritten. */
function namesRead(platform: FindingPlatformDefinition): string[] {
  const known = read.get(platform)
  if (known) return known
  const names = [...platform.imported, ...platform.importedIfNamed].filter(
    (name) => !['brand', 'dateAdded', 'status'].includes(name),
  )
  read.set(platform, names)
  return names
}
