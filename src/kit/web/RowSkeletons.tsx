import { VisuallyHidden } from '@mantine/core'
import classes from './RecordTable.module.css'

/** Skeleton rows of a table while its first rows load, of the same height. */
export function RowSkeletons({ count, span, height }: { count: number; span: number; height: number }) {
  return Array.from({ length: count }, (_, at) => (
    <tr key={at} style={{ height }} className={classes.skeletonRow}>
      <td colSpan={span}>
        <div className={classes.skeleton} style={{ width: `${88 - ((at * 13) % 40)}%` }} />
        {at === 0 && <VisuallyHidden>Loading records…</VisuallyHidden>}
      </td>
    </tr>
  ))
}
