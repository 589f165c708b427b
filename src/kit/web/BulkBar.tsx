import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './BulkBar.module.css'

/** What stands over a list while rows are selected: what is selected, what can be done with it, and a way out. */
export function BulkBar({ says, onNone, children }: { says: string; onNone?: () => void; children: ReactNode }) {
  return (
    <div className={classes.bar} role="region" aria-label="Selected records">
      <span role="status">{says}</span>
      {children}
      {onNone && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onNone}>
          Select none
        </Button>
      )}
    </div>
  )
}
