import { ActionIcon, Checkbox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
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
      {/* An icon beside the number: as a text at the end it had a line of its own on laptops. */}
      {onClear && (
        <ActionIcon
          size={26}
          variant="subtle"
          color="gray"
          className={classes.clear!}
          aria-label="Clear selection"
          title="Clear selection"
          onClick={onClear}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      )}
      {children}
    </div>
  )
}
