import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './BulkBar.module.css'

/** Bar above a list while rows are selected: a summary, the bulk actions, and a button to clear the selection. */
export function BulkBar({
  summary,
  onClear,
  children,
}: {
  summary: string
  onClear?: () => void
  children: ReactNode
}) {
  return (
    <div className={classes.bar} role="region" aria-label="Selected records">
      <span role="status">{summary}</span>
      {children}
      {onClear && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
          Clear selection
        </Button>
      )}
    </div>
  )
}
