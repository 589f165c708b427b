import { columnsOfHeader } from '#columns/sheet.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** Header texts of a sheet that name no column of the platform, and the platform that they fit better, if there is one. */
export type UnusedColumns = { headers: readonly string[]; fits?: FindingPlatformDefinition }

/** What of a sheet's header the upload to this platform does not use (G51); undefined when it uses all of it. */
export function unusedColumns(
  platform: FindingPlatformDefinition,
  header: readonly string[],
): UnusedColumns | undefined {
  const names = namesIn(platform, header)
  const headers = header.filter((_, index) => names[index] === undefined)
  if (headers.length === 0) return undefined
  const [best] = platforms.toSorted((one, other) => known(other, header) - known(one, header))
  return known(best!, header) > known(platform, header) ? { headers, fits: best! } : { headers }
}

const namesIn = ({ columns, imported, importedIfNamed }: FindingPlatformDefinition, header: readonly string[]) =>
  columnsOfHeader(header, columns, [...imported, ...importedIfNamed])

const known = (platform: FindingPlatformDefinition, header: readonly string[]): number =>
  namesIn(platform, header).filter((name) => name !== undefined).length
