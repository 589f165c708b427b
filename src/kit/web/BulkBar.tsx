import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './BulkBar.module.css'

/** Bar above a list while rows are selected: a summary, the bulk actions, and a button to clear the selection. */
export function BulkBar({ summary, onNone, children }: { summary: string; onNone?: () => void; children: ReactNode }) {
  return (
    <div className={classes.bar} role="region" aria-label="Selected records">
      <span role="status">{summary}</span>
      {children}
      {onNone && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onNone}>
          Clear selection
        </Button>
      )}
    </div>
  )
}
