import { columnsOfHeader, labelsOf } from '#columns/sheet.ts'
import type { Sheet } from '#kit/web/read-sheet.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/**
 * Header texts of a sheet that name no column of the platform, the platform that they fit better, if there is one, and
 * other worksheets of the workbook that have cells. `order` is there when no text named a column: the labels by whose
 * order the cells were taken instead.
 */
export type UnusedParts = {
  headers: readonly string[]
  fits?: FindingPlatformDefinition
  sheets: readonly string[]
  order?: readonly string[]
}

/** What of a workbook the upload to this platform does not use, or guesses (G51); undefined when it uses all of it. */
export function unusedParts(
  platform: FindingPlatformDefinition,
  { header, otherSheets: sheets }: Pick<Sheet, 'header' | 'otherSheets'>,
): UnusedParts | undefined {
  const names = namesIn(platform, header)
  const headers = header.filter((_, index) => names[index] === undefined)
  if (header.length === 0) return { headers, sheets, order: labelsOf(platform.columns, platform.imported) }
  if (headers.length === 0 && sheets.length === 0) return undefined
  const [best] = platforms.toSorted((one, other) => known(other, header) - known(one, header))
  return { headers, sheets, ...(known(best!, header) > known(platform, header) ? { fits: best! } : {}) }
}

const namesIn = ({ columns, imported, importedIfNamed }: FindingPlatformDefinition, header: readonly string[]) =>
  columnsOfHeader(header, columns, [...imported, ...importedIfNamed])

const known = (platform: FindingPlatformDefinition, header: readonly string[]): number =>
  namesIn(platform, header).filter((name) => name !== undefined).length
