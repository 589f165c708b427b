import { useCallbackRef } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { TableColumn } from '#kit/web/record-parts.ts'
import type { List } from '#kit/web/use-list.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Finding } from './finding.ts'
import { findingColumns } from './finding-columns.tsx'

/** A list of findings as a table: its columns, and the finding whose picture is open. */
export type FindingTableState = {
  platform: FindingPlatformDefinition
  list: List<Finding>
  columns: TableColumn<Finding>[]
  picture: string | undefined
  openPicture: (id: string | undefined) => void
}

/** The table of a list of findings. `onStatus` is called after a status was changed in a row. */
export function useFindingTable(
  platform: FindingPlatformDefinition,
  list: List<Finding>,
  onStatus?: () => void,
): FindingTableState {
  const [picture, openPicture] = useState<string>()
  const changeStatus = useCallbackRef((row: Finding, status: string) => {
    list.change(row.id, (old) => ({ ...old, status }))
    onStatus?.()
  })
  const reload = useCallbackRef(list.reload)
  // The same columns as long as the platform is the same: with others every row is rendered again.
  const columns = useMemo(
    () => findingColumns(platform, { openPicture, onStatus: changeStatus, onStale: reload }),
    [platform, changeStatus, reload],
  )
  return { platform, list, columns, picture, openPicture }
}
