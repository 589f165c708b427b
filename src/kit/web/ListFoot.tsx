import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { countText } from '#vocabulary/numbers.ts'
import { sentenceOf } from './ErrorState.tsx'
import classes from './RecordTable.module.css'
import { type List, retryOf } from './use-list.ts'

type Props = {
  list: Omit<List<{ id: string }>, 'change'>
  /** At the end of the line: the numbers of pages, where the list has them. */
  children?: ReactNode
}

/** Footer: how many rows are shown, a button to load more without scrolling, and what could not be loaded (G59). */
export function ListFoot({ list, children }: Props) {
  if (list.rows.length === 0) return children ? <div className={classes.foot}>{children}</div> : null
  const shown = `Showing ${countText(list.rows.length)}${list.isTotalKnown ? ` of ${countText(list.total)}` : ''}`
  const hasFailed = list.error !== undefined && list.error !== null && list.state !== 'reloading' && !list.growing
  return (
    <div className={classes.foot}>
      <span role="status">{list.growing ? 'Loading more…' : shown}</span>
      {hasFailed ? (
        <>
          <span role="status" className={classes.failure}>
            {list.state === 'failed' ? 'The list' : 'More rows'} could not be loaded. {sentenceOf(list.error)}
          </span>
          <Button size="compact-sm" variant="default" onClick={retryOf(list)}>
            Try again
          </Button>
        </>
      ) : (
        list.hasMore && (
          <Button size="compact-sm" variant="subtle" loading={list.growing} onClick={list.more}>
            Load more
          </Button>
        )
      )}
      {children}
    </div>
  )
}
