import { Button, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './BulkBar.module.css'
import type { Selection } from './record-parts.ts'

/**
 * Bar above a list while rows are selected: a summary, the bulk actions, and a button to clear the selection. `all`
 * selects every row of a list of cards, which has no head with a checkbox.
 */
export function BulkBar({
  summary,
  all,
  onClear,
  children,
}: {
  summary: string
  all?: Selection | undefined
  onClear?: () => void
  children: ReactNode
}) {
  return (
    <div className={classes.bar} role="region" aria-label="Selected records">
      {all && (
        <Checkbox
          size="sm"
          className={classes.all!}
          aria-label="Select all records"
          checked={all.state === 'all'}
          indeterminate={all.state === 'some'}
          disabled={all.disabled}
          onChange={all.toggleAll}
        />
      )}
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
