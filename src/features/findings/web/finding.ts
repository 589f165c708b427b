import type { Column } from '#columns/column.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { FindingCalls } from '#features/findings/contract.ts'

/** A finding as lists return it. */
export type Finding = CallOutput<FindingCalls['list']>['docs'][number]

/** Callbacks of a cell: open a picture, report a changed or a stale status. */
export type CellActions = {
  openPicture: (id: string) => void
  onStatus: (row: Finding, status: string) => void
  onStale: () => void
}

/** A finding's value under the field name that lists return (G65). */
export function valueOf(row: Finding, name: string, column: Column): unknown {
  if (name === 'brand') return row.brand.brandName
  return row[column.responseName ?? name]
}

/** A finding's name in a caption: its title, or its address. */
export function captionOf(platform: FindingPlatformDefinition, row: Finding): string {
  for (const name of ['title', 'heading', 'appName', platform.identity]) {
    const text = row[name]
    if (typeof text === 'string' && text !== '') return text
  }
  return row.id
}
